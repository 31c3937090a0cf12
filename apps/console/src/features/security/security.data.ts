import { calls, type Security } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { usersSource } from '#data/users.ts';
import { securityText } from '#i18n/text/people.ts';
import { foundQuery } from '#lists/engine/use-list.ts';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { versionOf } from '#server/client/version.ts';
import { type Change, mutation } from '#server/mutation/change.ts';
import { type AccountScope, accountParameter } from '#session/selected-account.ts';

/** The number of users without a second factor that are listed; the others are counted. */
const namedWithout = 10;

export function securityQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys.security.settings(scope.accountId),
    queryFn: ({ signal }) =>
      versionOf(client.sendForReply(calls.getSecurity, { query: accountParameter(scope), signal })),
  });
}

/** The users of an account who have neither a passkey nor an authenticator app. */
export function withoutFactorQuery(scope: AccountScope, among: 'administrators' | 'everyone') {
  return foundQuery(usersSource(scope, { 'without-factor': among }), { limit: namedWithout });
}

export const updateSecurity = mutation({
  send: ({ scope, intent: body }: Change<Security, Security> & { scope: AccountScope }, headers) =>
    versionOf(client.sendForReply(calls.updateSecurity, { query: accountParameter(scope), body, headers })),
  updates: ({ scope }) => securityQuery(scope).queryKey,
  invalidates: ['security'],
  success: securityText.updated,
});
