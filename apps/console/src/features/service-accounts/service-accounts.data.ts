import { calls, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { recordMutation } from '#api/call-mutations.ts';
import { mutation, paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { currentOf } from '#api/record-query.ts';
import { serviceAccountQuery } from '#api/service-accounts.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { serviceAccountsText, tokensText } from '#text/service-accounts.ts';

/** The values that the form changes: texts and roles. The service account's own policies stay the same. */
export type ServiceAccountValues = Pick<ServiceAccount, 'name' | 'description' | 'roles'>;

export const updateServiceAccount = recordMutation(calls.updateServiceAccount, {
  query: serviceAccountQuery,
  body: (values: ServiceAccountValues, { policies }) => ({ ...values, policies }),
  success: serviceAccountsText.updated,
});

export const serviceAccountDeletion: Deletion<ServiceAccount> = {
  item: 'serviceAccount',
  nameOf: ({ name }) => name,
  words: serviceAccountsText,
  current: currentOf(serviceAccountQuery),
  remove: (one, headers) => client.send(calls.deleteServiceAccount, { params: paramsOf(one), headers }),
};

export const revokeToken = mutation({
  send: ({ of, token }: { of: ServiceAccount; token: ServiceAccountToken }) =>
    client.send(calls.deleteServiceAccountToken, { params: { ...paramsOf(of), tid: token.id } }),
  invalidates: ['service-account'],
  success: tokensText.revoked,
});
