import { InvalidReplyError, ReleasePendingError, UnreachableError } from '../replies/errors.ts';
import { backoff } from './backoff.ts';
import { type Clock, pause } from './clock.ts';

/** Whether a retry may help. An invalid reply counts as no reply. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof UnreachableError || error instanceof InvalidReplyError || error instanceof ReleasePendingError
  );
}

/**
 * Retries a call with backoff while the server cannot be reached. Every call of the licensing protocol may be repeated:
 * a lost reply is harmless.
 *
 * @param attempts the maximum number of attempts
 * @throws the error of the last attempt.
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
