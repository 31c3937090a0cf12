import * as english from '#i18n/messages/en/people/service-accounts.ts';
import { textsOf } from './texts-of.ts';

export const { serviceAccountsText, tokensText } = textsOf(english);
