import type { CloudUser, Policy } from '@keyhold/contract';
import { CompiledQuery } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { type Database, inOneRoundTrip, type Transaction } from '../../db/database.ts';
import { type Installation, rnOf } from '../../installation.ts';
import { type Announcement, channel } from '../../streams/announce.ts';
import { type UserRow, userResource } from '../resources.ts';
import { userColumns } from '../users/users.sql.ts';
import { addressLimit, attemptKey, emailLimit } from './attempts.ts';

/** A user's row with the roles they carry. */
export type CloudUserRow = UserRow & {
  readonly carried: readonly { readonly id: string; readonly name: string; readonly policies: Policy[] }[];
};

/** The user as a token contains them: the roles have names and policies. */
export function cloudUserOf(installation: Installation, row: CloudUserRow): CloudUser {
  return {
    ...userResource(installation, row),
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

/**
 * Begins a session for a user whose password, status and account are still as checked, and records the sign-in; null
 * otherwise. The token is signed after the commit.
 *
 * @param email whose counted attempts are cleared, together with the one of the caller's address
 */
export async function startSession(
  tx: Transaction,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  email: string | null = null,
): Promise<StartedSession | null> {
  return startedBy(caller, (await tx.executeQuery(query(caller, who, hours, email))).rows);
}

/**
 * Like {@link startSession}, in its own transaction. Clears the attempts counted for the e-mail, and takes back the one
 * for the caller's address.
 */
export async function startSessionAfterAttempt(
  db: Database,
  caller: Caller,
  who: VerifiedUser,
  hours: number,
  email: string,
): Promise<StartedSession | null> {
  return startedBy(caller, await inOneRoundTrip(db, { account: who.accountId }, query(caller, who, hours, email)));
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
  email: string | null,
): CompiledQuery<Row> {
  const rn = rnOf(installation, who.accountId, 'user', who.id);
  const changed: Announcement = { event: 'changed', account: who.accountId, rn };
  return CompiledQuery.raw(statement, [
    who.id,
    who.passwordHash,
    hours,
    origin.address,
    origin.userAgent,
    rn,
    origin.requestId,
    JSON.stringify(changed),
    email === null ? null : attemptKey(emailLimit, email),
    email === null ? null : attemptKey(addressLimit, origin.address),
    who.providerSession ?? null,
  ]);
}

/** The columns of a {@link CloudUserRow} that are the user's own. */
export const plainUser = userColumns.map((column) => `users."${column.replace('users.', '')}"`).join(', ');

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
  select id, "account-id", now() + make_interval(hours => coalesce("session-hours", $3)), $4, $5, $11::text from standing
  returning id, "created-on", "expires-on"
), noted as (
  update users set "last-login" = now() from standing where users.id = standing.id
), logged as (
  insert into audit ("account-id", actor, action, resource, address, "request-id")
  select "account-id", jsonb_build_object('rn', $6::text, 'name', "first-name" || ' ' || "last-name", 'email', email),
    'auth:Login', $6::text, nullif($4, ''), nullif($7, '') from standing
), forgiven as (
  update attempts set failures = case subject when $9 then 0 else greatest(failures - 1, 0) end
  from standing where subject in ($9, $10)
)
select begun.id as session, begun."created-on" as "begun-on", begun."expires-on" as "ends-on", standing.*,
  ${carriedBy('standing')},
  pg_notify('${channel}', $8)
from standing cross join begun`;
