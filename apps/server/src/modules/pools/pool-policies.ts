import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { findPool, lockPool, shownPool } from '../../records/pools.sql.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { chunksOf } from '../leases/move-seats.ts';
import { consumersChanged } from '../leases/seat/seat.ts';
import { policiesOf, requirePolicies } from '../licenses/license-policies.ts';

export const setPoolPolicies: Operation<'setPoolPolicies'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account, policies: stored } = await findPool(tx, actor, params.id);
  // Lock order, as everywhere: users and tags before pools.
  await requirePolicies(tx, actor, account, body, stored);
  const { pool, before } = await lockPool(tx, actor, params.id, ifMatch);
  const policies = JSON.stringify(policiesOf(body, pool.policies));
  await updateRow(tx, 'pools', pool.id, { policies }).execute();
  await auditItem(tx, actor, 'license:SetPoolPolicies', before, await shownPool(tx, actor, pool.id));
  await endIneligibleLeasesOfPool(tx, actor, pool.id);
  checkPlacesAtEnd(tx, actor.installation, { account: pool['account-id'], product: pool['product-id'] });
  return { item: await shownPool(tx, actor, pool.id) };
};

/** Releases those holders of a pool's seats who may not use it any more. The pool's row is locked. */
export async function endIneligibleLeasesOfPool(tx: Transaction, actor: Actor, pool: string): Promise<void> {
  const held = await tx
    .selectFrom('licenses')
    .select('id')
    .where('pool-id', '=', pool)
    .where('lease-state', '=', sql.lit('active' as const))
    .orderBy('id')
    .execute();
  const keys = held.map(({ id }) => id);
  for (const chunk of chunksOf(keys)) await endIneligibleLeases(tx, actor, chunk, consumersChanged);
}
