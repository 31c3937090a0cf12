import { sql } from 'kysely';
import { type Author, theServer } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { anyOf, now } from '../../db/expressions.ts';
import type { Installation } from '../../installation.ts';
import { closeSessions, type SessionsOf } from '../../sessions/sessions.ts';
import { moveSeats, seatChunk } from './move-seats.ts';
import { type Ending, signedOut } from './seat.ts';

/**
 * Ends a session, or all of a user or an application: their next request, on whatever node, is signed out, and the leases that
 * belong to them are released. A user or an application that ends is locked before.
 *
 * @param ending the message to the users who are logged off
 */
export async function endSessions(
  tx: Transaction,
  by: Author,
  column: Exclude<SessionsOf, 'account-id'>,
  id: string,
  ending: Ending = signedOut,
): Promise<void> {
  await releaseLeasesOf(tx, by, await closeSessions(tx, column, id), ending);
}

/**
 * Releases the leases of sessions that were ended in this transaction. Whoever consumes holds a lock on their session, so
 * that none begins meanwhile.
 */
export async function releaseLeasesOf(
  tx: Transaction,
  by: Author,
  sessions: readonly string[],
  ending: Ending = signedOut,
): Promise<void> {
  if (sessions.length === 0) return;
  const held = await tx
    .selectFrom('licenses')
    .select('id')
    .where('session-id', '=', anyOf(sessions))
    .where('lease-state', '=', sql.lit('active' as const))
    .orderBy('id')
    .execute();
  const ids = held.map((license) => license.id);
  for (let done = 0; done < ids.length; done += seatChunk) {
    await moveSeats(tx, by, 'release', ids.slice(done, done + seatChunk), ending);
  }
}

/** Ends the sessions whose time is over, in chunks. They were signed out at that moment; this releases their leases. */
export async function endExpiredSessions(db: Database, installation: Installation): Promise<void> {
  while ((await inTransaction(db, 'every account', (tx) => endExpired(tx, installation))) === sessionChunk);
}

/** Ends a session whose time is over, as {@link endExpiredSessions} would a moment later; does nothing to any other. */
export async function endIfExpired(db: Database, installation: Installation, session: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) => endExpired(tx, installation, session));
}

/** Sessions of one transaction. */
const sessionChunk = 500;

async function endExpired(tx: Transaction, installation: Installation, session?: string): Promise<number> {
  let expired = tx
    .selectFrom('sessions')
    .select('id')
    .where('ended-on', 'is', null)
    .where('expires-on', '<=', now)
    .orderBy('expires-on')
    .limit(sessionChunk)
    .forNoKeyUpdate();
  // Another node ends those that it has locked; who wants a certain one waits for that.
  expired = session === undefined ? expired.skipLocked() : expired.where('id', '=', session);
  const ended = await tx
    .with('expired', () => expired)
    .updateTable('sessions')
    .from('expired')
    .whereRef('sessions.id', '=', 'expired.id')
    .set(({ ref }) => ({ 'ended-on': ref('sessions.expires-on') }))
    .returning('sessions.id')
    .execute();
  const ids = ended.map(({ id }) => id);
  await releaseLeasesOf(tx, theServer(installation), ids);
  return ids.length;
}
