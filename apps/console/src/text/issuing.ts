import * as english from '#messages/en/issuing.ts';
import { textsOf } from './texts-of.ts';

export const { issuingText, termsText } = textsOf(english);
