import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Caller } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { ago, now } from '../../db/expressions.ts';
import type { Services } from '../../services.ts';
import { cloudUserOf } from '../sessions/begin-session.ts';
import { keepAccountsOf } from '../sessions/end-sessions.ts';
import { endStolenSession } from '../sessions/end-stolen-session.ts';
import { type Renewal, type Renewed, readRenewedSession } from '../sessions/renew-sessions.sql.ts';
import { requireClient, requireClientId } from './clients.ts';
import { invalidGrant } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { readRefreshToken, signPair, type TokenReply } from './tokens.ts';

/** Seconds after a renewal in which its refresh token gets the same reply again, in case the first one was lost. */
const repeatSeconds = 10;

/**
 * Renews a session: keeps it, and returns the next pair of tokens. A refresh token is valid once. When one is used
 * again, it or its successor was stolen, and the session ends (RFC 9700, section 4.14.2).
 */
export async function renewSession(services: Services, caller: Caller, parameters: Parameters): Promise<TokenReply> {
  const { db, keys, renewals } = services;
  const arrived = performance.now();
  const read = await readRefreshToken(keys, requireParameter(parameters, 'refresh_token'));
  const client = requireClientId(parameters);
  const token = read && isUuid(read.session) ? { ...read, client } : null;
  const renewed = (token && (await renewals(token))) ?? (await repeatOrEnd(db, caller, parameters, token, arrived));
  if (!renewed) throw invalidGrant();
  const session = {
    id: renewed.session,
    expiresOn: renewed['ends-on'],
    renewals: renewed.renewals,
    renewedOn: renewed['renewed-on'],
  };
  return signPair(keys, session, cloudUserOf(caller.installation, renewed));
}

/**
 * Repeats the previous reply, or ends the session, whose refresh token was used before.
 *
 * @throws {OAuthError} `invalid_client` when there is no such application
 */
function repeatOrEnd(
  db: Database,
  caller: Caller,
  parameters: Parameters,
  token: Renewal | null,
  arrived: number,
): Promise<Renewed | null> {
  return inTransaction(db, 'every account', async (tx) => {
    const age = performance.now() - arrived;
    const client = await requireClient(tx, parameters);
    if (!token || !(await isRepeated(tx, caller, client.id, token, age))) return null;
    return readRenewedSession(tx, token.session);
  });
}

/**
 * Whether a token was just used, and neither of its successors had been when the request arrived, so that its reply may
 * have been lost. Any other one ends its session.
 *
 * @param age how long ago the request arrived, in milliseconds
 */
async function isRepeated(
  tx: Transaction,
  caller: Caller,
  client: string,
  token: Renewal,
  age: number,
): Promise<boolean> {
  await keepAccountsOf(tx, 'id', token.session);
  const row = await tx
    .selectFrom('sessions')
    .select('renewals')
    .select(
      sql<boolean>`coalesce("renewal-used-on" between "renewed-on" and ${ago({ secs: age / 1000 })}, false)`.as('used'),
    )
    .select((eb) => eb('renewed-on', '>', ago({ secs: repeatSeconds })).as('recent'))
    .where('id', '=', token.session)
    .where('application-id', '=', client)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return false;
  if (row.recent && !row.used && row.renewals === token.renewals + 1) return true;
  await endStolenSession(tx, caller, client, token.session);
  return false;
}
