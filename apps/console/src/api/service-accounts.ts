import { calls, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

export function serviceAccountsSource(scope: AccountScope): ListSource<ServiceAccount> {
  const { listServiceAccounts } = calls;
  return {
    key: ['service-account', 'list', scope.accountId],
    sorts: ['name', 'created-on', 'updated-on'],
    fetchRows: async (request, signal) =>
      listReply(await sendInAccount(scope, listServiceAccounts, listServiceAccounts, request, signal)),
  };
}

export const serviceAccountQuery = recordQuery('service-account', calls.getServiceAccount);

/** All tokens of a service account, since they are few. */
export function serviceAccountTokensQuery(id: string) {
  return queryOptions({
    queryKey: ['service-account', 'tokens', id],
    queryFn: async ({ signal }): Promise<ServiceAccountToken[]> =>
      (await client.send(calls.listServiceAccountTokens, { params: { id }, signal })).items,
  });
}
