import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { unauthenticated } from '../../problem.ts';
import { lockSession } from '../../sessions/sessions.ts';
import { lockOwnLease } from './find-lease.ts';
import { moveSeats } from './move-seats.ts';

/**
 * Lets a lease in use that another session of its holder consumed belong to the actor's: its client has signed in again.
 *
 * @returns whether it does so now and did not before
 */
export async function followSession(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<boolean> {
  if (!(await lockSession(tx, actor.sessionId))) throw unauthenticated();
  const lease = await lockOwnLease(tx, actor, id, epoch);
  if (!lease || lease['session-id'] === actor.sessionId) return false;
  const moved = await moveSeats(tx, actor, 'follow', [lease.id], { session: actor.sessionId });
  return moved.length > 0;
}
