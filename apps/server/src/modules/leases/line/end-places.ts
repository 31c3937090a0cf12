import type { PlaceEnding } from '@keyhold/contract';
import { sql } from 'kysely';
import { serverCaller } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf, clock } from '../../../db/expressions.ts';
import type { Installation } from '../../../installation.ts';
import { applyMoves } from '../seat/apply-moves.ts';
import type { MovedSeat } from '../seat/record-moves.ts';
import { announceWaiting } from './announce-waiting.ts';

/**
 * Ends the places of some waiters. Seats that are offered to them become free.
 *
 * @returns these seats, which the caller offers to the next
 */
export async function endPlaces(
  tx: Transaction,
  installation: Installation,
  ids: readonly string[],
  reason: PlaceEnding,
): Promise<MovedSeat[]> {
  if (ids.length === 0) return [];
  const ended = await tx
    .updateTable('waiters')
    .set({ 'ended-on': clock, 'ended-reason': reason })
    .where('id', '=', anyOf([...ids]))
    .where('ended-on', 'is', null)
    .returning(['id', 'account-id', 'product-id', 'classes'])
    .execute();
  announceWaiting(tx, installation, ended);
  const offered = await tx
    .selectFrom('licenses')
    .select('id')
    .where(sql<boolean>`"offered-to" = any(${ended.map(({ id }) => id)}::uuid[])`)
    .orderBy('id')
    .execute();
  return applyMoves(
    tx,
    serverCaller(installation),
    'withdraw',
    offered.map(({ id }) => id),
  );
}
