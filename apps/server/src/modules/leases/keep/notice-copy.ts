import { sql } from 'kysely';
import { type Actor, serverCaller } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import type { ProblemError } from '../../../problem.ts';
import { moveSeats } from '../move-seats.ts';
import { copied } from '../seat/lease-problems.ts';
import type { LeaseRow } from '../seat/lease-row.ts';
import { type Heartbeat, isInOrder, requestOf } from './extend-leases.sql.ts';

/**
 * Returns the refusal of a heartbeat that a copy of the holder's device has sent; null for any other heartbeat. The
 * first one of an epoch is recorded.
 *
 * @param lease the lease of the heartbeat, which the caller has locked
 */
export async function noticeCopy(
  tx: Transaction,
  actor: Actor,
  lease: LeaseRow,
  beat: Heartbeat,
): Promise<ProblemError | null> {
  if (lease['lease-state'] !== 'active' || !lease.taken || lease.expired || lease.status !== 'Active') return null;
  const { rows } = await sql<{ copy: boolean }>`
    select not ${sql.raw(isInOrder('asked.seq', 'asked.request'))} as copy
    from licenses, (select ${beat.seq}::bigint as seq, ${requestOf(beat)}::text as request) as asked
    where licenses.id = ${lease.id}`.execute(tx);
  if (!rows[0]?.copy) return null;
  if (lease['copied-epoch'] !== lease.epoch) await moveSeats(tx, serverCaller(actor.installation), 'copy', [lease.id]);
  return copied();
}
