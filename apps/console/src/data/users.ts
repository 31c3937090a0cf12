import { calls, type Resource, resourceIdOf, type User, userStatuses } from '@keyhold/contract';
import { compareNames } from '#i18n/locale/formats.ts';
import { usersText } from '#i18n/text/people.ts';
import { accountList } from '#lists/engine/account-list.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';
import { recordMutation } from '#server/mutation/call-mutations.ts';

/** A role or a tag of a user. */
interface Named {
  rn: string;
  name: string;
}

export interface UserWithNames extends Omit<User, 'roles' | 'tags'> {
  roles: Named[];
  tags: Named[];
}

/** Adds the names of a user's roles and tags. One without a name in the reply is shown by its id. */
function withNames(user: User, resources: Readonly<Record<string, Resource>> = {}): UserWithNames {
  const named = (rn: string): Named => {
    const found = resources[rn];
    return { rn, name: found && 'name' in found ? found.name : resourceIdOf(rn) };
  };
  const byName = (one: Named, other: Named): number => compareNames(one.name, other.name);
  return { ...user, roles: user.roles.map(named).sort(byName), tags: user.tags.map(named).sort(byName) };
}

export function fullName(user: Pick<User, 'first-name' | 'last-name'>): string {
  return `${user['first-name']} ${user['last-name']}`.trim();
}

export const usersSource = accountList(keys.user.list, calls.listUsers, calls.listAccountUsers, {
  sorts: ['name', 'email', 'status', 'last-login'],
  words: userStatuses,
  query: { resolve: 'all' },
  read: ({ items, resources }) => items.map((user) => withNames(user, resources)),
});

export const userQuery = recordQuery(keys.user.record, calls.getUser, { resolve: 'all' }, ({ item, resources }) =>
  withNames(item, resources),
);

/** Options that every change of a user shares. */
export const userUpdate = {
  query: userQuery,
  /** The reply of a change lacks the names of roles and tags, which do not change. */
  read: (user: User, { roles, tags }: UserWithNames): UserWithNames => ({ ...user, roles, tags }),
  success: usersText.updated,
};

export const updateUser = recordMutation(calls.updateUser, userUpdate);
