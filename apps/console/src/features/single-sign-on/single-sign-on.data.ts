import { type BodyInputOf, calls, type Discovery, type SingleSignOn } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Change, mutation, type Version, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { singleSignOnText } from '#text/single-sign-on.ts';

/** What can be set of a connection. A secret that is left out stays as it is. */
export type ConnectionBody = BodyInputOf<typeof calls.updateSingleSignOn>;

/** What an account without a connection begins with. */
export const noConnection: SingleSignOn = {
  issuer: '',
  'client-id': '',
  domains: [],
  'create-users': false,
  'tags-claim': null,
  'default-roles': [],
  'trust-provider-factor': false,
};

/** The account that a call is about: none is named where it is the own one. */
function queryOf({ accountId, isAuthUserAccount }: AccountScope): { account?: string } {
  return isAuthUserAccount ? {} : { account: accountId };
}

/** The connection of an account, null where it has none. */
export function singleSignOnQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: ['single-sign-on', scope.accountId],
    queryFn: ({ signal }): Promise<Version<SingleSignOn | null>> =>
      versionOf(client.sendForReply(calls.getSingleSignOn, { query: queryOf(scope), signal })),
  });
}

/** The connection as it is by now, once a change of an older one was refused. */
export async function currentConnection(scope: AccountScope): Promise<Version<SingleSignOn>> {
  const { item, etag } = await fetchFresh(singleSignOnQuery(scope));
  return { item: item ?? noConnection, etag };
}

const touches = ['single-sign-on'];

/** What of a connection is set, with the domains by their names. */
function bodyOf({ domains, ...base }: SingleSignOn): ConnectionBody {
  return { ...base, domains: domains.map(({ name }) => ({ name })) };
}

/** Changes a part of a connection, or makes one; the rest stays as the person saw it. */
export function updateConnectionOf(scope: AccountScope) {
  return mutation({
    send: ({ base, intent }: Change<SingleSignOn, Partial<ConnectionBody>>, headers) => {
      const body = { ...bodyOf(base), ...intent };
      return versionOf(client.sendForReply(calls.updateSingleSignOn, { query: queryOf(scope), body, headers }));
    },
    answers: () => singleSignOnQuery(scope).queryKey,
    touches,
    success: singleSignOnText.updated,
  });
}

export function removeConnectionOf(scope: AccountScope) {
  return mutation({
    send: (_: Change<SingleSignOn, 'remove'>, headers) =>
      client.send(calls.deleteSingleSignOn, { query: queryOf(scope), headers }),
    touches,
    success: singleSignOnText.removed,
  });
}

/** Looks for the TXT record of a domain. */
export function verifyDomainOf(scope: AccountScope) {
  return mutation({
    send: ({ name }: { name: string }) =>
      client.send(calls.verifyDomain, { params: { name }, query: queryOf(scope), body: {} }),
    touches,
    success: ({ name }) => singleSignOnText.verified({ name }),
  });
}

/** Vouches for a domain, which is for provider staff. */
export function vouchForDomainOf({ accountId }: AccountScope) {
  return mutation({
    send: ({ base: { name } }: Change<{ name: string }, 'vouch'>) =>
      client.send(calls.vouchForDomain, { params: { name }, query: { account: accountId }, body: {} }),
    touches,
    success: ({ base }) => singleSignOnText.verified(base),
  });
}

/** Asks the provider of an account what it says of itself; this changes nothing. */
export async function testConnection(scope: AccountScope): Promise<Discovery> {
  return (await client.send(calls.testSingleSignOn, { query: queryOf(scope), body: {} })).item;
}
