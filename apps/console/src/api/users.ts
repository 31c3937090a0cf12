import { calls, type Resource, type User } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type Named, named } from './named.ts';
import type { AccountScope } from './selected-account.ts';

/** A user whose roles and tags have their names. */
export interface UserWithNames extends Omit<User, 'roles' | 'tags'> {
  roles: Named[];
  tags: Named[];
}

function withNames(user: User, resources: Readonly<Record<string, Resource>> | undefined): UserWithNames {
  return { ...user, roles: named(user.roles, resources), tags: named(user.tags, resources) };
}

/** First and last name, as people are called in lists. */
export function fullName(user: Pick<User, 'first-name' | 'last-name'>): string {
  return `${user['first-name']} ${user['last-name']}`.trim();
}

/** Every user of an account. */
export function usersQuery({ accountId, isAuthUserAccount }: AccountScope) {
  return queryOptions({
    queryKey: keys.users(accountId),
    queryFn: async ({ signal }): Promise<UserWithNames[]> => {
      const { items, resources } = isAuthUserAccount
        ? await client.send(calls.listUsers, { query: { resolve: 'all' }, signal })
        : await client.send(calls.listAccountUsers, { query: { resolve: 'all', account: accountId }, signal });
      return items.map((user) => withNames(user, resources));
    },
  });
}

/** One user, and the version to send along with a change. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: keys.user(id),
    queryFn: async ({ signal }) => {
      const reply = await client.sendForReply(calls.getUser, { params: { id }, query: { resolve: 'all' }, signal });
      return { item: withNames(reply.data.item, reply.data.resources), etag: reply.etag };
    },
  });
}
