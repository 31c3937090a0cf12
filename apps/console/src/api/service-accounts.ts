import { calls, type ServiceAccount } from '@keyhold/contract';
import { type ListSource, listReply } from './listing.ts';
import { itemsQuery, recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

export function serviceAccountsSource(scope: AccountScope): ListSource<ServiceAccount> {
  return {
    key: ['service-account', 'list', scope.accountId],
    sorts: ['name', 'created-on', 'updated-on'],
    fetchRows: async (request, signal) =>
      listReply(await sendInAccount(scope, calls.listServiceAccounts, calls.listServiceAccounts, request, signal)),
  };
}

export const serviceAccountQuery = recordQuery('service-account', calls.getServiceAccount);

/** All tokens of a service account, since they are few. */
export function serviceAccountTokensQuery(id: string) {
  return itemsQuery(['service-account', 'tokens', id], calls.listServiceAccountTokens, { id });
}
