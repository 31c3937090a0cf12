import * as english from '#messages/en/auth.ts';
import { textOf } from './text-of.ts';

export const authText = textOf('authText', english.authText);
export const fieldText = textOf('fieldText', english.fieldText);
