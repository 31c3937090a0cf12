import { sql } from 'kysely';
import { type Author, serverCaller } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { anyOf, now } from '../../db/expressions.ts';
import type { Installation } from '../../installation.ts';
import { moveSeats, seatChunk } from '../leases/seat/move-seats.ts';
import { type Ending, signedOut } from '../leases/seat/seat.ts';
import { closeSessions, type SessionsOf } from './open-session.ts';

/**
 * Ends a session, or all sessions of a user or an application: their next request, on any node, is signed out, and
 * their leases are released. If a user or an application ends, the caller has locked it.
 *
 * @param ending the reason and the message for the users who are logged off
 */
export async function endSessions(
  tx: Transaction,
  by: Author,
  column: SessionsOf,
  id: string,
  ending: Ending = signedOut,
): Promise<void> {
  const [, closed] = await Promise.all([keepAccountsOf(tx, column, id), closeSessions(tx, column, id)]);
  await releaseLeasesOf(tx, by, closed, ending);
}

/** Locks the accounts of sessions before these, as every change does. */
export async function keepAccountsOf(tx: Transaction, column: SessionsOf, id: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('sessions').select('account-id').where(column, '=', id).where('ended-on', 'is', null),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/**
 * Releases the leases of sessions that were ended in this transaction. A consume locks its session, so no new lease can
 * begin concurrently.
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
    // One ordered batch: the moves below lock by state and by chunk.
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = held.map((license) => license.id);
  for (let done = 0; done < ids.length; done += seatChunk) {
    await moveSeats(tx, by, 'release', ids.slice(done, done + seatChunk), ending);
  }
}

/** Ends expired sessions, in chunks. They were signed out when they expired; this releases their leases. */
export async function endExpiredSessions(db: Database, installation: Installation): Promise<void> {
  while ((await inTransaction(db, 'every account', (tx) => endExpired(tx, installation))) === sessionChunk);
}

/** Ends a session if it has expired, without waiting for {@link endExpiredSessions}. */
export async function endIfExpired(db: Database, installation: Installation, session: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) => endExpired(tx, installation, session));
}

/** Sessions per transaction. */
const sessionChunk = 500;

async function endExpired(tx: Transaction, installation: Installation, session?: string): Promise<number> {
  // Locked sessions are skipped, since another node ends them; a single requested session is waited for.
  const lockedRows = sql.raw(session === undefined ? 'skip locked' : '');
  const expired = tx
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account-id')
    .select('sessions.id')
    .where('ended-on', 'is', null)
    .where('expires-on', '<=', now)
    .$if(session !== undefined, (query) => query.where('sessions.id', '=', session ?? ''))
    .orderBy('expires-on')
    .limit(sessionChunk)
    // As in every change, the account is locked before its sessions.
    .modifyEnd(sql`for key share of accounts ${lockedRows} for no key update of sessions ${lockedRows}`);
  const ended = await tx
    .with('expired', () => expired)
    .updateTable('sessions')
    .from('expired')
    .whereRef('sessions.id', '=', 'expired.id')
    .set(({ ref }) => ({ 'ended-on': ref('sessions.expires-on') }))
    .returning('sessions.id')
    .execute();
  const ids = ended.map(({ id }) => id);
  await releaseLeasesOf(tx, serverCaller(installation), ids);
  return ids.length;
}
