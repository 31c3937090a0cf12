import type { CloudUser, Policy } from '@keyhold/contract';
import { bringForward, commitBeforeFlush, type Notification, notifyLater } from '@keyhold/pg-round-trip';
import { CompiledQuery } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { liveDirectoryText } from '../../access/managed.ts';
import { type Database, inOneRoundTrip, type Transaction } from '../../db/database.ts';
import { type Installation, rnOf } from '../../installation.ts';
import { changeOf } from '../../streams/announce.ts';
import { type MarkToLeave, markLimit } from '../auth/device-marks.ts';
import { type CountedAttempt, networkHash } from '../auth/find-signing-in-user.ts';
import { type UserRow, userResource } from '../resources.ts';
import { userColumns } from '../users/users.sql.ts';

/** A user's row with the roles they carry. */
export type CloudUserRow = Omit<UserRow, 'mail'> & {
  readonly carried: readonly { readonly id: string; readonly name: string; readonly policies: Policy[] }[];
};

/** The user as a token contains them: the roles have names and policies. */
export function cloudUserOf(installation: Installation, row: CloudUserRow): CloudUser {
  const { mail: _, ...user } = userResource(installation, { ...row, mail: null });
  return {
    ...user,
    roles: row.carried.map(({ id, name, policies }) => ({
      rn: rnOf(installation, row['account-id'], 'role', id),
      name,
      policies,
    })),
  };
}

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
interface StartedSession {
  readonly session: { readonly id: string; readonly createdOn: Date; readonly expiresOn: Date };
  readonly user: CloudUser;
}

/** What a sign-in leaves, and what it settles. */
interface SignInTraces {
  /** The mark for its browser or application; without one, none is left. */
  readonly mark?: MarkToLeave;
  /** The keys of attempts that it clears, and all of those that counted it. */
  readonly attempt?: Pick<CountedAttempt, 'keys' | 'cleared'>;
}

/**
 * Begins a session for a user whose password, status and account are still as checked, and records the sign-in; null
 * otherwise. The token is signed after the commit.
 */
export async function startSession(
  tx: Transaction,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  traces: SignInTraces = {},
): Promise<StartedSession | null> {
  // The sign-in is logged after the changes that led to it.
  bringForward(tx);
  commitBeforeFlush(tx, changesOf(caller, who));
  return startedBy(caller, (await tx.executeQuery(query(caller, who, hours, traces))).rows);
}

/** Like {@link startSession}, in its own transaction. */
export async function startSessionAfterAttempt(
  db: Database,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  traces: SignInTraces,
): Promise<StartedSession | null> {
  const rows = await inOneRoundTrip(db, { account: who.accountId }, query(caller, who, hours, traces));
  notifyLater(db, changesOf(caller, who));
  return startedBy(caller, rows);
}

/** The announcement of the user's last sign-in, which a full queue of notifications must not refuse. */
function changesOf({ installation, origin }: Caller, { accountId, id }: VerifiedUser): readonly Notification[] {
  return [changeOf(accountId, rnOf(installation, accountId, 'user', id), origin.requestId)];
}

type Row = CloudUserRow & { readonly session: string; readonly 'begun-on': Date; readonly 'ends-on': Date };

function startedBy({ installation }: Caller, [row]: readonly Row[]): StartedSession | null {
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

/** The columns of a {@link CloudUserRow} that are the user's own. */
export const plainUser = [
  ...userColumns.map((column) => `users."${column.replace('users.', '')}"`),
  `${liveDirectoryText('users')} as "directory-id"`,
].join(', ');

/** The other columns: roles, tags and policies of the user in a table. */
export function carriedBy(table: string): string {
  return `array(select "role-id"::text from "user-roles" where "user-id" = ${table}.id order by 1) as "role-ids",
  array(select tags.id::text from "user-tags" join tags on tags.id = "tag-id"
    where "user-id" = ${table}.id and tags."deleted-on" is null order by 1) as "tag-ids",
  (select coalesce(jsonb_agg(jsonb_build_object('id', roles.id, 'name', roles.name, 'policies', roles.policies) order by roles.id), '[]')
    from "user-roles" join roles on roles.id = "role-id" where "user-id" = ${table}.id) as carried`;
}

/**
 * All changes at the beginning of a session, in one round trip: the row of the account is locked before that of its
 * user, as in every change; the changes of the other tables follow from these two.
 */
const statement = `
with standing as materialized (
  select ${plainUser}, accounts."session-hours"
  from accounts join users on users."account-id" = accounts.id
  where users.id = $1 and users."password-hash" is not distinct from coalesce($2, users."password-hash") and users.status = 'Active' and users."deleted-on" is null
    and accounts.status <> 'Inactive' and accounts."deleted-on" is null
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
  ${carriedBy('standing')}
from standing cross join begun`;
