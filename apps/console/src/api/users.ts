import { calls, type QueryInputOf, type Resource, resourceIdOf, type User, userStatuses } from '@keyhold/contract';
import { compareNames } from '#locale/formats.ts';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

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

type UserFilter = Pick<QueryInputOf<typeof calls.listUsers>, 'status' | 'tag' | 'without-factor'>;

/** The users of an account: all, or those that match a filter. */
export function usersSource(scope: AccountScope, filter: UserFilter = {}): ListSource<UserWithNames> {
  return {
    key: ['user', 'list', scope.accountId, ...Object.values(filter).map(String)],
    sorts: ['name', 'email', 'status', 'last-login'],
    words: userStatuses,
    fetchRows: async (request, signal) => {
      const query = { resolve: 'all' as const, ...filter, ...request };
      const reply = await sendInAccount(scope, calls.listUsers, calls.listAccountUsers, query, signal);
      return listReply({ ...reply, items: reply.items.map((user) => withNames(user, reply.resources)) });
    },
  };
}

export const userQuery = recordQuery('user', calls.getUser, { resolve: 'all' }, ({ item, resources }) =>
  withNames(item, resources),
);
