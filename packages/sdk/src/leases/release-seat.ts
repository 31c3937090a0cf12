import { EpochStaleError, RefusedError } from '../replies/errors.ts';
import type { Clock } from '../time/clock.ts';
import { retry } from '../time/retry.ts';
import type { Grant, LeaseCalls } from './lease-calls.ts';

/** Whether an error is the server's refusal with a code. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof RefusedError && error.code === code;
}

/**
 * Releases a seat that the application no longer needs. A seat that another run or another holder has taken need not be
 * released.
 */
export async function releaseSeat(clock: Clock, calls: LeaseCalls, grant: Grant): Promise<void> {
  try {
    await retry(clock, 4, () => calls.checkIn(grant));
  } catch (error) {
    if (error instanceof EpochStaleError || isRefusal(error, 'not-found')) return;
    if (!isRefusal(error, 'lease-offline')) throw error;
    // The seat was checked out, but the reply was lost.
    await retry(clock, 4, () => calls.giveBack(grant));
  }
}

/** Notifies the server that the user of a released seat is logged off. */
export async function acknowledgeRelease(clock: Clock, calls: LeaseCalls, grant: Grant): Promise<void> {
  try {
    await retry(clock, 6, () => calls.acknowledge(grant));
  } catch (error) {
    if (!isRefusal(error, 'not-released')) throw error;
    // The server refused the session, but did not release its lease.
    await retry(clock, 6, () => calls.checkIn(grant));
  }
}
