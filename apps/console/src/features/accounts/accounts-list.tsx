import { type Account, resourceIdOf, resources } from '@keyhold/contract';
import { accountsSource } from '#api/accounts.ts';
import { listLoader, useList } from '#api/use-list.ts';
import { useDeletion } from '#deletion/use-deletion.tsx';
import { accountsText } from '#text/accounts.ts';
import { listText } from '#text/lists.ts';
import { wireWord } from '#text/wire.ts';
import { useCreation } from '#ui/dialog/use-creation.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Count, PageHeader } from '#ui/layout/page.tsx';
import type { Column } from '#ui/table/column.ts';
import { deleteColumn, searchedTexts, statusColumn, textColumns } from '#ui/table/columns.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';
import { RowLink } from '#ui/table/row-link.tsx';
import looks from '#ui/theme/looks.module.css';
import { accountDeletion } from './accounts.data.ts';
import { accountPath } from './accounts.paths.ts';
import { CreateAccount } from './create-account.tsx';

export const loader = listLoader(() => accountsSource);

/** Every account. */
export default function AccountsList() {
  const deleting = useDeletion(accountDeletion);
  const columns = accountColumns(deleting.ask);
  const { total, ...list } = useList(accountsSource, useListState(columns));
  const creation = useCreation({
    label: accountsText.newAccount,
    title: accountsText.createTitle,
    form: (props) => <CreateAccount accounts={list.rows ?? []} {...props} />,
  });
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
      {creation.dialog}
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
        <span className={looks.inline}>
          <RowLink to={accountPath(resourceIdOf(rn))}>{name}</RowLink>
          {owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>}
        </span>
      ),
    },
    ...textColumns<Account>(resources.account, 2),
    statusColumn(),
    deleteColumn(({ name }) => name, onDelete),
  ];
}

function rowKey({ rn }: Account): string {
  return rn;
}

function texts(account: Account): string[] {
  return [...searchedTexts(resources.account, account), account.status, wireWord(account.status)];
}
