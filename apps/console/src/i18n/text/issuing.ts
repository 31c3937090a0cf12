import * as english from '#i18n/messages/en/licensing/issuing.ts';
import { textsOf } from './texts-of.ts';

export const { issuingText, termsText } = textsOf(english);
