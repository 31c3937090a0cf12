import { type BodyInputOf, calls, type Discovery, type SingleSignOn } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Change, mutation, type Version, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { type AccountScope, accountParameter } from '#api/selected-account.ts';
import { singleSignOnText } from '#text/single-sign-on.ts';

/** What can be set of a connection. A secret that is left out stays as it is. */
type ConnectionBody = BodyInputOf<typeof calls.updateSingleSignOn>;

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

/** The connection of an account, null where it has none. */
export function singleSignOnQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: ['single-sign-on', scope.accountId],
    queryFn: ({ signal }): Promise<Version<SingleSignOn | null>> =>
      versionOf(client.sendForReply(calls.getSingleSignOn, { query: accountParameter(scope), signal })),
  });
}

/** The connection as it is by now, once a change of an older one was refused. */
export async function currentConnection(scope: AccountScope): Promise<Version<SingleSignOn>> {
  const { item, etag } = await fetchFresh(singleSignOnQuery(scope));
  return { item: item ?? noConnection, etag };
}

const invalidates = ['single-sign-on'];

/** What of a connection is set, with the domains by their names. */
function bodyOf({ domains, ...base }: SingleSignOn): ConnectionBody {
  return { ...base, domains: domains.map(({ name }) => ({ name })) };
}

/** A change of what belongs to an account. */
interface InAccount {
  scope: AccountScope;
}

/** Changes a part of a connection, or makes one; the rest stays as the person saw it. */
export const updateConnection = mutation({
  send: ({ scope, base, intent }: Change<SingleSignOn, Partial<ConnectionBody>> & InAccount, headers) => {
    const body = { ...bodyOf(base), ...intent };
    return versionOf(client.sendForReply(calls.updateSingleSignOn, { query: accountParameter(scope), body, headers }));
  },
  updates: ({ scope }) => singleSignOnQuery(scope).queryKey,
  invalidates,
  success: singleSignOnText.updated,
});

export const removeConnection = mutation({
  send: ({ scope }: Change<SingleSignOn, 'remove'> & InAccount, headers) =>
    client.send(calls.deleteSingleSignOn, { query: accountParameter(scope), headers }),
  invalidates,
  success: singleSignOnText.removed,
});

/** Looks for the TXT record of a domain. */
export const verifyDomain = mutation({
  send: ({ scope, name }: { name: string } & InAccount) =>
    client.send(calls.verifyDomain, { params: { name }, query: accountParameter(scope), body: {} }),
  invalidates,
  success: ({ name }) => singleSignOnText.verified({ name }),
});

/** Vouches for a domain, which is for provider staff. */
export const vouchForDomain = mutation({
  send: ({ scope, name }: { name: string } & InAccount) =>
    client.send(calls.vouchForDomain, { params: { name }, query: { account: scope.accountId }, body: {} }),
  invalidates,
  success: ({ name }) => singleSignOnText.verified({ name }),
});

/** Asks the provider of an account what it says of itself; this changes nothing. */
export async function testConnection(scope: AccountScope): Promise<Discovery> {
  return (await client.send(calls.testSingleSignOn, { query: accountParameter(scope), body: {} })).item;
}
