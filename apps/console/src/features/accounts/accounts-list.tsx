import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { useMemo } from 'react';
import { accountQuery, accountsSource } from '#api/accounts.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { selectAccount, useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { type Deletion, useDeletion } from '#panels/use-deletion.tsx';
import { paths } from '#paths';
import { accountsText } from '#text/accounts.ts';
import { listText } from '#text/lists.ts';
import { deleteColumn, descriptionColumn, statusColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { useCreation } from '#ui/use-creation.tsx';
import { CreateAccount } from './create-account.tsx';

const sorts = ['name', 'description', 'status'] as const;

/** How an account is deleted, and brought back with what was deleted together with it. */
const deletion: Deletion<Account> = {
  item: accountsText.item,
  nameOf: ({ name }) => name,
  words: accountsText,
  read: (id) => fetchFresh(accountQuery(id)),
  remove: (id, headers) => client.send(calls.deleteAccount, { params: { id }, headers }),
  restore: (id) => client.send(calls.restoreAccount, { params: { id }, body: {} }),
};

/** Every account. */
export default function AccountsList() {
  const { total, ...list } = useList(accountsSource, useListState(sorts));
  const creation = useCreation(accountsText.newAccount);
  const { accountId } = useSelectedAccount();
  // Nobody goes on looking at an account that is gone.
  const deleting = useDeletion(deletion, ({ rn }) => {
    if (resourceIdOf(rn) === accountId) selectAccount(null);
  });
  const columns = useMemo(() => accountColumns(deleting.ask), [deleting.ask]);
  return (
    <>
      <PageHeader title={accountsText.title} aside={<Count of={total} />} action={creation.button} />
      <DataTable
        label="accounts"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        minWidth={620}
        empty={<EmptyState title={accountsText.noneTitle}>{accountsText.noneHint}</EmptyState>}
      />
      <CreateAccount opened={creation.opened} onClose={creation.close} accounts={list.rows ?? []} />
      {deleting.dialog}
    </>
  );
}

function accountColumns(onDelete: (account: Account) => void): Column<Account>[] {
  return [
    {
      id: 'name',
      header: listText.name,
      width: 1.4,
      sort: ({ name }) => name,
      text: ({ name }) => name,
      cell: ({ rn, name, owner }) => (
        <span className="kh-inline">
          <RowLink to={paths.account(resourceIdOf(rn))}>{name}</RowLink>
          {owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>}
        </span>
      ),
    },
    descriptionColumn(2),
    statusColumn('120px'),
    deleteColumn(({ name }) => name, onDelete),
  ];
}

function rowKey({ rn }: Account): string {
  return rn;
}

function texts({ name, description, status }: Account): string[] {
  return [name, description, status];
}
