import type { ApiClient } from '@keyhold/client';
import { errorText } from '#text/errors.ts';
import { problemsOf } from '#ui/feedback/error-status.ts';
import { createStore } from './store.ts';

/** The question to the user whether it is still them; null while nothing is asked. Several calls share one. */
const question = createStore<PromiseWithResolvers<boolean> | null>(null);

/** Whether a proof is wanted, for the one dialog that asks for it. */
export const proofQuestion = {
  isOpen: (): boolean => question.get() !== null,
  subscribe: question.subscribe,
  /** Ends the question: the calls that wait are repeated, or fail. */
  settle(proven: boolean): void {
    question.get()?.resolve(proven);
    question.set(null);
  },
  /** Ends a question that cannot be asked: the calls that wait fail. */
  fail(error: unknown): void {
    question.get()?.reject(error);
    question.set(null);
  },
};

function askForProof(): Promise<boolean> {
  const asked = question.get() ?? Promise.withResolvers<boolean>();
  question.set(asked);
  return asked.promise;
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
      if (!question.isFollowed() || !problemsOf(error).some(({ code }) => code === 'proof-needed')) throw error;
      if (!(await askForProof())) throw new Error(errorText.notProven, { cause: error });
      return client.sendForReply(call, input);
    }
  };
  return { ...client, sendForReply, send: async (call, input) => (await sendForReply(call, input)).data };
}
