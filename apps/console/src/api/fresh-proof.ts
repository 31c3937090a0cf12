import type { ApiClient } from '@keyhold/client';
import { errorText } from '#text/errors.ts';
import { problemsOf } from '#ui/feedback/error-status.ts';

/** The question to the user whether it is still them; null while nothing is asked. Several calls share one. */
let question: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: typeof question): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Whether a proof is wanted, for the one dialog that asks for it. */
export const proofQuestion = {
  isOpen: (): boolean => question !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Ends the question: the calls that wait are repeated, or fail. */
  settle(proven: boolean): void {
    question?.resolve(proven);
    setQuestion(null);
  },
};

function askForProof(): Promise<boolean> {
  if (!question) setQuestion(Promise.withResolvers());
  return question?.promise ?? Promise.resolve(false);
}

/**
 * A client whose calls wait, where the server wants a fresh proof (403 `proof-needed`), until the user has given it, and
 * are then made again. A user who closes the question is notified that nothing was changed.
 */
export function withFreshProof(client: ApiClient): ApiClient {
  const sendForReply: ApiClient['sendForReply'] = async (call, input) => {
    try {
      return await client.sendForReply(call, input);
    } catch (error) {
      // Without a screen that could ask, the refusal stands.
      if (listeners.size === 0 || !problemsOf(error).some(({ code }) => code === 'proof-needed')) throw error;
      if (!(await askForProof())) throw new Error(errorText.notProven, { cause: error });
      return client.sendForReply(call, input);
    }
  };
  return { ...client, sendForReply, send: async (call, input) => (await sendForReply(call, input)).data };
}
