import * as english from '#i18n/messages/en/people/accounts.ts';
import { textsOf } from './texts-of.ts';

export const { accountsText, accountStatusText } = textsOf(english);
