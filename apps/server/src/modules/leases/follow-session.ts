import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { unauthenticated } from '../../problem.ts';
import { lockSession } from '../../sessions/sessions.ts';
import { keepAccountsOf } from './end-sessions.ts';
import { lockOwnLease } from './find-lease.ts';
import { moveSeats } from './move-seats.ts';

/**
 * Moves a lease in use from another session of its holder to the actor's session, after its client has signed in again.
 *
 * @returns whether the lease was moved
 */
export async function followSession(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<boolean> {
  const [, isOpen] = await Promise.all([keepAccountsOf(tx, 'id', actor.sessionId), lockSession(tx, actor.sessionId)]);
  if (!isOpen) throw unauthenticated();
  const lease = await lockOwnLease(tx, actor, id, epoch);
  if (!lease || lease['session-id'] === actor.sessionId) return false;
  const moved = await moveSeats(tx, actor, 'follow', [lease.id], { session: actor.sessionId });
  return moved.length > 0;
}
