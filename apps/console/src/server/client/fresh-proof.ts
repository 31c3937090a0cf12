import type { ApiClient } from '@keyhold/client';
import { errorText } from '#i18n/text/every-page.ts';
import { problemsOf } from '#ui/feedback/error-status.ts';
import { createStore } from '#ui/store.ts';
import { withSendAgain } from './send-again.ts';

/** The prompt for a proof that it is still the user; null while none is open. Several calls share one. */
const question = createStore<PromiseWithResolvers<boolean> | null>(null);

/** The state of the prompt, for the dialog that shows it. */
export const proofQuestion = {
  isOpen: (): boolean => question.get() !== null,
  subscribe: question.subscribe,
  /** Closes the prompt: the waiting calls are repeated, or fail. */
  settle(proven: boolean): void {
    question.get()?.resolve(proven);
    question.set(null);
  },
  /** Closes a prompt that cannot be shown: the waiting calls fail. */
  fail(error: unknown): void {
    question.get()?.reject(error);
    question.set(null);
  },
};

function askForProof(): Promise<boolean> {
  const prompt = question.get() ?? Promise.withResolvers<boolean>();
  question.set(prompt);
  return prompt.promise;
}

/**
 * A client whose calls, where the server requires a fresh proof (403 `proof-needed`), wait until the user has given it,
 * and are then sent again. A user who closes the prompt is notified that nothing was changed.
 */
export function withFreshProof(client: ApiClient): ApiClient {
  return withSendAgain(client, async (error) => {
    // Without a screen that can show the prompt, the refusal stands.
    if (!question.isFollowed() || !problemsOf(error).some(({ code }) => code === 'proof-needed')) return false;
    if (!(await askForProof())) throw new Error(errorText.notProven, { cause: error });
    return true;
  });
}
