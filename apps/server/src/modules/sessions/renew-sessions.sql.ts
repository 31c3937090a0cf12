import { CompiledQuery } from 'kysely';
import type { LockedRows } from '../../db/batcher.ts';
import { type Database, inOneRoundTrip, type Transaction } from '../../db/database.ts';
import { type CloudUserRow, carriedBy, plainUser } from './begin-session.ts';

/** A refresh token, and the application that presents it. */
export interface Renewal {
  readonly client: string;
  readonly session: string;
  /** How often the session had been renewed when the token was issued. */
  readonly renewals: number;
}

/** A renewed session, with its user as its tokens carry them. */
export type Renewed = CloudUserRow & {
  readonly session: string;
  readonly 'ends-on': Date;
  readonly renewals: number;
  readonly 'renewed-on': Date;
};

const columns = `sessions.id, sessions."created-on", "user-id", "expires-on", sessions.renewals, "renewed-on"`;

const renewedUser = `renewed.id as session, renewed."expires-on" as "ends-on", renewed.renewals, renewed."renewed-on", ${plainUser}, ${carriedBy('users')}`;

/** The users of `renewed` sessions, unless they may not sign in. */
const standingUser = `join users on users.id = renewed."user-id" join accounts on accounts.id = users."account-id"
where users.status = 'Active' and users."deleted-on" is null and accounts.status <> 'Inactive' and accounts."deleted-on" is null
  and (renewed."created-on" <= accounts."sessions-ended-on") is not true`;

/** Renews each session whose token carries its current number. Duplicate tokens in a statement get the same reply. */
const textFor = (lockedRows: LockedRows) => `
with asked as (
  select * from jsonb_to_recordset($1::jsonb) as asked (client text, session uuid, renewals integer, place integer)
), standing as (
  select sessions.id
  from asked join sessions
    on sessions.id = asked.session and sessions."application-id" = asked.client and sessions.renewals = asked.renewals
  where sessions."ended-on" is null and sessions."expires-on" > now()
  for no key update of sessions ${lockedRows}
), renewed as (
  update sessions set renewals = renewals + 1, "renewed-on" = now(), "last-used-on" = now()
  from standing where sessions.id = standing.id
  returning ${columns}, "application-id"
)
select asked.place, ${renewedUser}
from asked join renewed
  on renewed.id = asked.session and renewed."application-id" = asked.client and renewed.renewals = asked.renewals + 1
${standingUser}`;
const texts = { 'skip locked': textFor('skip locked'), '': textFor('') };

const reading = `with renewed as (select ${columns} from sessions where id = $1) select ${renewedUser} from renewed ${standingUser}`;

/**
 * Renews sessions with one statement. Returns for each the session, or null when the token is not the current one, its
 * user may not sign in, or its locked row was skipped. Two concurrent statements never renew the same session.
 */
export async function renewSessions(
  db: Database,
  renewals: readonly Renewal[],
  lockedRows: LockedRows,
): Promise<(Renewed | null)[]> {
  const asked = renewals.map((renewal, index) => ({ ...renewal, place: index + 1 }));
  type Row = Renewed & { readonly place: number };
  const query = CompiledQuery.raw(texts[lockedRows], [JSON.stringify(asked)]) as CompiledQuery<Row>;
  const renewed = new Map((await inOneRoundTrip(db, 'every account', query)).map((row) => [row.place, row]));
  return asked.map(({ place }) => renewed.get(place) ?? null);
}

/** A session as last renewed; null when its user may not sign in. */
export async function readRenewedSession(tx: Transaction, session: string): Promise<Renewed | null> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(reading, [session]) as CompiledQuery<Renewed>);
  return rows[0] ?? null;
}
