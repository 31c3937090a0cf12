import { type PoolRules, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import { inUseInJoined, taken } from '../seat/lease-row.ts';
import { expired } from '../seat/term.ts';
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
