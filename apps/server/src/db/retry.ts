import { isOutdatedPlan } from '@keyhold/pg-round-trip';

/** PostgreSQL's 'serialization_failure' and 'deadlock_detected': the same work may well succeed now. */
const transient: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Runs a transaction, and runs it again, twice at most, when the database broke a tie against it. */
export async function withRetry<Result>(run: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (tries <= 1 || !(isTransient(error) || isOutdatedPlan(error))) throw error;
    return withRetry(run, tries - 1);
  }
}

function isTransient(error: unknown): boolean {
  return isDatabaseError(error) && transient.has(error.code);
}

/** Whether an error came from the database, with its code and, for a broken rule, the rule's name. */
export function isDatabaseError(error: unknown): error is Error & { code: string; constraint?: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
