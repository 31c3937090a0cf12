import { resourceIdOf, resources } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fullName, type UserWithNames, usersSource } from '#data/users.ts';
import { useStatusOfMany } from '#features/users/status-of-many.tsx';
import { userPath } from '#features/users/users.paths.ts';
import { listText } from '#i18n/text/every-page.ts';
import { bulkText, fieldNames } from '#i18n/text/general.ts';
import { importText, usersText } from '#i18n/text/people.ts';
import type { Column } from '#lists/columns/column.ts';
import { dateColumn, fittingDate, searchedTexts, textColumn } from '#lists/columns/columns.tsx';
import { useLocalListState } from '#lists/engine/list-state.ts';
import { fetchAll } from '#lists/engine/listing.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { keys } from '#server/cache/keys.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { cellOf, foldedEmail } from './import-rows.ts';
import type { ImportState } from './import-work.ts';

/** All active users of an account, however many. */
function activeUsersQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys.user.active(scope.accountId),
    queryFn: ({ signal }) => fetchAll(usersSource(scope, { status: 'Active' }).fetchRows, {}, signal),
  });
}

/** The active people who are missing from the file, who can be chosen and deactivated. */
export function Leavers({ state }: { state: ImportState }) {
  const mayDeactivate = usePermission('iam:UpdateUserStatus');
  if (!mayDeactivate) return null;
  return (
    <Disclosure title={importText.leavers}>
      <Missing state={state} />
    </Disclosure>
  );
}

function Missing({ state: { rows, columns } }: { state: ImportState }) {
  const scope = useSelectedAccount();
  const { data, error, refetch } = useQuery(activeUsersQuery(scope));
  const inFile = new Set(rows.map((row) => foldedEmail(cellOf(row, columns, 'email'))));
  const missing = data?.filter(({ email }) => !inFile.has(email.toLowerCase()));
  const selection = useSelection(scope.accountId);
  const { report, dialog } = useBulkReport(selection.clear);
  const status = useStatusOfMany(scope, report);
  const shown: Column<UserWithNames>[] = [
    textColumn('email', fieldNames.email, ({ email }) => email, {
      width: 2,
      to: ({ rn }) => userPath(resourceIdOf(rn)),
    }),
    textColumn('name', listText.name, fullName, { width: 1.6 }),
    dateColumn('last-login', usersText.lastLogin, fittingDate(usersText.lastLogin)),
  ];
  return (
    <>
      <Text c="dimmed" mb="md" maw="72ch">
        {importText.leaversHint}
      </Text>
      <DataTable
        label="users"
        columns={shown}
        rows={missing}
        state={useLocalListState('email')}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ rn }) => rn}
        texts={(user) => [...searchedTexts(resources.user, user), fullName(user)]}
        empty={{ title: importText.noLeavers }}
        selection={{
          state: selection,
          rowName: ({ email }) => email,
          actions: (chosen) => (
            <Button size="compact-sm" fw={500} onClick={() => status.ask(chosen, 'Inactive')}>
              {bulkText.deactivate}
            </Button>
          ),
        }}
      />
      {dialog}
      {status.dialog}
    </>
  );
}
