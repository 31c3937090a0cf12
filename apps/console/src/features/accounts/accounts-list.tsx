import { type Account, resourceIdOf, resources } from '@keyhold/contract';
import { accountsSource } from '#data/accounts.ts';
import { listText } from '#i18n/text/every-page.ts';
import { accountsText } from '#i18n/text/people.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { deleteColumn, searchedTexts, statusColumn, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { RecentlyRemoved } from '#records/deletion/recently-removed.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { accountDeletion } from './accounts.data.ts';
import { accountPath } from './accounts.paths.ts';
import { CreateAccount } from './create-account.tsx';
import { useAccountRestoration } from './restore-account.tsx';

export const loader = listLoader(() => accountsSource);

export default function AccountsList() {
  const restoring = useAccountRestoration();
  const deleting = useDeletion(accountDeletion);
  const columns: Column<Account>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.4,
      to: ({ rn }) => accountPath(resourceIdOf(rn)),
      aside: ({ owner }) => owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>,
    }),
    ...textColumns<Account>(resources.account, 2),
    statusColumn(),
    deleteColumn(deleting),
  ];
  const { total, ...list } = useList(accountsSource, columns);
  const creation = (
    <CreateButton label={accountsText.newAccount} title={accountsText.createTitle}>
      <CreateAccount accounts={list.rows ?? []} />
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={accountsText.title} count={total} action={creation} />
      <DataTable
        label="accounts"
        {...list}
        texts={(one) => [...searchedTexts(resources.account, one), one.status, wireWord(one.status)]}
        empty={{ title: accountsText.noneTitle, hint: accountsText.noneHint }}
      />
      <RecentlyRemoved account="all" kind="Account" restore={restoring.restore} />
      {deleting.dialog}
      {restoring.dialog}
    </>
  );
}
