import { type PoolRules, parseRn, type Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import { expired } from '../../../records/license-term.ts';
import { inUseInJoined, offered, taken } from '../../../records/seat-conditions.ts';
import { idleInPool, orderInPool } from './idle-in-pool.ts';
import type { SeatUse } from './pool-rules.ts';

/** A license that is a seat of its pool: neither suspended nor ended. */
const isSeat = sql<boolean>`(licenses."deleted-on" is null and licenses.status = 'Active' and not ${expired})`;

/** The seats of a pool in use or offered; one that the user is about to leave counts as left already. */
const heldIn = (pool: string, leaving: string | null) => sql`
  select licenses."holder-id", licenses."lease-state" from licenses
  join accounts on accounts.id = licenses."account-id"
  where licenses."pool-id" = ${pool} and ${isSeat} and ${inUseInJoined}
    and licenses.id is distinct from ${leaving}::text
  union all
  select waiters."user-id", 'offered' from licenses join waiters on waiters.id = licenses."offered-to"
  where licenses."pool-id" = ${pool} and licenses."offered-until" > now() and licenses.id is distinct from ${leaving}::text`;

/** The seats of a pool that each user has in use, or is offered. */
export async function readSeatsByHolder(tx: Transaction, pool: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ holder: string; seats: number }>`
select "holder-id" as holder, count(*)::int as seats from (${heldIn(pool, null)}) as held group by 1`.execute(tx);
  return new Map(rows.map(({ holder, seats }) => [holder, seats]));
}

interface Numbers {
  readonly free: number;
  readonly mine: number;
  readonly offline: number;
  readonly 'by-tag': Readonly<Record<string, number>> | null;
}

/**
 * The use of a pool's seats, counted from the seats themselves.
 *
 * @param user the user whose own seats are counted; null for the user who uses the most
 * @param leaving the key of a seat that the user is about to leave
 */
export async function readUse(
  tx: Transaction,
  pool: string,
  { shares }: Pick<PoolRules, 'shares'>,
  user: string | null,
  leaving: string | null = null,
): Promise<SeatUse> {
  const tags = (shares ?? [])
    .map(({ tag }) => ({ rn: tag, id: parseRn(tag).resourceId }))
    .filter(({ id }) => isUuid(id));
  const ids = tags.map(({ id }) => id);
  const { rows } = await sql<Numbers>`
with held as materialized (${heldIn(pool, leaving)})
select
  (select count(*) from licenses where licenses."pool-id" = ${pool} and ${isSeat} and not ${taken})::int as free,
  ${
    user === null
      ? sql`(select coalesce(max(seats), 0) from (select count(*) as seats from held group by "holder-id") as each)`
      : sql`(select count(*) from held where "holder-id" = ${user})`
  }::int as mine,
  (select count(*) from held where "lease-state" = 'offline')::int as offline,
  (select jsonb_object_agg("tag-id", seats) from (
    select "user-tags"."tag-id", count(*) as seats from held join "user-tags" on "user-tags"."user-id" = held."holder-id"
    where "user-tags"."tag-id" = any(${ids}::uuid[]) group by 1) as each) as "by-tag"`.execute(tx);
  const { 'by-tag': byTag, ...numbers } = rows[0] ?? { free: 0, mine: 0, offline: 0, 'by-tag': null };
  return { ...numbers, byTag: new Map(tags.map(({ rn, id }) => [rn, byTag?.[id] ?? 0])) };
}

/**
 * The use of a pool's seats as far as `refusalOf` needs it to decide for one user, without reading all seats of a large
 * pool: free seats are counted up to a number from which no reserve can refuse, carriers of a tag only where a limit or a
 * reserve depends on them. The verdict and its numbers are the same as with {@link readUse}.
 *
 * @param leaving the key of a seat that the user is about to leave
 * @param others how many others may take a seat at the same time
 */
export async function readUseFor(
  tx: Transaction,
  pool: string,
  { shares }: Pick<PoolRules, 'shares'>,
  user: string,
  { tags }: Subject,
  leaving: string | null,
  others = 0,
): Promise<SeatUse> {
  const named = (shares ?? []).flatMap(({ tag: rn, reserve, limit }) => {
    const id = parseRn(rn).resourceId;
    return isUuid(id) ? [{ rn, id, reserve: reserve ?? 0, isLimited: limit !== null && tags.includes(rn) }] : [];
  });
  const idsOf = (some: typeof named) => some.map(({ id }) => id);
  const { rows } = await selectDecisive({
    pool,
    user,
    leaving,
    enough: (shares ?? []).reduce((sum, { reserve }) => sum + (reserve ?? 0), 1 + others),
    limited: idsOf(named.filter(({ isLimited }) => isLimited)),
    reserved: idsOf(named.filter(({ reserve, isLimited }) => reserve > 0 && !isLimited)),
  }).execute(tx);
  const { 'by-tag': byTag, free = 0, mine = 0 } = rows[0] ?? { 'by-tag': null };
  return { free, mine, offline: 0, byTag: new Map(named.map(({ rn, id }) => [rn, byTag?.[id] ?? 0])) };
}

interface Decision {
  readonly pool: string;
  readonly user: string;
  readonly leaving: string | null;
  /** The number of free seats from which no reserve can refuse one. */
  readonly enough: number;
  /** The ids of the tags of the user whose carriers are limited. */
  readonly limited: readonly string[];
  /** The ids of other tags for which seats are kept. */
  readonly reserved: readonly string[];
}

/** Where the idle seats are few, those whose end is not recorded yet count as well. */
const selectDecisive = compileOnce(
  (_tx: Transaction, { pool, user, leaving, enough, limited, reserved }: ParametersFor<Decision>) => {
    const seats = sql`licenses."pool-id" = ${pool} and ${isSeat}`;
    const held = sql`from licenses join accounts on accounts.id = licenses."account-id"`;
    const isHeld = sql`${seats} and ${inUseInJoined} and licenses.id is distinct from ${leaving}::text`;
    const kept = sql`from licenses join waiters on waiters.id = licenses."offered-to"`;
    const isKept = sql`licenses."pool-id" = ${pool} and ${offered} and licenses.id is distinct from ${leaving}::text`;
    return sql<Omit<Numbers, 'offline'>>`
with idle as materialized (
  select count(*) as seats from (select from licenses where licenses."pool-id" = ${pool} and ${idleInPool} and not ${expired}
    and not ${taken} order by ${orderInPool} limit ${enough}::integer) as first
), open as materialized (
  select seats + case when seats < ${enough}::integer then (select count(*) from licenses where ${seats} and not ${taken}
    and licenses."lease-state" <> 'free' and licenses."freed-on" is null) else 0 end as seats from idle
)
select open.seats::integer as free,
  ((select count(*) ${held} where ${isHeld} and licenses."holder-id" = ${user})
    + (select count(*) ${kept} where ${isKept} and waiters."user-id" = ${user}))::integer as mine,
  (select jsonb_object_agg(named.tag, (
      select count(*) from "user-tags" join licenses on licenses."holder-id" = "user-tags"."user-id"
        join accounts on accounts.id = licenses."account-id" where "user-tags"."tag-id" = named.tag and ${isHeld}
    ) + (
      select count(*) ${kept} join "user-tags" on "user-tags"."user-id" = waiters."user-id"
        where "user-tags"."tag-id" = named.tag and ${isKept}))
    from (select unnest(${limited}::uuid[]) as tag
      union all select unnest(${reserved}::uuid[]) where open.seats < ${enough}::integer) as named) as "by-tag"
from open`;
  },
);
