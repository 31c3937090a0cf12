import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInRn } from '../../access/guards.ts';
import { type AuditedChange, audit, auditAll } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid, ProblemError } from '../../problem.ts';
import { expired } from '../../records/license-term.ts';
import { findPool, lockPool } from '../../records/pools.sql.ts';
import { type PoolRow, poolResource } from '../../records/resources.ts';
import { taken } from '../../records/seat-conditions.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { chunksOf, moveSeats } from '../leases/move-seats.ts';
import { consumersChanged } from '../leases/seat/seat.ts';
import { ends, isForNoOne, notBegun } from '../licenses/issue/give-license.ts';
import { inPool } from '../licenses/license-policies.ts';

/** Licenses in a body: named ones, or a number of them. */
interface Chosen {
  readonly licenses?: readonly string[] | undefined;
  readonly count?: number | undefined;
}

export const addPoolLicenses: Operation<'addPoolLicenses'> = async (tx, actor, { params, body }) => {
  const { pool, before } = await lockPool(tx, actor, params.id);
  await addLicenses(tx, actor, pool, body);
  return { item: await auditSeats(tx, actor, pool.id, 'license:AddPoolLicenses', before) };
};

export const removePoolLicenses: Operation<'removePoolLicenses'> = async (tx, actor, { params, body }) => {
  const { pool, before } = await lockPool(tx, actor, params.id);
  const keys =
    body.count === undefined ? await pooledKeys(tx, actor, pool, body) : await freeKeys(tx, pool, body.count);
  await removeLicenses(tx, actor, pool, keys);
  return { item: await auditSeats(tx, actor, pool.id, 'license:RemovePoolLicenses', before) };
};

async function auditSeats(
  tx: Transaction,
  actor: Actor,
  id: string,
  action: 'license:AddPoolLicenses' | 'license:RemovePoolLicenses',
  { seats }: { readonly seats: number },
) {
  await updateRow(tx, 'pools', id, {}).execute();
  const item = poolResource(actor.installation, await findPool(tx, actor, id));
  await audit(tx, actor, { action, resource: item.rn, before: { seats }, after: { seats: item.seats } });
  return item;
}

/**
 * Adds licenses to a pool that the caller has locked. Their own policies end, and with them the use of holders who may
 * not use the pool.
 *
 * @throws {ProblemError} 400 for an unknown license or one of another product, 409 for one of another pool
 */
export async function addLicenses(tx: Transaction, actor: Actor, pool: PoolRow, chosen: Chosen): Promise<void> {
  if (chosen.count !== undefined) await addUnused(tx, actor, pool, chosen.count);
  else await addNamed(tx, actor, pool, chosen.licenses ?? []);
  checkPlacesAtEnd(tx, actor.installation, { account: pool['account-id'], product: pool['product-id'] });
}

