import { sql } from 'kysely';
import { serverCaller } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { Installation } from '../../installation.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { releaseLeasesOf } from './end-sessions.ts';

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
  await releaseLeasesOf(tx, serverCaller(installation), ids, signedOut);
  return ids.length;
}
