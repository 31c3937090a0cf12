import { type Account, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { versionOf } from './change.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type ListSource, listReply } from './listing.ts';
import { listingQuery } from './use-list.ts';

/** The accounts, which the server shows to provider staff. */
export const accountsSource: ListSource<Account> = {
  key: keys.accounts(),
  sorts: [...textsWith(resources.account, 'sorted'), 'status'],
  ask: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listAccounts>;
    return listReply(await client.send(calls.listAccounts, { query, signal }));
  },
};

export function accountsQuery() {
  return listingQuery(accountsSource);
}

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: keys.account(id),
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getAccount, { params: { id }, signal })),
  });
}
