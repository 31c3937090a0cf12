import { calls } from '@keyhold/contract';
import { accountList } from '#lists/engine/account-list.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';

export const serviceAccountsSource = accountList(
  keys['service-account'].list,
  calls.listServiceAccounts,
  calls.listServiceAccounts,
  { sorts: ['name', 'created-on', 'updated-on'] },
);

export const serviceAccountQuery = recordQuery(keys['service-account'].record, calls.getServiceAccount);
