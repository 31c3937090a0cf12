import * as english from '#messages/en/issuing.ts';
import { textOf } from './text-of.ts';

export const issuingText = textOf('issuingText', english.issuingText);
export const termsText = textOf('termsText', english.termsText);
