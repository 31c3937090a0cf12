import * as english from '#messages/en/bulk.ts';
import { textsOf } from './texts-of.ts';

export const { bulkText } = textsOf(english);
