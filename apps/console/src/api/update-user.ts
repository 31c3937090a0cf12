import type { Reply } from '@keyhold/client';
import { type BodyInputOf, calls, resourceIdOf, type User } from '@keyhold/contract';
import { usersText } from '#text/users.ts';
import { type Change, mutation, paramsOf, versionOf } from './change.ts';
import { client } from './client.ts';
import { type UserWithNames, userQuery } from './users.ts';

export const updateUser = mutation({
  send: ({ base, intent: body }: Change<UserWithNames, BodyInputOf<typeof calls.updateUser>>, headers) =>
    savedUser(base, client.sendForReply(calls.updateUser, { params: paramsOf(base), body, headers })),
  updates: ({ base }) => userQuery(resourceIdOf(base.rn)).queryKey,
  invalidates: ['user'],
  success: usersText.updated,
});

/** A reply of a change lacks the names of roles and tags, which it does not change. */
export async function savedUser(base: UserWithNames, reply: Promise<Reply<{ item: User }>>) {
  const { item, etag } = await versionOf(reply);
  return { item: { ...item, roles: base.roles, tags: base.tags }, etag };
}
