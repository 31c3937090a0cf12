import { type Account, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type ListSource, listReply } from './listing.ts';
import { listingQuery } from './use-list.ts';

/** How the server is asked for the accounts, which it shows to provider staff: for tables and selectors. */
export const accountsSource: ListSource<Account> = {
  key: keys.accounts(),
  sorts: [...textsWith(resources.account, 'sorted'), 'status'],
  ask: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listAccounts>;
    const reply = await client.send(calls.listAccounts, { query, signal });
    return listReply(reply.items, reply);
  },
};

/** The accounts, or the first of them where they are too many to keep ({@link listingQuery}). */
export function accountsQuery() {
  return listingQuery(accountsSource);
}

/** One account, and the version to send along with a change. */
export function accountQuery(id: string) {
  return queryOptions({
    queryKey: keys.account(id),
    queryFn: async ({ signal }) => {
      const { data, etag } = await client.sendForReply(calls.getAccount, { params: { id }, signal });
      return { item: data.item, etag };
    },
  });
}
