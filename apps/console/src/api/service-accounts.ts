import { calls, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { versionOf } from './change.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type ListSource, listReply } from './listing.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';
import { listingQuery } from './use-list.ts';

export function serviceAccountsSource(scope: AccountScope): ListSource<ServiceAccount> {
  const { listServiceAccounts } = calls;
  return {
    key: keys.serviceAccounts(scope.accountId),
    sorts: ['name', 'created-on', 'updated-on'],
    ask: async (request, signal) =>
      listReply(await sendInAccount(scope, listServiceAccounts, listServiceAccounts, request, signal)),
  };
}

export function serviceAccountsQuery(scope: AccountScope) {
  return listingQuery(serviceAccountsSource(scope));
}

export function serviceAccountQuery(id: string) {
  return queryOptions({
    queryKey: keys.serviceAccount(id),
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getServiceAccount, { params: { id }, signal })),
  });
}

/** The tokens of a service account: all, since they are few. */
export function serviceAccountTokensQuery(id: string) {
  return queryOptions({
    queryKey: keys.serviceAccountTokens(id),
    queryFn: async ({ signal }): Promise<ServiceAccountToken[]> =>
      (await client.send(calls.listServiceAccountTokens, { params: { id }, signal })).items,
  });
}
