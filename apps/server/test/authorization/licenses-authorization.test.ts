import { testMatrix } from './matrix.ts';
import { groups } from './rows/rows.ts';

testMatrix(groups.licenses);
