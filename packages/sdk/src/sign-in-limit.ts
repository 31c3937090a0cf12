import type { Clock } from './clock.ts';
import { SignInError } from './errors.ts';

/** How long the application waits for the person, at most. */
export interface SignInLimit {
  /** Ends the sign-in from outside. */
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/**
 * Waits for a person.
 *
 * @throws {SignInError} `aborted` when the signal ends the waiting, `expired` when the time is over.
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

/** @throws {SignInError} `aborted` when the signal has ended the sign-in. */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal | undefined): SignInError {
  return new SignInError('aborted', 'The sign-in was ended.', { cause: signal?.reason });
}

/** Calls what shows something to the user, and settles only if that fails: a window may be open for as long as it likes. */
export function failureOf<Shown>(show: (what: Shown) => unknown, what: Shown): Promise<never> {
  return new Promise((_resolve, reject) => {
    Promise.resolve(what).then(show).catch(reject);
  });
}
