import { calls, type Session } from '@keyhold/contract';
import { sessionsText } from '#i18n/text/factors.ts';
import { keys } from '#server/cache/keys.ts';
import { itemsQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { mutation } from '#server/mutation/change.ts';

export function sessionsQuery(userId: string) {
  return itemsQuery(keys.session.list(userId), calls.listUserSessions, { id: userId });
}

export const endSession = mutation({
  send: ({ userId, session }: { userId: string; session: Session }) =>
    client.send(calls.endUserSession, { params: { id: userId, sid: session.id } }),
  invalidates: ['session'],
  success: sessionsText.ended,
});
