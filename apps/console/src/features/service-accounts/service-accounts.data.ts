import { calls, resourceIdOf, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { type Change, mutation, paramsOf, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { serviceAccountQuery } from '#api/service-accounts.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { serviceAccountsText, tokensText } from '#text/service-accounts.ts';

const invalidates = ['service-account'];

/** What the form changes: texts and roles. Policies of its own stay as they are. */
export type ServiceAccountValues = Pick<ServiceAccount, 'name' | 'description' | 'roles'>;

export const updateServiceAccount = mutation({
  send: ({ base, intent }: Change<ServiceAccount, ServiceAccountValues>, headers) => {
    const body = { ...intent, policies: base.policies };
    return versionOf(client.sendForReply(calls.updateServiceAccount, { params: paramsOf(base), body, headers }));
  },
  updates: ({ base }) => serviceAccountQuery(resourceIdOf(base.rn)).queryKey,
  invalidates,
  success: serviceAccountsText.updated,
});

export const serviceAccountDeletion: Deletion<ServiceAccount> = {
  item: 'serviceAccount',
  nameOf: ({ name }) => name,
  words: serviceAccountsText,
  current: ({ rn }) => fetchFresh(serviceAccountQuery(resourceIdOf(rn))),
  remove: (one, headers) => client.send(calls.deleteServiceAccount, { params: paramsOf(one), headers }),
};

export const revokeToken = mutation({
  send: ({ base: { of, token } }: Change<{ of: ServiceAccount; token: ServiceAccountToken }, 'revoke'>) =>
    client.send(calls.deleteServiceAccountToken, { params: { ...paramsOf(of), tid: token.id } }),
  invalidates,
  success: tokensText.revoked,
});
