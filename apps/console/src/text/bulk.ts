import * as english from '#messages/en/bulk.ts';
import { textOf } from './text-of.ts';

export const bulkText = textOf('bulkText', english.bulkText);
