import type { Reply } from '@keyhold/client';
import { calls, resourceIdOf, type Session, type User } from '@keyhold/contract';
import { type Change, mutation, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import type { UserWithNames } from '#api/users.ts';
import { sessionsText } from '#text/sessions.ts';
import { usersText } from '#text/users.ts';
import type { UserValues } from './user-fields.tsx';

export const updateUser = mutation({
  send: ({ base, intent: body }: Change<UserWithNames, UserValues>, headers) =>
    savedUser(base, client.sendForReply(calls.updateUser, { params: { id: resourceIdOf(base.rn) }, body, headers })),
  answers: ({ base }) => keys.user(resourceIdOf(base.rn)),
  touches: ['user'],
  success: usersText.updated,
});

/** A user as a change returns them, with the names of what they carry, which it does not change. */
export async function savedUser(base: UserWithNames, reply: Promise<Reply<{ item: User }>>) {
  const { item, etag } = await versionOf(reply);
  return { item: { ...item, roles: base.roles, tags: base.tags }, etag };
}

/** Ends one session, whatever else its user does. */
export const endSession = mutation({
  send: ({ userId, session }: { userId: string; session: Session }) =>
    client.send(calls.endUserSession, { params: { id: userId, sid: session.id } }),
  touches: ['session'],
  success: sessionsText.ended,
});
