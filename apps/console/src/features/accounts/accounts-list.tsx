import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { accountQuery, accountsSource } from '#api/accounts.ts';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { useList } from '#api/use-list.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { paths } from '#paths';
import { accountsText } from '#text/accounts.ts';
import { listText } from '#text/lists.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { DeleteButton } from '#ui/delete-button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { useOpenRequest } from '#ui/open-request.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { Badge, StatusBadge } from '#ui/status-badge.tsx';
import { toastWithUndo } from '#ui/undo-toast.tsx';
import { CreateAccount } from './create-account.tsx';

const sorts = ['name', 'description', 'status'] as const;

/** Every account. */
export default function AccountsList() {
  const { total, ...list } = useList(accountsSource, useListState(sorts));
  const [creating, setCreating] = useState(false);
  useOpenRequest(() => setCreating(true));
  const [deleting, setDeleting] = useState<Account | null>(null);
  const guard = useVersionGuard(queryOf);
  const askToDelete = useCallback(
    (account: Account) => {
      guard.see(account.rn);
      setDeleting(account);
    },
    [guard],
  );
  const columns = useAccountColumns(askToDelete);

  const remove = async (account: Account): Promise<void> => {
    const params = { id: resourceIdOf(account.rn) };
    await guard.send(account.rn, (headers) => client.send(calls.deleteAccount, { params, headers }));
    toastWithUndo(accountsText.deleted, accountsText.restored, () => restore(account));
    await refresh('account');
  };
  const newAccount = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {accountsText.newAccount}
    </Button>
  );
  return (
    <>
      <PageHeader title={accountsText.title} aside={<Count of={total} />} action={newAccount} />
      <DataTable
        label="accounts"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        minWidth={620}
        empty={<EmptyState title={accountsText.noneTitle}>{accountsText.noneHint}</EmptyState>}
      />
      <CreateAccount opened={creating} onClose={() => setCreating(false)} accounts={list.rows ?? []} />
      <DeleteDialog
        item={accountsText.item}
        target={deleting}
        nameOf={({ name }) => name}
        consequences={accountsText.deletionTakes}
        changes={(one) => <RecentChanges rn={one.rn} since={one['updated-on']} />}
        onDelete={remove}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

function useAccountColumns(onDelete: (account: Account) => void): Column<Account>[] {
  return useMemo(
    () => [
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
      {
        id: 'description',
        header: listText.description,
        width: 2,
        sort: ({ description }) => description || null,
        text: ({ description }) => description,
        cell: ({ description }) => <span className="kh-cut kh-muted">{description}</span>,
      },
      {
        id: 'status',
        header: listText.status,
        width: '120px',
        sort: ({ status }) => status,
        text: ({ status }) => status,
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      {
        id: 'actions',
        header: listText.actions,
        width: '56px',
        actions: true,
        cell: (account) => <DeleteButton name={account.name} onClick={() => onDelete(account)} />,
      },
    ],
    [onDelete],
  );
}

/** Brings a deleted account back, with what was deleted together with it. */
async function restore({ rn }: Account): Promise<void> {
  await client.send(calls.restoreAccount, { params: { id: resourceIdOf(rn) }, body: {} });
  await refresh('account');
}

function rowKey({ rn }: Account): string {
  return rn;
}

function texts({ name, description, status }: Account): string[] {
  return [name, description, status];
}

function queryOf(rn: string) {
  return accountQuery(resourceIdOf(rn));
}
