import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { accountFilter, uuidOf } from '../access/guards.ts';
import { inAccount } from '../db/conditions.ts';
import type { Transaction } from '../db/database.ts';
import { lockInAccount } from '../db/locks.ts';
import { requireFresh } from '../http/reply.ts';
import { notFound } from '../problem.ts';
import { expired } from './license-term.ts';
import { type PoolCounts, type PoolRow, poolResource } from './resources.ts';
import { inUse } from './seat-conditions.ts';

/** A license that is a seat: neither suspended nor ended. */
const isSeat = sql<boolean>`(licenses.status = 'Active' and not ${expired})`;

const counts = sql<PoolCounts>`(select jsonb_build_object(
    'seats', count(*) filter (where ${isSeat} and not licenses.overdraft),
    'overdraft-seats', count(*) filter (where ${isSeat} and licenses.overdraft),
    'in-use', count(*) filter (where ${isSeat} and ${inUse}),
    'offline', count(*) filter (where ${isSeat} and ${inUse} and licenses."lease-state" = 'offline'))
  from licenses where licenses."pool-id" = pools.id and licenses."deleted-on" is null)
  || jsonb_build_object('waiting', (select count(*) from waiters where waiters."account-id" = pools."account-id"
    and waiters."product-id" = pools."product-id" and waiters."ended-on" is null and waiters.classes ? pools.id::text))`;

/** Selects the pools, with the numbers of their seats. */
export function selectPools(tx: Transaction) {
  return tx.selectFrom('pools').selectAll('pools').select(counts.as('counts'));
}

/** Finds a pool within the actor's reach. */
export async function findPool(tx: Transaction, actor: Actor, id: string): Promise<PoolRow> {
  const { account } = accountFilter(actor);
  let query = selectPools(tx).where('pools.id', '=', uuidOf(id)).where(inAccount('pools'));
  if (account) query = query.where('pools.account-id', '=', account);
  const pool = await query.executeTakeFirst();
  if (!pool) throw notFound();
  return pool;
}

/**
 * Locks a pool within the actor's reach for a change: nobody takes one of its seats until the commit.
 *
 * @throws {ProblemError} 412 when the change is based on an older state
 */
export async function lockPool(tx: Transaction, actor: Actor, id: string, ifMatch?: string) {
  await lockInAccount(tx, 'pools', uuidOf(id));
  const pool = await findPool(tx, actor, id);
  const before = poolResource(actor.installation, pool);
  requireFresh(ifMatch, before);
  return { pool, before };
}

/** The pool as replies show it now. */
export async function shownPool(tx: Transaction, actor: Actor, id: string) {
  return poolResource(actor.installation, await findPool(tx, actor, id));
}

/** The names of the pools whose policies or rules name a tag. */
export async function poolsNamingTag(tx: Transaction, account: string, tag: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('pools')
    .select('name')
    .where('account-id', '=', account)
    .where(
      sql<boolean>`(jsonb_path_exists(policies, '$[*].statements[*].conditions[*].tags[*] ? (@ == $tag)', jsonb_build_object('tag', ${tag}::text))
        or jsonb_path_exists(rules, '$.**.tag ? (@ == $tag)', jsonb_build_object('tag', ${tag}::text))
        or jsonb_path_exists(rules, '$.offline.tags[*] ? (@ == $tag)', jsonb_build_object('tag', ${tag}::text)))`,
    )
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
