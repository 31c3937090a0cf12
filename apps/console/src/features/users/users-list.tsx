import { calls, resourceIdOf } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { client } from '#api/client.ts';
import { useStrategy } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { type UserWithNames, userQuery, usersSource } from '#api/users.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { usersText } from '#text/users.ts';
import { chosenRows } from '#ui/chosen-rows.ts';
import { DataTable } from '#ui/data-table.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { useOpenRequest } from '#ui/open-request.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { useSelection } from '#ui/selection.ts';
import { toastWithUndo } from '#ui/undo-toast.tsx';
import { useBulkUsers } from './bulk-users.tsx';
import { CreateUser } from './create-user.tsx';
import { useOwner } from './use-owner.ts';
import { userSorts, userTexts, useUserColumns } from './user-columns.tsx';

/** The users of the account that is looked at. */
export default function UsersList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => usersSource(scope), [scope]);
  const shared = useStrategy(scope) === 'Shared';
  const owner = useOwner(scope);
  const { total, ...list } = useList(source, useListState(userSorts));
  const [creating, setCreating] = useState(false);
  useOpenRequest(() => setCreating(true));
  const [deleting, setDeleting] = useState<UserWithNames | null>(null);
  const guard = useVersionGuard(queryOf);
  const askToDelete = useCallback(
    (user: UserWithNames) => {
      guard.see(user.rn);
      setDeleting(user);
    },
    [guard],
  );
  const columns = useUserColumns({ shared, owner, onDelete: askToDelete });
  const texts = useCallback((user: UserWithNames) => userTexts(user, shared), [shared]);

  const selection = useSelection(`${scope.accountId} ${list.state.search}`);
  const bulk = useBulkUsers({
    scope,
    shared,
    chosen: () => chosenRows(selection, list, { rowKey, texts }),
    onDone: selection.clear,
  });

  const remove = async (user: UserWithNames): Promise<void> => {
    const params = { id: resourceIdOf(user.rn) };
    await guard.send(user.rn, (headers) => client.send(calls.deleteUser, { params, headers }));
    selection.choose([user.rn], false);
    toastWithUndo(usersText.deleted, usersText.restored, () => restore(user));
    await refresh('user');
  };
  const newUser = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {usersText.newUser}
    </Button>
  );
  return (
    <>
      <PageHeader title={usersText.title} aside={<Count of={total} />} action={newUser} />
      <DataTable
        label="users"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        minWidth={shared ? 900 : 800}
        empty={<EmptyState title={usersText.none}>{usersText.noneHint}</EmptyState>}
        selection={{ state: selection, rowName, actions: bulk.actions }}
      />
      {bulk.dialogs}
      <CreateUser opened={creating} onClose={() => setCreating(false)} scope={scope} />
      <DeleteDialog
        item={usersText.item}
        target={deleting}
        nameOf={({ email }) => email}
        consequences={usersText.deletionTakes}
        changes={(one) => <RecentChanges rn={one.rn} since={one['updated-on']} />}
        onDelete={remove}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

/** Brings a deleted user back. */
async function restore({ rn }: UserWithNames): Promise<void> {
  await client.send(calls.restoreUser, { params: { id: resourceIdOf(rn) }, body: {} });
  await refresh('user');
}

function rowName({ email }: UserWithNames): string {
  return email;
}

function rowKey({ rn }: UserWithNames): string {
  return rn;
}

function queryOf(rn: string) {
  return userQuery(resourceIdOf(rn));
}
