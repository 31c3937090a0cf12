import { hash } from 'node:crypto';
import { defer } from '@keyhold/pg-round-trip';
import { CompiledQuery, sql } from 'kysely';
import { type Database, inOneRoundTrip, inTransaction, type Transaction } from '../db/database.ts';
import { storedEmail } from '../email-address.ts';
import { ProblemError } from '../problem.ts';
import { networkOf } from './caller-network.ts';

/** How many attempts are free before the next one has to wait. */
export interface AttemptLimit {
  readonly kind: 'email' | 'device' | 'person' | 'old-password' | 'log-entry' | AddressLimitKind | 'user-code';
  readonly failures: number;
}

/** Limits whose subject is a network address. */
type AddressLimitKind = 'address' | 'reset-address' | 'passkey-address' | 'sso-address' | 'user-code-address';

/** Wrong passwords for an e-mail, of callers who have never signed in as this user before. */
export const emailLimit: AttemptLimit = { kind: 'email', failures: 10 };
/** Wrong passwords from a browser or application that has signed in as this user before. */
export const deviceLimit: AttemptLimit = { kind: 'device', failures: 10 };
/** Wrong passwords and keys from an address. It stops only e-mails that have not signed in from there. */
export const addressLimit: AttemptLimit = { kind: 'address', failures: 100 };
/** Wrong codes, passkeys and proofs of a user, after a right first step: a password, a key or a session. */
export const personLimit: AttemptLimit = { kind: 'person', failures: 10 };
/** Wrong old passwords of a signed-in user: a stolen token must not be usable for guessing. */
export const oldPasswordLimit: AttemptLimit = { kind: 'old-password', failures: 10 };
/** Requests for a password reset: each counts, whether it finds a user or not. */
export const resetAddressLimit: AttemptLimit = { kind: 'reset-address', failures: 100 };
/** Sign-in pages that query the passkeys, which each does when it is opened. */
export const passkeyAddressLimit: AttemptLimit = { kind: 'passkey-address', failures: 1_000 };

/** The window in which failures count together, in minutes. */
const windowMinutes = 15;
/** First wait, in seconds; each further failure doubles it, up to the whole window. */
const firstWait = 30;

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit, on any node; a successful
 * one is taken back. A refused one changes nothing. The subject is stored only as a hash.
 *
 * @throws {ProblemError} 429 with the seconds to wait, when the limit is used up.
 */
export async function countAttempt(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  await countAttempts(db, [[limit, subject]]);
}

/** Like {@link countAttempt}, for several subjects: one that refuses takes the others back. */
export async function countAttempts(
  db: Database,
  subjects: readonly (readonly [limit: AttemptLimit, subject: string])[],
): Promise<void> {
  const counted: string[] = [];
  for (const [limit, subject] of subjects) {
    const key = attemptKey(limit, subject);
    if (!(await tryToCount(db, limit, subject))) {
      await inTransaction(db, 'every account', async (tx) => undoAttempts(tx, counted));
      throw tooManyAttempts(await readWait(db, [key]), limit);
    }
    counted.push(key);
  }
}

/** Like {@link countAttempt}, but returns whether the attempt may be made. */
export async function tryToCount(db: Database, limit: AttemptLimit, subject: string): Promise<boolean> {
  const query = CompiledQuery.raw(countStatement(limit, 'values ($1, 1, now())'), [attemptKey(limit, subject)]);
  return (await inOneRoundTrip(db, 'every account', query)).length > 0;
}

/**
 * The statement that counts an attempt. It returns a row, unless the subject is blocked: then it changes nothing. The
 * failure that reaches the limit begins the block, and so does each later one.
 *
 * @param row the row to insert: the subject's key, a 1 and the time
 */
export function countStatement(limit: AttemptLimit, row: string): string {
  const failures = `case when a."window-start" < now() - interval '${windowMinutes} minutes' then 1 else a.failures + 1 end`;
  // The time after the lock of the row was granted: no wait is longer than the block.
  const blocked = `clock_timestamp() + make_interval(secs => least(${firstWait} * power(2, least(${failures} - ${limit.failures}, 10)), ${windowMinutes * 60}))`;
  return `
    insert into attempts as a (subject, failures, "window-start") ${row}
    on conflict (subject) do update set
      failures = ${failures},
      "window-start" = case when a."window-start" < now() - interval '${windowMinutes} minutes' then now() else a."window-start" end,
      "blocked-until" = case when ${failures} >= ${limit.failures} then ${blocked} end
    where a."blocked-until" is null or a."blocked-until" <= clock_timestamp()
    returning subject`;
}

/** The seconds until the last of some subjects is no longer blocked, of which at least one was just found blocked. */
export async function readWait(db: Database, keys: readonly string[]): Promise<number> {
  const query = CompiledQuery.raw(
    `select max(ceil(extract(epoch from "blocked-until" - now())))::int as wait from attempts where subject = any($1)`,
    [keys],
  );
  const [row] = await inOneRoundTrip(db, 'every account', query as CompiledQuery<{ wait: number | null }>);
  return Math.max(row?.wait ?? 0, 1);
}

/** Clears the attempts of a subject after a success, when a transaction commits. */
export function clearAttempts(tx: Transaction, limit: AttemptLimit, subject: string): void {
  defer(tx, tx.deleteFrom('attempts').where('subject', '=', attemptKey(limit, subject)));
}

/** Takes back the one attempt that did not fail, when a transaction commits; earlier failures still count. */
export function undoAttempt(tx: Transaction, limit: AttemptLimit, subject: string): void {
  undoAttempts(tx, [attemptKey(limit, subject)]);
}

/** Like {@link undoAttempt}, for attempts of several subjects. A block that the attempt itself began ends, too. */
export function undoAttempts(tx: Transaction, keys: readonly string[]): void {
  if (keys.length === 0) return;
  defer(
    tx,
    sql`update attempts set failures = greatest(failures - 1, 0), "blocked-until" = null where subject = any(${keys})`,
  );
}

/** The key under which the attempts of a subject are counted; the subject itself is not stored. */
export function attemptKey({ kind }: AttemptLimit, subject: string): string {
  const counted = kind.endsWith('address') ? networkOf(subject) : subject.trim().toLowerCase();
  return `${kind}:${hash('sha256', counted, 'base64url')}`;
}

/** The key under which wrong passwords for an e-mail are counted, however its letters are composed. */
export function emailKeyOf(email: string): string {
  return attemptKey(emailLimit, storedEmail(email));
}

export function tooManyAttempts(wait: number, limit?: AttemptLimit): ProblemError {
  const duration = wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`;
  const reason =
    limit === resetAddressLimit
      ? 'Too many password resets were requested from here.'
      : 'Too many attempts have failed.';
  return new ProblemError(429, [{ code: 'too-many-attempts', message: `${reason} Try again in ${duration}.` }], {
    retryAfter: wait,
  });
}
