import { calls, type Security } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Change, mutation, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersSource } from '#api/users.ts';
import { securityText } from '#text/security.ts';

/** How many people without a second factor are named; the others are counted. */
const namedWithout = 10;

/** The account that a call is about: none is named where it is the own one. */
function queryOf({ accountId, isAuthUserAccount }: AccountScope): { account?: string } {
  return isAuthUserAccount ? {} : { account: accountId };
}

export function securityQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: ['security', scope.accountId],
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getSecurity, { query: queryOf(scope), signal })),
  });
}

/** Those of an account who have neither passkey nor authenticator app. */
export function withoutFactorQuery(scope: AccountScope, among: 'administrators' | 'everyone') {
  return queryOptions({
    queryKey: ['user', 'without factor', scope.accountId, among],
    queryFn: ({ signal }) => usersSource(scope, { 'without-factor': among }).ask({ limit: namedWithout }, signal),
  });
}

/** Changes the security of the account that a scope names. */
export function updateSecurityOf(scope: AccountScope) {
  return mutation({
    send: ({ intent: body }: Change<Security, Security>, headers) =>
      versionOf(client.sendForReply(calls.updateSecurity, { query: queryOf(scope), body, headers })),
    answers: () => securityQuery(scope).queryKey,
    touches: ['security'],
    success: securityText.updated,
  });
}
