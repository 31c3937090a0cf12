import { CompiledQuery } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { type Database, inOneRoundTrip, inTransaction, type Transaction } from '../../db/database.ts';
import { ago, now } from '../../db/expressions.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { type CloudUserRow, carriedBy, cloudUserOf, plainUser } from '../auth/start-session.ts';
import { endSessions } from '../leases/end-sessions.ts';
import { requireClient, requireClientId } from './clients.ts';
import { invalidGrant } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { readRefreshToken, signPair, type TokenReply } from './tokens.ts';

/** For so long after a renewal its own refresh token gets the same reply again, which may have been lost. */
const repeatSeconds = 10;

/**
 * Renews a session: the same session, with the next pair of tokens. A refresh token is good once; one that comes again was
 * stolen, or its successor was, and the session ends (RFC 9700, section 4.14.2).
 */
export async function renewSession(services: Services, caller: Caller, parameters: Parameters): Promise<TokenReply> {
  const { db, keys } = services;
  const read = await readRefreshToken(keys, requireParameter(parameters, 'refresh_token'));
  const client = requireClientId(parameters);
  const token = read && isUuid(read.session) ? read : null;
  const renewed = (token && (await renew(db, client, token))) ?? (await repeatOrEnd(db, caller, parameters, token));
  if (!renewed) throw invalidGrant();
  const session = {
    id: renewed.session,
    expiresOn: renewed['ends-on'],
    renewals: renewed.renewals,
    renewedOn: renewed['renewed-on'],
  };
  return signPair(keys, session, cloudUserOf(caller.installation, renewed));
}

interface Token {
  readonly session: string;
  readonly renewals: number;
}

/** A session that was renewed, with its user as its tokens carry them. */
type Renewed = CloudUserRow & {
  readonly session: string;
  readonly 'ends-on': Date;
  readonly renewals: number;
  readonly 'renewed-on': Date;
};

/** The user of a `renewed` session, unless they may not be signed in. */
const withUser = `
select renewed.id as session, renewed."expires-on" as "ends-on", renewed.renewals, renewed."renewed-on", ${plainUser}, ${carriedBy('users')}
from renewed join users on users.id = renewed."user-id" join accounts on accounts.id = users."account-id"
where users.status = 'Active' and users."deleted-on" is null and accounts.status <> 'Inactive' and accounts."deleted-on" is null`;

const columns = `id, "user-id", "expires-on", renewals, "renewed-on"`;

const renewing = `with renewed as (
  update sessions set renewals = renewals + 1, "renewed-on" = now(), "last-used-on" = now()
  where id = $1 and "application-id" = $2 and renewals = $3 and "ended-on" is null and "expires-on" > now()
  returning ${columns})${withUser}`;

const reading = `with renewed as (select ${columns} from sessions where id = $1)${withUser}`;

/** The next number, if the token carries the current one; two requests at once do not both get it. One round trip. */
async function renew(db: Database, client: string, { session, renewals }: Token): Promise<Renewed | null> {
  const query = CompiledQuery.raw(renewing, [session, client, renewals]) as CompiledQuery<Renewed>;
  const [row] = await inOneRoundTrip(db, 'every account', query);
  return row ?? null;
}

/**
 * The reply before once more, or the end of the session, whose refresh token was used before.
 *
 * @throws {OAuthError} `invalid_client` when there is no such application
 */
function repeatOrEnd(
  db: Database,
  caller: Caller,
  parameters: Parameters,
  token: Token | null,
): Promise<Renewed | null> {
  return inTransaction(db, 'every account', async (tx) => {
    const client = await requireClient(tx, parameters);
    if (!token || !(await isRepeated(tx, caller, client.id, token))) return null;
    const { rows } = await tx.executeQuery(CompiledQuery.raw(reading, [token.session]) as CompiledQuery<Renewed>);
    return rows[0] ?? null;
  });
}

/** Whether a token is the one that was just used, whose reply may have been lost. A session whose older one comes is ended. */
async function isRepeated(tx: Transaction, caller: Caller, client: string, token: Token): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select(['id', 'user-id', 'account-id', 'renewals'])
    .select((eb) => eb('renewed-on', '>', ago({ secs: repeatSeconds })).as('recent'))
    .where('id', '=', token.session)
    .where('application-id', '=', client)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return false;
  if (row.recent && row.renewals === token.renewals + 1) return true;
  const user = rnOf(caller.installation, row['account-id'], 'user', row['user-id']);
  await endSessions(tx, caller, 'id', row.id);
  await audit(tx, caller, { action: 'auth:EndStolenSession', resource: user, after: { application: client } });
  return false;
}