async function addNamed(tx: Transaction, actor: Actor, pool: PoolRow, rns: readonly string[]): Promise<void> {
  const named = rns.map((rn) => idInRn(actor, pool['account-id'], 'license', rn));
  const keys = [...new Set(named.flatMap((key) => key ?? []))].sort();
  const rows = [];
  for (const chunk of chunksOf(keys)) {
    const found = await tx
      .selectFrom('licenses')
      .select(['id', 'product-id', 'pool-id'])
      .where('id', '=', anyOf(chunk, 'text'))
      .where('account-id', '=', pool['account-id'])
      .where('deleted-on', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    rows.push(...found);
  }
  const byKey = new Map(rows.map((row) => [row.id, row]));
  for (const [index, key] of named.entries()) {
    const row = key === null ? undefined : byKey.get(key);
    const path = `licenses.${index}`;
    if (!row) throw invalid(path, 'There is no such license in this account. Choose another license.');
    if (row['product-id'] !== pool['product-id'])
      throw invalid(path, 'This license is of another product. A pool has licenses of one product.');
    if (row['pool-id'] !== null && row['pool-id'] !== pool.id) throw await inPool(tx, row['pool-id']);
  }
  await join(
    tx,
    actor,
    pool,
    rows.filter((row) => row['pool-id'] === null).map(({ id }) => id),
  );
}

/** Adds licenses that nobody may consume and nobody holds, the longest lasting first. */
async function addUnused(tx: Transaction, actor: Actor, pool: PoolRow, count: number): Promise<void> {
  const found = await tx
    .selectFrom('licenses')
    .select(['id', 'policies'])
    .where('account-id', '=', pool['account-id'])
    .where('product-id', '=', pool['product-id'])
    .where('deleted-on', 'is', null)
    .where('pool-id', 'is', null)
    .where('status', '=', 'Active')
    .where(sql<boolean>`not ${expired} and not ${taken}`)
    .where(sql<boolean>`not licenses."by-conditions" and licenses."by-name" = '{}'`)
    .orderBy(ends, 'desc')
    .orderBy(notBegun)
    .orderBy('id')
    .limit(count)
    .execute();
  const chosen = found.filter(({ policies }) => isForNoOne(policies)).map(({ id }) => id);
  if (chosen.length < count) throw notEnough(chosen.length, 'that nobody may use');
  const keys = chosen.sort();
  let locked = 0;
  for (const chunk of chunksOf(keys)) {
    const rows = await tx
      .selectFrom('licenses')
      .select('id')
      .where('id', '=', anyOf(chunk, 'text'))
      .where('pool-id', 'is', null)
      .where(sql<boolean>`not ${taken} and not licenses."by-conditions" and licenses."by-name" = '{}'`)
      .orderBy('id')
      .forUpdate()
      .execute();
    locked += rows.length;
  }
  // Another change took some of them since they were chosen.
  if (locked < count) throw notEnough(locked, 'that nobody may use');
  await join(tx, actor, pool, keys);
}

async function join(tx: Transaction, actor: Actor, pool: PoolRow, keys: readonly string[]): Promise<void> {
  const rn = rnOf(actor.installation, pool['account-id'], 'pool', pool.id);
  for (const chunk of chunksOf(keys)) {
    await tx
      .updateTable('licenses')
      .set({ 'pool-id': pool.id, policies: '[]', 'updated-on': clock })
      .where('id', '=', anyOf(chunk, 'text'))
      .execute();
    await endIneligibleLeases(tx, actor, chunk, consumersChanged);
    auditEach(tx, actor, pool, chunk, 'license:AddPoolLicenses', { pool: null }, { pool: rn });
  }
}

/** Removes licenses from a pool that the caller has locked: nobody may consume them from then on. */
export async function removeLicenses(
  tx: Transaction,
  actor: Actor,
  pool: PoolRow,
  keys: readonly string[],
): Promise<void> {
  const rn = rnOf(actor.installation, pool['account-id'], 'pool', pool.id);
  checkPlacesAtEnd(tx, actor.installation, { account: pool['account-id'], product: pool['product-id'] });
  for (const chunk of chunksOf([...keys].sort())) {
    await tx
      .selectFrom('licenses')
      .select('id')
      .where('id', '=', anyOf(chunk, 'text'))
      .orderBy('id')
      .forUpdate()
      .execute();
    await moveSeats(tx, actor, 'release', chunk, consumersChanged);
    await tx
      .updateTable('licenses')
      .set({ 'pool-id': null, policies: '[]', 'updated-on': clock })
      .where('id', '=', anyOf(chunk, 'text'))
      .execute();
    auditEach(tx, actor, pool, chunk, 'license:RemovePoolLicenses', { pool: rn }, { pool: null });
  }
}

function auditEach(
  tx: Transaction,
  actor: Actor,
  pool: PoolRow,
  keys: readonly string[],
  action: AuditedChange['action'],
  before: object,
  after: object,
): void {
  const account = pool['account-id'];
  const names = { names: { [rnOf(actor.installation, account, 'pool', pool.id)]: pool.name } };
  const changes = keys.map((key) => ({
    action,
    resource: rnOf(actor.installation, account, 'license', key),
    before: { ...before, ...names },
    after: { ...after, ...names },
  }));
  auditAll(tx, actor, changes, { consequences: true });
}

/** The keys of a pool's licenses, in order. */
export async function keysOfPool(tx: Transaction, pool: string): Promise<string[]> {
  const rows = await tx.selectFrom('licenses').select('id').where('pool-id', '=', pool).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The keys of a pool's licenses that were bought; the others were lent to it, and cannot leave it. */
async function ownKeys(tx: Transaction, pool: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('licenses')
    .select('id')
    .where('pool-id', '=', pool)
    .where('overdraft', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

/** @throws {ProblemError} 400 for a license that is not in the pool, or was lent to it */
async function pooledKeys(tx: Transaction, actor: Actor, pool: PoolRow, { licenses = [] }: Chosen): Promise<string[]> {
  const pooled = new Set(await ownKeys(tx, pool.id));
  const keys = licenses.map((rn, index) => {
    const key = idInRn(actor, pool['account-id'], 'license', rn);
    if (key !== null && pooled.has(key)) return key;
    throw invalid(`licenses.${index}`, 'There is no such license in this pool. Choose another license.');
  });
  return [...new Set(keys)];
}

/** Free licenses of a pool, the shortest lasting first. */
async function freeKeys(tx: Transaction, pool: PoolRow, count: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('licenses')
    .select('id')
    .where('pool-id', '=', pool.id)
    .where('overdraft', '=', false)
    .where('deleted-on', 'is', null)
    .where(sql<boolean>`not ${taken}`)
    .orderBy(ends)
    .orderBy('id')
    .limit(count)
    .execute();
  if (rows.length < count) throw notEnough(rows.length, 'of this pool that nobody uses');
  return rows.map(({ id }) => id);
}

function notEnough(available: number, which: string): ProblemError {
  const message = `There are only ${available} licenses ${which}. Choose fewer, or have more issued.`;
  return new ProblemError(409, [{ code: 'not-enough', path: 'count', message }], { details: { available } });
}
