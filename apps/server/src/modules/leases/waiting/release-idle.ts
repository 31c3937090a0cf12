import { noRules, type PoolRules } from '@keyhold/contract';
import { sql } from 'kysely';
import { serverCaller } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import type { Installation } from '../../../installation.ts';
import { isIn, type Line } from '../line/lines.sql.ts';
import { nextWaiters, subjectOfWaiter } from '../line/waiters.sql.ts';
import { moveSeats } from '../move-seats.ts';
import { refusalOf } from '../picking/pool-rules.ts';
import { readUse } from '../picking/pool-use.sql.ts';
import { idleEnding } from '../seat/seat.ts';

/** Waiters for whom seats are released at once. */
const mostWaiters = 50;

/**
 * Releases seats whose users are away, where a pool has a limit for that and waiters: as many as there are waiters
 * whom the rules would let use them, the longest idle first.
 */
export async function releaseIdle(tx: Transaction, installation: Installation, line: Line): Promise<void> {
  const { rows: pools } = await sql<{ id: string; rules: Partial<PoolRules> }>`
select pools.id, pools.rules from pools
where pools."account-id" = ${line.account} and pools."product-id" = ${line.product} and pools.rules ->> 'idle-minutes' is not null
  and exists (select from waiters where ${isIn(line)} and waiters.classes ? pools.id::text)
order by pools.id`.execute(tx);
  for (const pool of pools) await releaseIdleIn(tx, installation, line, pool.id, { ...noRules, ...pool.rules });
}

async function releaseIdleIn(tx: Transaction, installation: Installation, line: Line, pool: string, rules: PoolRules) {
  const idleMs = (rules['idle-minutes'] ?? 0) * 60_000;
  const { rows: idle } = await sql<{ id: string; releasing: number }>`
select id, (select count(*) from licenses where "pool-id" = ${pool} and "lease-state" = 'releasing' and "expires-at" > now())::integer as releasing
from licenses where "pool-id" = ${pool} and "lease-state" = 'active' and "expires-at" > now() and "idle-ms" >= ${idleMs}
order by "idle-ms" desc, id limit ${sql.lit(mostWaiters)}`.execute(tx);
  const [first] = idle;
  if (!first) return;
  const waiters = await nextWaiters(tx, line, pool, { notBelow: 3, except: [], limit: mostWaiters });
  let needed = -first.releasing;
  for (const waiter of waiters) {
    const use = await readUse(tx, pool, rules, waiter['user-id']);
    const { tags } = subjectOfWaiter(installation, waiter);
    if (waiter.active && refusalOf(rules, { ...use, free: use.free + 1 }, tags) === null) needed += 1;
  }
  if (needed <= 0) return;
  const ids = idle.slice(0, needed).map(({ id }) => id);
  const locked = await tx
    .selectFrom('licenses')
    .select('id')
    .where('id', '=', anyOf(ids, 'text'))
    .where('idle-ms', '>=', idleMs)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  await moveSeats(
    tx,
    serverCaller(installation),
    'release',
    locked.map(({ id }) => id),
    idleEnding,
  );
}
