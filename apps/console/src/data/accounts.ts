import { type Account, accountStatuses, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import type { ListSource } from '#lists/engine/listing.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';

/** The accounts, which the server lists for provider staff. */
export const accountsSource: ListSource<Account> = {
  key: keys.account.list(),
  sorts: [...textsWith(resources.account, 'sorted'), 'status'],
  words: accountStatuses,
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listAccounts>;
    return client.send(calls.listAccounts, { query, signal });
  },
};

export const accountQuery = recordQuery(keys.account.record, calls.getAccount);
