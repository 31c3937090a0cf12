import { CompiledQuery } from 'kysely';
import { outlivesAccountsSessions, userMayAct } from '../../db/conditions.ts';
import { type Database, inOneRoundTrip, type Transaction } from '../../db/database.ts';
import { type CloudUserRow, ownColumns, rolesAndTagsOf } from './session-user.ts';

/** A refresh token, and the application that presents it. */
export interface Renewal {
  readonly client: string;
  readonly session: string;
  /** How often the session had been renewed when the token was issued. */
  readonly renewals: number;
}

/** A renewed session, with its user as its tokens contain them. */
export type Renewed = CloudUserRow & {
  readonly session: string;
  readonly 'ends-on': Date;
  readonly renewals: number;
  readonly 'renewed-on': Date;
};

const columns = `sessions.id, sessions."created-on", "user-id", "expires-on", sessions.renewals, "renewed-on"`;

/** The session in `renewed` with its user, unless the user may not sign in. */
const renewedUser = `
select renewed.id as session, renewed."expires-on" as "ends-on", renewed.renewals, renewed."renewed-on", ${ownColumns}, ${rolesAndTagsOf('users')}
from renewed join users on users.id = renewed."user-id" join accounts on accounts.id = users."account-id"
where ${userMayAct()} and ${outlivesAccountsSessions('renewed')}`;

/** A condition on the number makes concurrent renewals by one token a single one: the others find no row. */
const renewStatement = `
with renewed as (
  update sessions set renewals = renewals + 1, "renewed-on" = now(), "last-used-on" = now()
  where id = $1 and "application-id" = $2 and renewals = $3 and "ended-on" is null and "expires-on" > now()
  returning ${columns}
)${renewedUser}`;

const readStatement = `with renewed as (select ${columns} from sessions where id = $1)${renewedUser}`;

/** Renews a session. Returns null when the token is not the current one, or its user may not sign in. */
export async function renewOnce(db: Database, { session, client, renewals }: Renewal): Promise<Renewed | null> {
  const query = CompiledQuery.raw(renewStatement, [session, client, renewals]) as CompiledQuery<Renewed>;
  return (await inOneRoundTrip(db, 'every account', query))[0] ?? null;
}

/** A session as last renewed; null when its user may not sign in. */
export async function readRenewedSession(tx: Transaction, session: string): Promise<Renewed | null> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(readStatement, [session]) as CompiledQuery<Renewed>);
  return rows[0] ?? null;
}
