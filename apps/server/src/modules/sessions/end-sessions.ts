import { sql } from 'kysely';
import type { Author } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf, now } from '../../db/expressions.ts';
import { lockAccountsOfSessions, type SessionsOf } from '../../db/locks.ts';
import { moveSeats, seatChunk } from '../leases/move-seats.ts';
import { type Ending, signedOut } from '../leases/seat/seat.ts';

/**
 * What happens to the leases of ended sessions: they are released, with a reason and a message for the users who are
 * logged off, or the caller releases every lease of the user.
 */
type LeasesOfEnded = Ending | 'released by the caller';

/**
 * Ends a session, or all open sessions of a user or an application: their next request, on any node, is refused. If a
 * user or an application ends, the caller has locked it.
 */
export async function endSessions(
  tx: Transaction,
  by: Author,
  column: SessionsOf,
  id: string,
  leases: LeasesOfEnded,
): Promise<void> {
  const [, ended] = await Promise.all([
    lockAccountsOfSessions(tx, column, id),
    tx
      .updateTable('sessions')
      .set({ 'ended-on': now })
      .where(column, '=', id)
      .where('ended-on', 'is', null)
      .returning('id')
      .execute(),
  ]);
  if (leases === 'released by the caller') return;
  await releaseLeasesOf(tx, by, idsOf(ended), leases);
}

/** Ends every session of the installation, and releases the leases of all. */
export async function endEverySession(tx: Transaction, by: Author): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ 'ended-on': now })
    .where('ended-on', 'is', null)
    .returning('id')
    .execute();
  await releaseLeasesOf(tx, by, idsOf(ended), signedOut);
}

/**
 * Ends a chunk of the sessions that ended with their account. Its leases end by the account's row, too
 * (`leases/end/end-account-leases.ts`).
 *
 * @param account its row is locked
 * @returns the number of sessions, which is less than the chunk if none are left
 */
export async function endSessionsOfAccount(tx: Transaction, account: string, chunk: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update sessions set "ended-on" = now() where id in (
    select sessions.id from sessions join accounts on accounts.id = sessions."account-id"
    where accounts.id = ${account} and sessions."ended-on" is null
      and sessions."created-on" <= accounts."sessions-ended-on" limit ${chunk})`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Releases the leases of sessions that were ended in this transaction. A consume locks its session, so no new lease can
 * begin concurrently.
 */
export async function releaseLeasesOf(
  tx: Transaction,
  by: Author,
  sessions: readonly string[],
  ending: Ending,
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
  const ids = idsOf(held);
  for (let done = 0; done < ids.length; done += seatChunk) {
    await moveSeats(tx, by, 'release', ids.slice(done, done + seatChunk), ending);
  }
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
