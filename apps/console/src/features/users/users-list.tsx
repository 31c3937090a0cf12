import { cellOfNames } from '@keyhold/client/sheet/names-cell.ts';
import { resourceIdOf, resources } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { accountQuery } from '#data/accounts.ts';
import { useStrategy } from '#data/licenses.ts';
import { fullName, type UserWithNames, usersSource } from '#data/users.ts';
import { directoryPath } from '#features/directory/directory.paths.ts';
import { securityPath } from '#features/security/security.paths.ts';
import { serviceAccountsPath } from '#features/service-accounts/service-accounts.paths.ts';
import { singleSignOnPath } from '#features/single-sign-on/single-sign-on.paths.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { listText, shellText } from '#i18n/text/every-page.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { directoryText, importText, usersText } from '#i18n/text/people.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import {
  dateColumn,
  deleteColumn,
  fittingDate,
  searchedTexts,
  statusColumn,
  textColumn,
} from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useListFilter } from '#lists/table/list-filter.tsx';
import { RecentlyRemoved } from '#records/deletion/recently-removed.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { toastFailure } from '#ui/feedback/toast.tsx';
import { DropOverlay } from '#ui/form/drop-overlay.tsx';
import { useDroppedFile } from '#ui/form/use-dropped-file.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { fetchCode } from '#ui/loading/fetch-code.ts';
import { useBulkUsers } from './bulk-users.tsx';
import { CreateUser } from './create-user.tsx';
import { isUndelivered } from './invitation.tsx';
import { restoreUser, userDeletion } from './users.data.ts';
import { importUsersPath, userPath } from './users.paths.ts';

export const loader = listLoader(usersSource);

const filters = { pending: wireWord('Pending') };
const none = { title: usersText.none, hint: usersText.noneHint };

/** The users of the selected account. */
export default function UsersList() {
  const scope = useSelectedAccount();
  const { filter, button: filterButton, empty } = useListFilter(filters, none);
  const source = usersSource(scope, filter ? { status: 'Pending' } : {});
  const shared = useStrategy(scope) === 'Shared';
  const owner = useOwner(scope);
  const selection = useSelection(scope.accountId);
  const deleting = useDeletion(userDeletion, ({ rn }) => selection.forget(rn));
  const tags = namesColumn('tags', { width: 1.15, visible: 'wide' });
  const columns: Column<UserWithNames>[] = [
    textColumn('email', fieldNames.email, ({ email }) => email, {
      width: 2.9,
      to: ({ rn }) => userPath(resourceIdOf(rn)),
      aside: (user) =>
        (user.rn === owner || user.managed || isUndelivered(user)) && (
          <>
            {isUndelivered(user) && <Badge tone="red">{usersText.notDelivered}</Badge>}
            {user.rn === owner && <Badge tone="blue">{usersText.owner}</Badge>}
            {user.managed && <Badge tone="gray">{directoryText.managed}</Badge>}
          </>
        ),
    }),
    nameColumn,
    ...exportedTexts,
    namesColumn('roles', { width: 1.35 }),
    ...(shared ? [tags] : []),
    statusColumn(),
    {
      ...dateColumn('last-login', usersText.lastLogin, fittingDate(usersText.lastLogin)),
      visible: 'wide',
    },
    deleteColumn(deleting, ({ managed }) => !managed),
  ];
  const { total, ...list } = useList(source, columns, 'name');
  const bulk = useBulkUsers(scope, selection.clear);
  const mayImport = usePermission('iam:CreateUser');
  const navigate = useNavigate();
  const over = useDroppedFile((file) => {
    void importFile(scope.accountId, file).then(() => navigate(importUsersPath), toastFailure);
  }, mayImport);
  return (
    <>
      <PageHeader
        title={usersText.title}
        count={total}
        aside={filterButton}
        action={
          <Group gap="sm">
            <QuietLink to={serviceAccountsPath}>{shellText.serviceAccounts}</QuietLink>
            <QuietLink to={securityPath}>{shellText.security}</QuietLink>
            <QuietLink to={singleSignOnPath}>{shellText.singleSignOn}</QuietLink>
            <QuietLink to={directoryPath}>{shellText.directory}</QuietLink>
            {mayImport && (
              <Button component={Link} to={importUsersPath}>
                {importText.open}
              </Button>
            )}
            <CreateButton label={usersText.newUser} title={usersText.createTitle}>
              <CreateUser scope={scope} />
            </CreateButton>
          </Group>
        }
      />
      <DataTable
        label="users"
        {...list}
        texts={(user) => userTexts(user, shared)}
        empty={empty}
        // A bulk change of all results sends only the search, not the filter.
        {...(!filter && { selection: { state: selection, rowName: deleting.nameOf, actions: bulk.actions } })}
      />
      {bulk.dialogs}
      <RecentlyRemoved account={scope.accountId} kind="User" restore={restoreUser} />
      {deleting.dialog}
      <DropOverlay shown={over}>{importText.dropAnywhere}</DropOverlay>
    </>
  );
}

/** The name, which a file has as a column each for the first and the last name. */
const { text: _, ...nameColumn } = textColumn<UserWithNames>('name', listText.name, fullName, {
  width: 1.6,
  sort: (user) => `${fullName(user)} ${user.email}`,
  aside: ({ title }) => title && <Badge tone="gray">{title}</Badge>,
});

const exportedTexts = (['first-name', 'last-name', 'title', 'description'] as const).map(
  (name): Column<UserWithNames> => ({
    id: name,
    header: fieldNames[name],
    text: (user) => user[name],
    cell: (user) => user[name],
    visible: 'never',
  }),
);

/** The roles or the tags of a user. A file has them as the import reads them. */
function namesColumn(kind: 'roles' | 'tags', options: { width: number; visible?: 'wide' }): Column<UserWithNames> {
  const names = (user: UserWithNames): string[] => user[kind].map(({ name }) => name);
  return {
    ...textColumn(kind, usersText[kind], (user) => formatList(names(user)), { look: 'muted', ...options }),
    text: (user) => cellOfNames(names(user)),
  };
}

/** Begins the import of a file, whose code is fetched when a file is dropped. */
async function importFile(account: string, file: File): Promise<void> {
  const { importWork } = await fetchCode(() => import('./import/import-work.ts'));
  importWork(account).open(file, file.name);
}

/** The rn of the account's owner; null without one, and for users who may not list accounts. */
function useOwner({ accountId }: AccountScope): string | null {
  const { canSwitchAccount } = useAuthInfo();
  const data = useSideQuery({ ...accountQuery(accountId), enabled: canSwitchAccount });
  return data?.item.owner ?? null;
}

/** The texts that the search covers. Tags are searched only where they are shown. */
function userTexts(user: UserWithNames, shared: boolean): string[] {
  return [
    ...searchedTexts(resources.user, user),
    fullName(user),
    ...(shared ? user.tags.map(({ name }) => name) : []),
    ...user.roles.map(({ name }) => name),
    user.status,
    wireWord(user.status),
  ];
}
