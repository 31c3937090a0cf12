import type { Policy, PoolRules } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { available } from '../picking/seat-request.ts';
import { isIn, type Line } from './lines.sql.ts';

/** The unused seats of a product that can be taken, by the index `licenses-idle` (migration 0025). */
export const isFreeIn = ({ account, product }: Line) => sql<boolean>`(licenses."account-id" = ${account}
  and licenses."product-id" = ${product} and licenses."deleted-on" is null and licenses.status = 'Active'
  and (licenses."lease-state" = 'free' or licenses."freed-on" is not null) and ${available({ releasedOn: null, version: null })})`;

/** The seats of a product that time has freed since the last sweep. */
export const isEndedIn = ({ account, product }: Line) => sql<boolean>`(licenses."account-id" = ${account}
  and licenses."product-id" = ${product} and licenses."deleted-on" is null and licenses."expires-at" <= now()
  and (licenses."lease-state" in ('active', 'offline') and licenses."freed-on" is null or licenses."lease-state" = 'releasing'))`;

/** Whether any seat of a product can be taken, or could be after the next sweep. */
export async function hasFreeSeat(tx: Transaction, line: Line): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
select exists (select from licenses where ${isFreeIn(line)}) or exists (select from licenses where ${isEndedIn(line)}) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}

/** A pool or a policy group with a free seat, by the key of its line; `pool` is null for a group. */
interface FreeKey {
  readonly key: string;
  readonly pool: string | null;
  readonly policies: Policy[] | null;
  readonly rules: Partial<PoolRules> | null;
}

/**
 * The pools and policy groups of a product with a free seat, with waiters in their line, or without. The free seats come
 * first, by a loose index scan: where there are none, no waiter is read.
 */
export async function readFreeKeys(
  tx: Transaction,
  line: Line,
  which: 'waited for' | 'not waited for',
): Promise<FreeKey[]> {
  const isFree = isFreeIn(line);
  const isOutside = sql<boolean>`(${isFree} and licenses."pool-id" is null)`;
  const isWaitedFor = (key: RawBuilder<unknown>) => {
    const exists = sql<boolean>`exists (select from waiters where ${isIn(line)} and waiters.classes ? ${key})`;
    return which === 'waited for' ? exists : sql<boolean>`not ${exists}`;
  };
  const { rows } = await sql<FreeKey>`
with recursive kinds (kind) as (
  (select licenses."policies-kind" from licenses where ${isOutside} order by licenses."policies-kind" limit 1)
  union all
  select (select licenses."policies-kind" from licenses where ${isOutside} and licenses."policies-kind" > kinds.kind
    order by licenses."policies-kind" limit 1) from kinds where kind is not null
)
select pools.id::text as key, pools.id as pool, pools.policies, pools.rules from pools
where pools."account-id" = ${line.account} and pools."product-id" = ${line.product}
  and exists (select from licenses where licenses."pool-id" = pools.id and ${isFree}) and ${isWaitedFor(sql`pools.id::text`)}
union all
select 'policies ' || kind, null, null, null from kinds
where kind is not null and ${isWaitedFor(sql`('policies ' || kind)`)}
order by key`.execute(tx);
  return rows;
}
