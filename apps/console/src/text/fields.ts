import * as english from '#messages/en/fields.ts';
import { textOf } from './text-of.ts';

export const fieldNames = textOf('fieldNames', english.fieldNames);
