import * as english from '#messages/en/forms.ts';
import { textOf } from './text-of.ts';

export const formText = textOf('formText', english.formText);
