import * as english from '#messages/en/fields.ts';
import { textsOf } from './texts-of.ts';

export const { fieldNames } = textsOf(english);
