import type { CloudUser } from '@keyhold/contract';
import { bringForward, commitBeforeFlush, type Notification, notifyLater } from '@keyhold/pg-round-trip';
import { CompiledQuery } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { networkHash } from '../../access/caller-network.ts';
import { userMayAct } from '../../db/conditions.ts';
import { type Database, inOneRoundTrip, type Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { changeOf } from '../../streams/announce.ts';
import { type CloudUserRow, cloudUserOf, ownColumns, rolesAndTagsOf } from './session-user.ts';

declare module '../../services.ts' {
  interface Services {
    /** How long a session lasts, in hours. */
    readonly sessionHours: number;
  }
}

/** Maximum number of device marks of a user. Those of clients that keep no cookies are deleted first. */
export const markLimit = 100;

/** A verified user. */
interface VerifiedUser {
  readonly id: string;
  readonly accountId: string;
  /** The hash that the password matched; null when something else was verified, under a lock of the user. */
  readonly passwordHash: string | null;
  /** The provider's session, for a sign-in by single sign-on. */
  readonly providerSession?: string | null;
}

/** A new session, with everything that its token is signed from. */
export interface BegunSession {
  readonly session: { readonly id: string; readonly createdOn: Date; readonly expiresOn: Date };
  readonly user: CloudUser;
}

/** What a sign-in leaves, and what it settles. */
interface SignInTraces {
  /** The mark of its browser or application, as stored; without one, none is left. */
  readonly mark?: { readonly hash: Buffer };
  /** The keys of attempts that it clears, and all of those that counted it. */
  readonly attempt?: { readonly keys: readonly string[]; readonly cleared: readonly string[] };
}

/**
 * Begins a session for a user whose password, status and account are still as checked, and records the sign-in; null
 * otherwise. The token is signed after the commit.
 */
export async function beginSession(
  tx: Transaction,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  traces: SignInTraces = {},
): Promise<BegunSession | null> {
  // The sign-in is logged after the changes that led to it.
  bringForward(tx);
  commitBeforeFlush(tx, changesOf(caller, who));
  return begunBy(caller, (await tx.executeQuery(query(caller, who, hours, traces))).rows);
}

/** Like {@link beginSession}, in its own transaction. */
export async function beginSessionAfterAttempt(
  db: Database,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  traces: SignInTraces,
): Promise<BegunSession | null> {
  const rows = await inOneRoundTrip(db, { account: who.accountId }, query(caller, who, hours, traces));
  notifyLater(db, changesOf(caller, who));
  return begunBy(caller, rows);
}

/** The announcement of the user's last sign-in, which a full queue of notifications must not refuse. */
function changesOf({ installation, origin }: Caller, { accountId, id }: VerifiedUser): readonly Notification[] {
  return [changeOf(accountId, rnOf(installation, accountId, 'user', id), origin.requestId)];
}

type Row = CloudUserRow & { readonly session: string; readonly 'begun-on': Date; readonly 'ends-on': Date };

function begunBy({ installation }: Caller, [row]: readonly Row[]): BegunSession | null {
  if (!row) return null;
  return {
    session: { id: row.session, createdOn: row['begun-on'], expiresOn: row['ends-on'] },
    user: cloudUserOf(installation, { ...row, 'last-login': row['begun-on'] }),
  };
}

function query(
  { installation, origin }: Caller,
  who: VerifiedUser,
  hours: number,
  { mark, attempt }: SignInTraces,
): CompiledQuery<Row> {
  const rn = rnOf(installation, who.accountId, 'user', who.id);
  return CompiledQuery.raw(statement, [
    who.id,
    who.passwordHash,
    hours,
    origin.address,
    origin.userAgent,
    rn,
    origin.requestId,
    attempt?.cleared ?? [],
    attempt?.keys ?? [],
    who.providerSession ?? null,
    mark?.hash ?? null,
    networkHash(origin.address),
  ]);
}

/**
 * All changes at the beginning of a session, in one round trip: the row of the account is locked before that of its
 * user, as in every change; the changes of the other tables follow from these two.
 */
const statement = `
with standing as materialized (
  select ${ownColumns}, accounts."session-hours"
  from accounts join users on users."account-id" = accounts.id
  where users.id = $1 and users."password-hash" is not distinct from coalesce($2, users."password-hash") and ${userMayAct()}
  for key share of accounts for no key update of users
), begun as (
  insert into sessions ("user-id", "account-id", "expires-on", address, "user-agent", "provider-session")
  select id, "account-id", now() + make_interval(hours => coalesce("session-hours", $3)), $4, $5, $10::text from standing
  returning id, "created-on", "expires-on"
), noted as (
  update users set "last-login" = now() from standing where users.id = standing.id
), logged as (
  insert into audit ("account-id", actor, action, resource, address, "request-id")
  select "account-id", jsonb_build_object('rn', $6::text, 'name', "first-name" || ' ' || "last-name", 'email', email),
    'auth:Login', $6::text, nullif($4, ''), nullif($7, '') from standing
), forgiven as (
  update attempts set "blocked-until" = null,
    failures = case when subject = any($8::text[]) then 0 else greatest(failures - 1, 0) end
  from standing where subject = any($8::text[] || $9::text[])
), marked as (
  insert into "device-marks" as mark (hash, "user-id", "account-id")
  select $11::bytea, id, "account-id" from standing where $11::bytea is not null
  on conflict (hash, "user-id") do update
    set "last-used-on" = now(), "expires-on" = excluded."expires-on", "used-again" = true
), unmarked as (
  delete from "device-marks" as mark using standing
  where mark."user-id" = standing.id and mark.hash in (
    select hash from "device-marks" where "user-id" = $1 and hash <> $11::bytea
    order by "used-again" desc, "last-used-on" desc offset ${markLimit - 1} limit ${markLimit})
), located as (
  insert into "known-addresses" as known ("user-id", "account-id", network)
  select id, "account-id", $12::bytea from standing
  on conflict ("user-id", network) do update set "last-on" = now() where known."last-on" < now() - interval '1 day'
)
select begun.id as session, begun."created-on" as "begun-on", begun."expires-on" as "ends-on", standing.*,
  ${rolesAndTagsOf('standing')}
from standing cross join begun`;
