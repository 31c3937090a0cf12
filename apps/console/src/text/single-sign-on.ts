import * as english from '#messages/en/single-sign-on.ts';
import { textOf } from './text-of.ts';

export const singleSignOnText = textOf('singleSignOnText', english.singleSignOnText);
