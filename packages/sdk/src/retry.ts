import { backoff } from './backoff.ts';
import { type Clock, pause } from './clock.ts';
import { InvalidReplyError, ReleasePendingError, UnreachableError } from './errors.ts';

/** Whether trying again may help. A reply that cannot be believed counts as none. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof UnreachableError || error instanceof InvalidReplyError || error instanceof ReleasePendingError
  );
}

/**
 * Makes a call again, with growing pauses, while the server cannot be reached. Every call of the licensing protocol may
 * be repeated: a lost reply is harmless.
 *
 * @param attempts how often to try in all
 * @throws what the last attempt threw.
 */
export async function retry<Result>(clock: Clock, attempts: number, call: () => Promise<Result>): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnreachableError) || failures >= attempts) throw error;
      await pause(clock, backoff(failures, clock.random(), error.retryAfterMs));
    }
  }
}
