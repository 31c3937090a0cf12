import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, inTransaction, later, type Transaction } from '../../db/database.ts';
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
export async function noteAttempt(tx: Transaction, limit: AttemptLimit, subject: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
      insert into attempts as a (subject, failures, "window-start") values (${keyOf(limit, subject)}, 1, now())
      on conflict (subject) do update set
        failures = case when a."window-start" < now() - make_interval(mins => ${windowMinutes})
          and coalesce(a."blocked-until" < now(), true) then 1 else a.failures + 1 end,
        "window-start" = case when a."window-start" < now() - make_interval(mins => ${windowMinutes})
          and coalesce(a."blocked-until" < now(), true) then now() else a."window-start" end,
        "blocked-until" = case when a.failures >= ${limit.failures}
          and not (a."window-start" < now() - make_interval(mins => ${windowMinutes}) and coalesce(a."blocked-until" < now(), true))
          then now() + make_interval(secs => least(${firstWait} * power(2, least(a.failures - ${limit.failures}, 10)), ${windowMinutes * 60})) end
      returning coalesce(ceil(extract(epoch from "blocked-until" - now())), 0)::int as wait`.execute(tx);
  return rows[0]?.wait ?? 0;
}

/** Takes a counted attempt back, because it was no failure. */
export async function forgiveAttempt(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => forgiveLater(tx, limit, subject));
}

/** As {@link forgiveAttempt}, when a transaction commits. */
export function forgiveLater(tx: Transaction, limit: AttemptLimit, subject: string): void {
  const key = keyOf(limit, subject);
  if (limit.kind !== 'address') later(tx, tx.deleteFrom('attempts').where('subject', '=', key));
  else later(tx, sql`update attempts set failures = greatest(failures - 1, 0) where subject = ${key}`);
}

function keyOf(limit: AttemptLimit, subject: string): string {
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
