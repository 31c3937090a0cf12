import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { notFound, type ProblemError } from '../../problem.ts';
import {
  epochStale,
  leaseLapsed,
  leaseOffline,
  leaseReleased,
  licenseExpired,
  licenseSuspended,
  notEligible,
} from './lease-problems.ts';
import { type LeaseRow, selectLeases } from './lease-row.ts';

/** The lease of an id, if it is the actor's; null when it is gone. Somebody else's lease is not found. */
export async function findOwnLease(tx: Transaction, actor: Actor, id: string): Promise<LeaseRow | null> {
  if (!isUuid(id)) throw notFound();
  const lease = await selectLeases(tx).where('licenses.lease-id', '=', id).executeTakeFirst();
  if (lease && lease['holder-id'] !== actor.userId) throw notFound();
  return lease ?? null;
}

/** Whether a lease was the actor's, and its seat went to somebody else after it had lapsed. */
export async function wasTakenOver(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from licenses where "previous-lease-id" = ${id} and "previous-holder-id" = ${actor.userId}`.execute(tx);
  return rows.length > 0;
}

/** Why a lease of the actor's cannot be kept alive. */
export async function refuseLease(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<ProblemError> {
  const lease = await findOwnLease(tx, actor, id);
  if (!lease) return (await wasTakenOver(tx, actor, id)) ? leaseLapsed() : notFound();
  if (lease.epoch !== epoch) return epochStale();
  switch (lease['lease-state']) {
    case 'releasing':
      return leaseReleased(
        lease['release-reason'] ?? 'released',
        lease['release-message'] ?? 'This license was released.',
        lease['release-by'],
      );
    case 'offline':
      return leaseOffline();
    default:
      if (lease.status === 'Suspended') return licenseSuspended();
      if (lease.expired) return licenseExpired();
      return lease.taken ? notEligible() : leaseLapsed();
  }
}
