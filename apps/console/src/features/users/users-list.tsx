import { calls } from '@keyhold/contract';
import { useCallback, useMemo } from 'react';
import { client } from '#api/client.ts';
import { useStrategy } from '#api/licenses.ts';
import { fetchFresh } from '#api/query-client.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { type UserWithNames, userQuery, usersSource } from '#api/users.ts';
import { RecentlyRemoved } from '#panels/recently-removed.tsx';
import { type Deletion, useDeletion } from '#panels/use-deletion.tsx';
import { usersText } from '#text/users.ts';
import { chosenRows } from '#ui/chosen-rows.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { useSelection } from '#ui/selection.ts';
import { useCreation } from '#ui/use-creation.tsx';
import { useBulkUsers } from './bulk-users.tsx';
import { CreateUser } from './create-user.tsx';
import { useOwner } from './use-owner.ts';
import { userSorts, userTexts, useUserColumns } from './user-columns.tsx';

/** How a user is deleted, and brought back. */
const deletion: Deletion<UserWithNames> = {
  item: usersText.item,
  nameOf: ({ email }) => email,
  words: usersText,
  read: (id) => fetchFresh(userQuery(id)),
  remove: (id, headers) => client.send(calls.deleteUser, { params: { id }, headers }),
  restore: (id) => client.send(calls.restoreUser, { params: { id }, body: {} }),
};

/** The users of the account that is looked at. */
export default function UsersList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => usersSource(scope), [scope]);
  const shared = useStrategy(scope) === 'Shared';
  const owner = useOwner(scope);
  const { total, ...list } = useList(source, useListState(userSorts));
  const creation = useCreation(usersText.newUser);
  const selection = useSelection(scope.accountId);
  const deleting = useDeletion(deletion, ({ rn }) => selection.choose([rn], false));
  const columns = useUserColumns({ shared, owner, onDelete: deleting.ask });
  const texts = useCallback((user: UserWithNames) => userTexts(user, shared), [shared]);
  const bulk = useBulkUsers({
    scope,
    shared,
    chosen: () => chosenRows(selection, list, { rowKey, texts }),
    onDone: selection.clear,
  });
  return (
    <>
      <PageHeader title={usersText.title} aside={<Count of={total} />} action={creation.button} />
      <DataTable
        label="users"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        minWidth={shared ? 900 : 800}
        empty={<EmptyState title={usersText.none}>{usersText.noneHint}</EmptyState>}
        selection={{ state: selection, rowName: deletion.nameOf, actions: bulk.actions }}
      />
      {bulk.dialogs}
      <CreateUser opened={creation.opened} onClose={creation.close} scope={scope} />
      <RecentlyRemoved scope={scope} kind="User" restore={deletion.restore} restored={usersText.restored} />
      {deleting.dialog}
    </>
  );
}

function rowKey({ rn }: UserWithNames): string {
  return rn;
}
