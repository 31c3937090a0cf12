import * as english from '#messages/en/accounts.ts';
import { textOf } from './text-of.ts';

export const accountsText = textOf('accountsText', english.accountsText);
export const accountStatusText = textOf('accountStatusText', english.accountStatusText);
