import { hash } from 'node:crypto';
import { defer } from '@keyhold/pg-round-trip';
import ipaddr from 'ipaddr.js';
import { CompiledQuery, sql } from 'kysely';
import { type Database, inOneRoundTrip, inTransaction, type Transaction } from '../../db/database.ts';
import { ProblemError } from '../../problem.ts';

/** How many attempts are free before the next one has to wait. */
export interface AttemptLimit {
  readonly kind:
    | 'email'
    | 'address'
    | 'old-password'
    | 'reset-address'
    | 'passkey-address'
    | 'sso-address'
    | UserCodeKind;
  readonly failures: number;
}

/** Limits of user codes that are typed for a device, and of devices that begin to show one. */
type UserCodeKind = 'user-code' | 'user-code-address' | 'device-address';

export const emailLimit: AttemptLimit = { kind: 'email', failures: 10 };
export const addressLimit: AttemptLimit = { kind: 'address', failures: 100 };
/** Wrong old passwords of a signed-in user: a stolen token must not be usable for guessing. */
export const oldPasswordLimit: AttemptLimit = { kind: 'old-password', failures: 10 };
/** Requests for a password reset: each counts, whether it finds a user or not. */
export const resetAddressLimit: AttemptLimit = { kind: 'reset-address', failures: 100 };

/** Sign-in pages that query the passkeys, which each does when it is opened. */
export const passkeyAddressLimit: AttemptLimit = { kind: 'passkey-address', failures: 1_000 };

/** The window in which failures count together, in minutes. */
const windowMinutes = 15;
/** First wait, in seconds; each further attempt doubles it, up to the whole window. */
const firstWait = 30;

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit, on any node; a successful
 * one is taken back. The subject is stored only as a hash.
 *
 * @throws {ProblemError} 429 with the seconds to wait, when the limit is used up.
 */
export async function countAttempt(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  const query = CompiledQuery.raw(countStatement(limit, 'values ($1, 1, now())'), [attemptKey(limit, subject)]);
  const [row] = await inOneRoundTrip(db, 'every account', query as CompiledQuery<{ wait: number }>);
  const wait = row?.wait ?? 0;
  if (wait > 0) throw tooManyAttempts(wait, limit);
}

/**
 * The statement that counts an attempt and returns the seconds to wait, or 0.
 *
 * @param row the row to insert: the subject's key, a 1 and the time
 */
export function countStatement(limit: AttemptLimit, row: string): string {
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

/** Clears the attempts of a subject after a success; for an address, only takes this attempt back. */
export async function clearAttempts(db: Database, limit: AttemptLimit, subject: string): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => clearAttemptsOnCommit(tx, limit, subject));
}

/** Like {@link clearAttempts}, when a transaction commits. */
export function clearAttemptsOnCommit(tx: Transaction, limit: AttemptLimit, subject: string): void {
  const key = attemptKey(limit, subject);
  if (limit.kind !== 'address') defer(tx, tx.deleteFrom('attempts').where('subject', '=', key));
  else undoAttempt(tx, limit, subject);
}

/** Takes back the one attempt that did not fail, when a transaction commits; earlier failures still count. */
export function undoAttempt(tx: Transaction, limit: AttemptLimit, subject: string): void {
  const key = attemptKey(limit, subject);
  defer(tx, sql`update attempts set failures = greatest(failures - 1, 0) where subject = ${key}`);
}

/** The key under which the attempts of a subject are counted; the subject itself is not stored. */
export function attemptKey({ kind }: AttemptLimit, subject: string): string {
  const counted = kind.endsWith('address') ? networkOf(subject) : subject.trim().toLowerCase();
  return `${kind}:${hash('sha256', counted, 'base64url')}`;
}

/** Bits of an IPv6 address that identify its network; the owner of the network chooses the others. */
const networkBits = 64;

/** The unit that limits count as one address: the network of an IPv6 address, or an IPv4 address in normal form. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().replace(/%.*/, '')}/${networkBits}`,
  ).toString();
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
