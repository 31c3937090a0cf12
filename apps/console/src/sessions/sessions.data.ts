import { calls, type Session } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { mutation } from '#api/change.ts';
import { client } from '#api/client.ts';
import { sessionsText } from '#text/sessions.ts';

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['session', 'list', userId],
    queryFn: async ({ signal }) =>
      (await client.send(calls.listUserSessions, { params: { id: userId }, signal })).items,
  });
}

export const endSession = mutation({
  send: ({ userId, session }: { userId: string; session: Session }) =>
    client.send(calls.endUserSession, { params: { id: userId, sid: session.id } }),
  invalidates: ['session'],
  success: sessionsText.ended,
});
