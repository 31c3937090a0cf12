import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { lockAccount } from '../../../db/locks.ts';
import { type ProblemError, unauthenticated } from '../../../problem.ts';
import { lockOwnLease } from '../find-lease.ts';
import { moveSeats } from '../move-seats.ts';
import { lockBearing } from '../picking/consumer.ts';
import type { Heartbeat } from './extend-leases.sql.ts';
import { noticeCopy } from './notice-copy.ts';

/**
 * Moves a lease in use from another session or token of its holder to the actor's, after its client has signed in again.
 *
 * @returns whether the lease was moved, or the refusal of a copy, whose session the lease does not follow
 */
export async function followSession(tx: Transaction, actor: Actor, beat: Heartbeat): Promise<boolean | ProblemError> {
  const [, bearing] = await Promise.all([lockAccount(tx, actor.accountId), lockBearing(actor).execute(tx)]);
  if (bearing.rows.length === 0) throw unauthenticated();
  const lease = await lockOwnLease(tx, actor, beat.lease, beat.epoch);
  if (!lease) return false;
  const copy = await noticeCopy(tx, actor, lease, beat);
  if (copy) return copy;
  if (lease['session-id'] === actor.sessionId) return false;
  const moved = await moveSeats(tx, actor, 'follow', [lease.id], { session: actor.sessionId });
  return moved.length > 0;
}
