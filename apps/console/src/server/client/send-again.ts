import type { ApiClient } from '@keyhold/client';
import type { Call } from '@keyhold/contract';

/**
 * A client that sends a refused call again, with the same input, once the reason of its refusal is gone.
 *
 * @param waitFor settles when a call may be sent again: with false the refusal stands, and its own error replaces the
 *   refusal
 */
export function withSendAgain(
  client: ApiClient,
  waitFor: (refusal: unknown, call: Call) => Promise<boolean>,
): ApiClient {
  const sendForReply: ApiClient['sendForReply'] = async (call, input) => {
    try {
      return await client.sendForReply(call, input);
    } catch (error) {
      if (!(await waitFor(error, call))) throw error;
      return client.sendForReply(call, input);
    }
  };
  return { ...client, sendForReply, send: async (call, input) => (await sendForReply(call, input)).data };
}
