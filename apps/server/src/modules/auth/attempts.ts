import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { type Database, executeBuilt, inTransaction, later, type Transaction } from '../../db/database.ts';
import { ProblemError } from '../../problem.ts';

/** How many failures somebody has before they must wait (wire, 'Details'). */
export interface AttemptLimit {
  readonly kind: 'email' | 'address' | 'old-password';
  readonly failures: number;
}

export const emailLimit: AttemptLimit = { kind: 'email', failures: 10 };
export const addressLimit: AttemptLimit = { kind: 'address', failures: 100 };
/** Wrong old passwords of somebody signed in: a token left behind must not be worth guessing with. */
export const oldPasswordLimit: AttemptLimit = { kind: 'old-password', failures: 10 };

/** The span in which failures count together, in minutes. */
const windowMinutes = 15;
/** First wait, in seconds; each further try doubles it, up to the whole window. */
const firstWait = 30;

/**
 * Counts an attempt before it is made, so that many at once cannot slip past the limit, on whatever node; one that
 * succeeds is taken back. The subject is kept as a hash only.
 *
 * @throws {ProblemError} 429 with the seconds to wait, when the limit is used up.
 */
export async function countAttempt(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  const wait = await inTransaction(db, 'every account', (tx) => noteAttempt(tx, limit, subject));
  if (wait > 0) throw tooManyAttempts(wait);
}

/** As {@link countAttempt} within a transaction, which is to be committed: answers the seconds to wait, or 0. */
async function noteAttempt(tx: Transaction, limit: AttemptLimit, subject: string): Promise<number> {
  const rows = await executeBuilt<{ wait: number }>(
    tx,
    CompiledQuery.raw(noting(limit, 'values ($1, 1, now())'), [attemptKey(limit, subject)]),
  );
  return rows[0]?.wait ?? 0;
}

/**
 * The statement that counts an attempt and answers the seconds to wait, or 0.
 *
 * @param row the subject's key, a 1 and the moment, to be inserted
 */
export function noting(limit: AttemptLimit, row: string): string {
  const over = `(a."window-start" < now() - interval '${windowMinutes} minutes' and coalesce(a."blocked-until" < now(), true))`;
  return `
    insert into attempts as a (subject, failures, "window-start") ${row}
    on conflict (subject) do update set
      failures = case when ${over} then 1 else a.failures + 1 end,
      "window-start" = case when ${over} then now() else a."window-start" end,
      "blocked-until" = case when a.failures >= ${limit.failures} and not ${over}
        then now() + make_interval(secs => least(${firstWait} * power(2, least(a.failures - ${limit.failures}, 10)), ${windowMinutes * 60})) end
    returning coalesce(ceil(extract(epoch from "blocked-until" - now())), 0)::int as wait`;
}

/** Takes a counted attempt back, because it was no failure. */
export async function forgiveAttempt(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => forgiveLater(tx, limit, subject));
}

/** As {@link forgiveAttempt}, when a transaction commits. */
export function forgiveLater(tx: Transaction, limit: AttemptLimit, subject: string): void {
  const key = attemptKey(limit, subject);
  if (limit.kind !== 'address') later(tx, tx.deleteFrom('attempts').where('subject', '=', key));
  else later(tx, sql`update attempts set failures = greatest(failures - 1, 0) where subject = ${key}`);
}

/** What is kept of who or what tries. */
export function attemptKey(limit: AttemptLimit, subject: string): string {
  return `${limit.kind}:${createHash('sha256').update(subject.trim().toLowerCase()).digest('base64url')}`;
}

export function tooManyAttempts(wait: number): ProblemError {
  const duration = wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`;
  return new ProblemError(
    429,
    [{ code: 'too-many-attempts', message: `Too many attempts have failed. Try again in ${duration}.` }],
    { retryAfter: wait },
  );
}
