import * as english from '#i18n/messages/en/people/auth.ts';
import { textsOf } from './texts-of.ts';

export const { authText, fieldText } = textsOf(english);
