import { type BodyInputOf, calls, type Discovery, type SingleSignOn } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { singleSignOnText } from '#i18n/text/people.ts';
import { keys } from '#server/cache/keys.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { fetchFresh } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { type Version, versionOf } from '#server/client/version.ts';
import { type Change, mutation } from '#server/mutation/change.ts';
import { type AccountScope, accountParameter } from '#session/selected-account.ts';

/** The fields of a connection that can be set. An omitted secret stays the same. */
type ConnectionBody = BodyInputOf<typeof calls.updateSingleSignOn>;

/** The initial connection of an account without one. */
export const noConnection: SingleSignOn = {
  issuer: '',
  'client-id': '',
  domains: [],
  'create-users': false,
  'tags-claim': null,
  'default-roles': [],
  'trust-provider-factor': false,
};

/** The connection of an account; null without one. */
export function singleSignOnQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys['single-sign-on'].connection(scope.accountId),
    queryFn: ({ signal }): Promise<Version<SingleSignOn | null>> =>
      versionOf(client.sendForReply(calls.getSingleSignOn, { query: accountParameter(scope), signal })),
  });
}

/** Fetches the current connection, after the server refused a change of an older one. */
export async function currentConnection(scope: AccountScope): Promise<Version<SingleSignOn>> {
  const { item, etag } = await fetchFresh(singleSignOnQuery(scope));
  return { item: item ?? noConnection, etag };
}

const invalidates: Kind[] = ['single-sign-on'];

/** The domains of a connection as they are set: by name. */
export const domainNames = ({ domains }: SingleSignOn) => domains.map(({ name }) => ({ name }));

/** The account that a change belongs to. */
interface InAccount {
  scope: AccountScope;
}

/** Changes a part of a connection, or creates one; the rest stays as the user saw it. */
export const updateConnection = mutation({
  send: ({ scope, item, intent }: Change<SingleSignOn, Partial<ConnectionBody>> & InAccount, headers) => {
    const body = { ...item, domains: domainNames(item), ...intent };
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

/** Verifies a domain by its TXT record. */
export const verifyDomain = mutation({
  send: ({ scope, name }: { name: string } & InAccount) =>
    client.send(calls.verifyDomain, { params: { name }, query: accountParameter(scope), body: {} }),
  invalidates,
  success: ({ name }) => singleSignOnText.verified({ name }),
});

/** Vouches for a domain, which only provider staff may do. */
export const vouchForDomain = mutation({
  send: ({ scope, name }: { name: string } & InAccount) =>
    client.send(calls.vouchForDomain, { params: { name }, query: { account: scope.accountId }, body: {} }),
  invalidates,
  success: ({ name }) => singleSignOnText.verified({ name }),
});

/** The first people of other accounts with an e-mail in a proven domain of an account, which provider staff see. */
export function elsewhereQuery(accountId: string) {
  return queryOptions({
    queryKey: keys['single-sign-on'].elsewhere(accountId),
    queryFn: ({ signal }) =>
      client.send(calls.listElsewhere, { params: { id: accountId }, query: { limit: shownElsewhere }, signal }),
  });
}

/** People that the screen shows at once; the next ones follow when these are moved. */
const shownElsewhere = 50;

/** Moves a user to an account. */
export const moveUser = mutation({
  send: ({ rn, accountId }: { rn: string; accountId: string }) =>
    client.send(calls.moveUsers, { body: { users: [rn], 'account-id': accountId } }),
  invalidates: ['single-sign-on', 'user'],
  success: singleSignOnText.moved,
});

/** Fetches the discovery document of an account's provider; this changes nothing. */
export async function testConnection(scope: AccountScope): Promise<Discovery> {
  return (await client.send(calls.testSingleSignOn, { query: accountParameter(scope), body: {} })).item;
}
