import { resourceIdOf, resources } from '@keyhold/contract';
import { fullName, type UserWithNames } from '#api/users.ts';
import { listed } from '#locale/formats.ts';
import { userPath } from '#routing/paths.ts';
import { directoryText } from '#text/directory.ts';
import { fieldNames } from '#text/fields.ts';
import { listText } from '#text/lists.ts';
import { usersText } from '#text/users.ts';
import { wireWord } from '#text/wire.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import type { Column } from '#ui/table/column.ts';
import {
  dateColumn,
  deleteColumn,
  fittingDate,
  type RowDeletion,
  searchedTexts,
  statusColumn,
  textColumn,
} from '#ui/table/columns.tsx';

/** The texts that the search covers. Tags are searched only where they are shown. */
export function userTexts(user: UserWithNames, shared: boolean): string[] {
  return [
    ...searchedTexts(resources.user, user),
    fullName(user),
    ...(shared ? user.tags.map(({ name }) => name) : []),
    ...user.roles.map(({ name }) => name),
    user.status,
    wireWord(user.status),
  ];
}

interface UserColumnsOptions {
  shared: boolean;
  /** The rn of the account's owner; null hides it. */
  owner: string | null;
  deleting: RowDeletion<UserWithNames>;
}

function nameList(things: UserWithNames['roles']): string {
  return listed(things.map(({ name }) => name));
}

export function userColumns({ shared, owner, deleting }: UserColumnsOptions): Column<UserWithNames>[] {
  const tags = textColumn<UserWithNames>('tags', usersText.tags, ({ tags }) => nameList(tags), {
    width: 1.15,
    look: 'muted',
    shown: 'wide',
  });
  return [
    textColumn('email', fieldNames.email, ({ email }) => email, {
      width: 2.9,
      to: ({ rn }) => userPath(resourceIdOf(rn)),
      aside: ({ rn, managed }) =>
        (rn === owner || managed) && (
          <>
            {rn === owner && <Badge tone="blue">{usersText.owner}</Badge>}
            {managed && <Badge tone="gray">{directoryText.managed}</Badge>}
          </>
        ),
    }),
    textColumn<UserWithNames>('name', listText.name, fullName, {
      width: 1.6,
      sort: (user) => `${fullName(user)} ${user.email}`,
      aside: ({ title }) => title && <Badge tone="gray">{title}</Badge>,
    }),
    textColumn('roles', usersText.roles, ({ roles }) => nameList(roles), { width: 1.35, look: 'muted' }),
    ...(shared ? [tags] : []),
    statusColumn(),
    {
      ...dateColumn('last-login', usersText.lastLogin, fittingDate(usersText.lastLogin)),
      shown: 'wide',
    },
    deleteColumn(deleting, ({ managed }) => !managed),
  ];
}
