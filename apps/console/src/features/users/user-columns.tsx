import { resourceIdOf } from '@keyhold/contract';
import { useMemo } from 'react';
import { nameList } from '#api/named.ts';
import { fullName, type UserWithNames } from '#api/users.ts';
import { paths } from '#paths';
import { listText } from '#text/lists.ts';
import { usersText } from '#text/users.ts';
import type { Column } from '#ui/data-table.tsx';
import { exactTime } from '#ui/dates.ts';
import { DeleteButton } from '#ui/delete-button.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { Badge, StatusBadge } from '#ui/status-badge.tsx';

/** What the list can be ordered by; by name unless said. */
export const userSorts = ['name', 'email', 'roles', 'tags', 'status', 'last-login'] as const;

/** What the search looks into. Tags count only where they are shown. */
export function userTexts(user: UserWithNames, shared: boolean): string[] {
  return [
    user.email,
    user['last-name'],
    user['first-name'],
    fullName(user),
    ...(shared ? user.tags.map(({ name }) => name) : []),
    ...user.roles.map(({ name }) => name),
    user.description,
    user.title,
    user.status,
  ];
}

interface UserColumnsOptions {
  shared: boolean;
  /** The rn of the account's owner, if it is to be shown. */
  owner: string | null;
  onDelete: (user: UserWithNames) => void;
}

export function useUserColumns({ shared, owner, onDelete }: UserColumnsOptions): Column<UserWithNames>[] {
  return useMemo(() => {
    const tags: Column<UserWithNames> = {
      id: 'tags',
      header: usersText.tags,
      width: 1.3,
      sort: ({ tags }) => nameList(tags) || null,
      text: ({ tags }) => nameList(tags),
      cell: ({ tags }) => <span className="kh-cut kh-muted">{nameList(tags)}</span>,
    };
    return [
      {
        id: 'email',
        header: usersText.email,
        width: 2,
        sort: ({ email }) => email,
        text: ({ email }) => email,
        cell: (user) => (
          <span className="kh-inline">
            <RowLink to={paths.user(resourceIdOf(user.rn))}>{user.email}</RowLink>
            {user.rn === owner && <Badge tone="blue">{usersText.owner}</Badge>}
          </span>
        ),
      },
      {
        id: 'name',
        header: listText.name,
        width: 1.5,
        sort: (user) => `${fullName(user)} ${user.email}`,
        text: fullName,
        cell: (user) => (
          <span className="kh-inline">
            <span className="kh-cut">{fullName(user)}</span>
            {user.title && <Badge tone="gray">{user.title}</Badge>}
          </span>
        ),
      },
      {
        id: 'roles',
        header: usersText.roles,
        width: 1.4,
        sort: ({ roles }) => nameList(roles) || null,
        text: ({ roles }) => nameList(roles),
        cell: ({ roles }) => <span className="kh-cut kh-muted">{nameList(roles)}</span>,
      },
      ...(shared ? [tags] : []),
      {
        id: 'status',
        header: listText.status,
        width: '104px',
        sort: ({ status }) => status,
        text: ({ status }) => status,
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      {
        id: 'last-login',
        header: usersText.lastLogin,
        width: '126px',
        sort: (user) => user['last-login'],
        text: (user) => exactTime(user['last-login']),
        cell: (user) => <RelativeDate value={user['last-login']} />,
      },
      {
        id: 'actions',
        header: listText.actions,
        width: '56px',
        actions: true,
        cell: (user) => <DeleteButton name={user.email} onClick={() => onDelete(user)} />,
      },
    ];
  }, [shared, owner, onDelete]);
}
