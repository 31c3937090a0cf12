/** The texts about people and accounts, loaded with the screens behind the sign-in. */

import * as accounts from '#i18n/messages/en/people/accounts.ts';
import * as audit from '#i18n/messages/en/people/audit.ts';
import * as consent from '#i18n/messages/en/people/consent.ts';
import * as directory from '#i18n/messages/en/people/directory.ts';
import * as imported from '#i18n/messages/en/people/import.ts';
import * as security from '#i18n/messages/en/people/security.ts';
import * as serviceAccounts from '#i18n/messages/en/people/service-accounts.ts';
import * as singleSignOn from '#i18n/messages/en/people/single-sign-on.ts';
import * as tags from '#i18n/messages/en/people/tags.ts';
import * as users from '#i18n/messages/en/people/users.ts';
import { textsOf } from './texts-of.ts';

export const { accountsText, accountStatusText } = textsOf(accounts);
export const { auditText } = textsOf(audit);
export const { consentText } = textsOf(consent);
export const { directoryText } = textsOf(directory);
export const { importText } = textsOf(imported);
export const { securityText } = textsOf(security);
export const { serviceAccountsText, tokensText } = textsOf(serviceAccounts);
export const { singleSignOnText } = textsOf(singleSignOn);
export const { tagsText } = textsOf(tags);
export const { usersText, userStatusText } = textsOf(users);
