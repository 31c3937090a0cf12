import { sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { ago, now } from '../../db/expressions.ts';
import { lockAccountsOfSessions } from '../../db/locks.ts';
import { endStolenSession } from './end-stolen-session.ts';
import { type Renewal, type Renewed, readRenewedSession, renewOnce } from './renew-session.sql.ts';

/** Seconds after a renewal in which its refresh token gets the same reply again, in case the first one was lost. */
const repeatSeconds = 10;

/**
 * Renews a session, which its next pair of tokens is signed from. A refresh token is valid once. When one is used
 * again, it or its successor was stolen, and the session ends (RFC 9700, section 4.14.2).
 *
 * @param token null for one that cannot be read
 * @param requireClient throws unless there is such an application
 */
export async function renewSession(
  db: Database,
  caller: Caller,
  token: Renewal | null,
  requireClient: (tx: Transaction) => Promise<{ readonly id: string }>,
): Promise<Renewed | null> {
  const arrived = performance.now();
  const renewed = token && (await renewOnce(db, token));
  if (renewed) return renewed;
  return inTransaction(db, 'every account', async (tx) => {
    const age = performance.now() - arrived;
    const client = await requireClient(tx);
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
  await lockAccountsOfSessions(tx, 'id', token.session);
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
