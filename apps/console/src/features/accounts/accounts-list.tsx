import { type Account, resourceIdOf, resources } from '@keyhold/contract';
import { useState } from 'react';
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
import { CreationForm } from '#records/form/creation-form.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { accountDeletion, checkName, createAccount, restoreAccount } from './accounts.data.ts';
import { accountPath } from './accounts.paths.ts';

export const loader = listLoader(() => accountsSource);

export default function AccountsList() {
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
      <RecentlyRemoved account="all" kind="Account" restore={restoreAccount} />
      {deleting.dialog}
    </>
  );
}

function CreateAccount({ accounts }: { accounts: readonly Account[] }) {
  // The accounts listed when the form opens, whose names are taken: a retry is not refused for the account that was
  // created before the connection broke. The server checks all accounts.
  const [known] = useState(accounts);
  return <CreationForm resource={resources.account} check={checkName(known, null)} create={createAccount} />;
}
