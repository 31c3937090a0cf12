import { calls, type Session } from '@keyhold/contract';
import { mutation } from '#api/change.ts';
import { client } from '#api/client.ts';
import { sessionsText } from '#text/sessions.ts';

export const endSession = mutation({
  send: ({ userId, session }: { userId: string; session: Session }) =>
    client.send(calls.endUserSession, { params: { id: userId, sid: session.id } }),
  touches: ['session'],
  success: sessionsText.ended,
});
