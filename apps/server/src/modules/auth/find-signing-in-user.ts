import { CompiledQuery } from 'kysely';
import {
  addressLimit,
  attemptKey,
  countStatement,
  deviceLimit,
  emailKeyOf,
  emailLimit,
  readWait,
  tooManyAttempts,
  undoAttempts,
} from '../../access/attempts.ts';
import { networkHash } from '../../access/caller-network.ts';
import { type Database, inOneRoundTrip, inTransaction } from '../../db/database.ts';
import { emailForms } from '../../email-address.ts';
import { type AttemptOrigin, deviceKey, knownAddressDays } from './device-marks.ts';

/** The columns that decide a sign-in. */
export interface Found {
  readonly id: string;
  readonly 'account-id': string;
  readonly 'password-hash': string | null;
  readonly status: string;
  readonly 'account-status': string;
  /** Whether a password may not suffice: they have a factor, or the account requires one or refuses passwords. */
  readonly 'more-possible': boolean;
}

/** A counted attempt to sign in. */
export interface CountedAttempt {
  /** The user, or null for an unknown one. */
  readonly found: Found | null;
  /** The keys under which it was counted. */
  readonly keys: readonly string[];
  /** Those that a finished sign-in clears; from the others it takes back this attempt only. */
  readonly cleared: readonly string[];
  /** Whether the presented mark was issued here, to this user or to another. */
  readonly markIssued: boolean;
}

/**
 * Counts an attempt to sign in with a password, and finds the user with that e-mail. A browser or application with a
 * mark of this user has a count of its own. Of others, the attempt counts for their address and then for the e-mail; the
 * count of an address does not stop users who have signed in from there. A refused attempt changes nothing.
 *
 * It does not wait for the disk: every node sees the count at once, and it is lost only if the database's machine fails
 * within the fraction of a second before it is written.
 *
 * @throws {ProblemError} 429 with the seconds to wait, when a limit is used up
 */
export function findSigningInUser(db: Database, email: string, origin: AttemptOrigin): Promise<CountedAttempt> {
  const text = withoutNul(email);
  return count(db, byEmail, [emailForms(text), text], emailKeyOf(email), origin);
}

/**
 * Like {@link findSigningInUser}, for a sign-in by a passkey: it counts for the device or the address only.
 *
 * @param userId the owner of the passkey; null for an unknown one
 */
export function countPasskeySignIn(
  db: Database,
  userId: string | null,
  origin: AttemptOrigin,
): Promise<CountedAttempt> {
  return count(db, byId, [userId], null, origin);
}

type Row = {
  readonly 'let-through': boolean;
  readonly 'address-counted': boolean;
  readonly 'marked-id': string | null;
  readonly 'mark-issued': boolean;
} & (Found | { readonly id: null });

async function count(
  db: Database,
  statement: string,
  user: readonly unknown[],
  emailKey: string | null,
  { address, mark }: AttemptOrigin,
): Promise<CountedAttempt> {
  const addressKey = attemptKey(addressLimit, address);
  const values = [addressKey, emailKey, mark, mark?.toString('base64url') ?? null, networkHash(address), ...user];
  const [row] = await inOneRoundTrip(db, 'every account', CompiledQuery.raw(statement, values) as CompiledQuery<Row>);
  if (!row) throw new Error('An attempt was not counted.');
  const marked = row['marked-id'];
  const first = marked !== null && mark !== null ? deviceKey(mark, marked) : emailKey;
  const cleared = first === null ? [] : [first];
  const counted = row['address-counted'] ? [addressKey] : [];
  if (!row['let-through']) {
    if (counted.length > 0) await inTransaction(db, 'every account', async (tx) => undoAttempts(tx, counted));
    throw tooManyAttempts(await readWait(db, marked === null ? [addressKey, ...cleared] : cleared));
  }
  return {
    found: row.id === null ? null : row,
    keys: [...cleared, ...counted],
    cleared,
    markIssued: row['mark-issued'],
  };
}

/**
 * One statement, so that the row of an address that many users share is locked only for its duration. A blocked row is
 * not written. The block of the e-mail is looked up before the address is counted, so that an attempt which the e-mail
 * refuses does not count for the address; one that is refused only by a concurrent attempt is taken back afterwards.
 *
 * $1 the key of the address, $2 that of the e-mail or null, $3 the mark, $4 the mark in its key, $5 the network,
 * from $6 on the user
 */
const statementFor = (user: string) => `
with "signing-in" as materialized (
  select users.id, users."account-id", users."password-hash", users.status, accounts.status as "account-status",
    accounts."second-factor", accounts."password-sign-in",
    exists (select from "device-marks" as mark
      where mark.hash = $3 and mark."user-id" = users.id and mark."expires-on" > now()) as marked,
    exists (select from "known-addresses" as known
      where known."user-id" = users.id and known.network = $5
        and known."last-on" > now() - interval '${knownAddressDays} days') as familiar
  from users join accounts on accounts.id = users."account-id" and accounts."deleted-on" is null
  where users."deleted-on" is null and ${user}
), caller as materialized (
  select coalesce(bool_or(marked), false) as marked, coalesce(bool_or(familiar), false) as familiar
  from "signing-in"
), "by-device" as (${countStatement(
  deviceLimit,
  `select '${deviceLimit.kind}:' || $4::text || ':' || id, 1, now() from "signing-in" where marked`,
)}
), email as materialized (
  select exists (select from attempts where subject = $2 and "blocked-until" > now()) as blocked
), "by-address" as (${countStatement(
  addressLimit,
  'select $1, 1, now() from caller, email where not marked and not blocked',
)}
), "by-email" as (${countStatement(
  emailLimit,
  `select $2, 1, now() from caller, email
    where $2::text is not null and not marked and not blocked and (familiar or exists (select from "by-address"))`,
)}
)
select case when caller.marked then exists (select from "by-device")
    when $2::text is null then caller.familiar or exists (select from "by-address")
    else exists (select from "by-email") end as "let-through",
  exists (select from "by-address") as "address-counted",
  case when caller.marked then "signing-in".id end as "marked-id",
  exists (select from "device-marks" where hash = $3 and "expires-on" > now()) as "mark-issued",
  "signing-in".id, "signing-in"."account-id", "password-hash", status, "account-status",
  "second-factor" <> 'off' or not "password-sign-in"
    or exists (select from factors where "user-id" = "signing-in".id) as "more-possible",
  set_config('synchronous_commit', 'off', true)
from caller left join "signing-in" on true`;

const byEmail = statementFor(`users."folded-email" = any(array(select fold(one) from unnest($6::text[]) as one))
  order by users."folded-email" = fold($7) desc limit 1`);
const byId = statementFor('users.id = $6::uuid');

/** PostgreSQL cannot store NUL in text, so no e-mail contains one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
