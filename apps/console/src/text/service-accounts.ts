import * as english from '#messages/en/service-accounts.ts';
import { textsOf } from './texts-of.ts';

export const { serviceAccountsText, tokensText } = textsOf(english);
