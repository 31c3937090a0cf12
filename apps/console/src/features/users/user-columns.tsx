import { resourceIdOf, resources } from '@keyhold/contract';
import { nameList } from '#api/named.ts';
import { fullName, type UserWithNames } from '#api/users.ts';
import { relativeTime } from '#locale/formats.ts';
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
  fitting,
  type RowDeletion,
  searchedTexts,
  statusColumn,
  textColumn,
} from '#ui/table/columns.tsx';
import { userPath } from './users.paths.ts';

/** The texts of the search. Tags count only where they are shown. */
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
  /** The rn of the account's owner, if it is to be shown. */
  owner: string | null;
  deleting: RowDeletion<UserWithNames>;
}

export function userColumns({ shared, owner, deleting }: UserColumnsOptions): Column<UserWithNames>[] {
  const tags = textColumn<UserWithNames>({
    id: 'tags',
    header: usersText.tags,
    width: 1.15,
    text: ({ tags }) => nameList(tags),
    look: 'muted',
    shown: 'wide',
  });
  return [
    textColumn({
      id: 'email',
      header: fieldNames.email,
      width: 2.9,
      text: ({ email }) => email,
      to: ({ rn }) => userPath(resourceIdOf(rn)),
      aside: ({ rn, managed }) =>
        (rn === owner || managed) && (
          <>
            {rn === owner && <Badge tone="blue">{usersText.owner}</Badge>}
            {managed && <Badge tone="gray">{directoryText.managed}</Badge>}
          </>
        ),
    }),
    textColumn<UserWithNames>({
      id: 'name',
      header: listText.name,
      width: 1.6,
      sort: (user) => `${fullName(user)} ${user.email}`,
      text: fullName,
      aside: ({ title }) => title && <Badge tone="gray">{title}</Badge>,
    }),
    textColumn({
      id: 'roles',
      header: usersText.roles,
      width: 1.35,
      text: ({ roles }) => nameList(roles),
      look: 'muted',
    }),
    ...(shared ? [tags] : []),
    statusColumn(),
    {
      ...dateColumn('last-login', usersText.lastLogin, fitting([usersText.lastLogin, relativeTime(-20, 'minute')], 24)),
      shown: 'wide',
    },
    deleteColumn(deleting, ({ managed }) => !managed),
  ];
}
