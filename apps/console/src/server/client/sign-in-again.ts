import { type ApiClient, ApiError } from '@keyhold/client';
import { session } from '#session/session.ts';

/**
 * A client whose calls, refused because the token has expired while the screen has unsaved input, wait until the user
 * has signed in again in place, and are then sent again. They fail when the user leaves the screen instead.
 */
export function withSignInAgain(client: ApiClient): ApiClient {
  const sendForReply: ApiClient['sendForReply'] = async (call, input) => {
    try {
      return await client.sendForReply(call, input);
    } catch (error) {
      const waits = error instanceof ApiError && error.status === 401 && call.access.kind !== 'public';
      if (!waits || !session.isKept() || !(await session.signedInAgain())) throw error;
      return client.sendForReply(call, input);
    }
  };
  return { ...client, sendForReply, send: async (call, input) => (await sendForReply(call, input)).data };
}
