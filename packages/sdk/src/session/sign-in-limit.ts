import { SignInError } from '../replies/errors.ts';
import type { Clock } from '../time/clock.ts';

/** The limits of waiting for the user. */
export interface SignInLimit {
  /** Aborts the sign-in. */
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/**
 * Waits for the user.
 *
 * @throws {SignInError} `aborted` when the signal aborts, `expired` after the time limit.
 */
export async function withinLimit<Result>(
  clock: Clock,
  { signal, timeoutMs }: SignInLimit,
  work: Promise<Result>,
): Promise<Result> {
  let stop: () => void = () => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(aborted(signal));
    const cancel = clock.after(timeoutMs, () => {
      reject(new SignInError('expired', 'Nobody signed in within the time that there was. Sign in again.'));
    });
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    stop = () => {
      cancel();
      signal?.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    stop();
  }
}

/** @throws {SignInError} `aborted` when the signal is aborted. */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal | undefined): SignInError {
  return new SignInError('aborted', 'The sign-in was ended.', { cause: signal?.reason });
}

/** Calls a function that shows something to the user. Rejects if it fails, never resolves: a window may stay open. */
export function failureOf<Shown>(show: (what: Shown) => unknown, what: Shown): Promise<never> {
  return new Promise((_resolve, reject) => {
    Promise.resolve(what).then(show).catch(reject);
  });
}
