import * as english from '#messages/en/accounts.ts';
import { textsOf } from './texts-of.ts';

export const { accountsText, accountStatusText } = textsOf(english);
