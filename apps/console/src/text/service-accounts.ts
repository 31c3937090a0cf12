import * as english from '#messages/en/service-accounts.ts';
import { textOf } from './text-of.ts';

export const serviceAccountsText = textOf('serviceAccountsText', english.serviceAccountsText);
export const tokensText = textOf('tokensText', english.tokensText);
