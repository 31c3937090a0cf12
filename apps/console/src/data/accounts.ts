import { accountStatuses, calls, resources, textsWith } from '@keyhold/contract';
import { providerList } from '#lists/engine/provider-list.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';

/** The accounts, which the server lists for provider staff. */
export const accountsSource = providerList(keys.account.list(), calls.listAccounts, {
  sorts: [...textsWith(resources.account, 'sorted'), 'status'],
  words: accountStatuses,
});

export const accountQuery = recordQuery(keys.account.record, calls.getAccount);
