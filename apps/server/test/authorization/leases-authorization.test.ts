import { testMatrix } from './matrix.ts';
import { groups } from './rows.ts';

testMatrix(groups.leases);
