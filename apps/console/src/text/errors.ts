import * as english from '#messages/en/errors.ts';
import { textOf } from './text-of.ts';

export const errorText = textOf('errorText', english.errorText);
