import { calls, type Session } from '@keyhold/contract';
import { mutation } from '#api/change.ts';
import { client } from '#api/client.ts';
import { itemsQuery } from '#api/record-query.ts';
import { sessionsText } from '#text/sessions.ts';

export function sessionsQuery(userId: string) {
  return itemsQuery(['session', 'list', userId], calls.listUserSessions, { id: userId });
}

export const endSession = mutation({
  send: ({ userId, session }: { userId: string; session: Session }) =>
    client.send(calls.endUserSession, { params: { id: userId, sid: session.id } }),
  invalidates: ['session'],
  success: sessionsText.ended,
});
