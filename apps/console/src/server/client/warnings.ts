import type { ApiClient } from '@keyhold/client';

/** Warnings that no change has shown yet, once each. */
const waiting = new Set<string>();

/** A client that keeps the warnings of replies, until the change that made the calls shows them. */
export function withWarnings(client: ApiClient): ApiClient {
  const sendForReply: ApiClient['sendForReply'] = async (call, input) => {
    const reply = await client.sendForReply(call, input);
    for (const sentence of reply.warnings) waiting.add(sentence);
    return reply;
  };
  return { ...client, sendForReply, send: async (call, input) => (await sendForReply(call, input)).data };
}

/** The warnings since the last time, which are not returned again. */
export function takeWarnings(): string[] {
  const taken = [...waiting];
  waiting.clear();
  return taken;
}
