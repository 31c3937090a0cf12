import { calls, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { serviceAccountQuery } from '#data/service-accounts.ts';
import { serviceAccountsText, tokensText } from '#i18n/text/people.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { keys } from '#server/cache/keys.ts';
import { currentOf, itemsQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { recordMutation } from '#server/mutation/call-mutations.ts';
import { mutation } from '#server/mutation/change.ts';

/** All tokens of a service account, since they are few. */
export function serviceAccountTokensQuery(id: string) {
  return itemsQuery(keys['service-account'].tokens(id), calls.listServiceAccountTokens, { id });
}

/** The values that the form changes: texts and roles. The service account's own policies stay the same. */
export type ServiceAccountValues = Pick<ServiceAccount, 'name' | 'description' | 'roles'>;

export const updateServiceAccount = recordMutation(calls.updateServiceAccount, {
  query: serviceAccountQuery,
  body: (values: ServiceAccountValues, { policies }) => ({ ...values, policies }),
  success: serviceAccountsText.updated,
});

export const serviceAccountDeletion: Deletion<ServiceAccount> = {
  kind: 'service-account',
  nameOf: ({ name }) => name,
  words: serviceAccountsText,
  current: currentOf(serviceAccountQuery),
  remove: (one, headers) => client.send(calls.deleteServiceAccount, { params: paramsOf(one), headers }),
};

export const revokeToken = mutation({
  send: ({ account, token }: { account: ServiceAccount; token: ServiceAccountToken }) =>
    client.send(calls.deleteServiceAccountToken, { params: { ...paramsOf(account), tid: token.id } }),
  invalidates: ['service-account'],
  success: tokensText.revoked,
});
