import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid } from '../../problem.ts';
import { lockPool, shownPool } from '../../records/pools.sql.ts';
import type { PoolRow } from '../../records/resources.ts';
import { taken } from '../../records/seat-conditions.ts';
import { announceAll } from '../../streams/announce.ts';
import { chunksOf, moveSeats } from '../leases/move-seats.ts';
import { overdraftEnded } from '../leases/seat/seat.ts';
import { newLicenseKey } from '../licenses/issue/license-key.ts';

/**
 * Lends a pool seats beyond what was bought, or ends some. Each is a license with a key of its own that ends at a time;
 * those in use are kept first, and ended ones are lent again.
 */
export const setPoolOverdraft: Operation<'setPoolOverdraft'> = async (tx, actor, { params, body, ifMatch }) => {
  const { pool, before } = await lockPool(tx, actor, params.id, ifMatch);
  const { seats, until } = body;
  if (seats > before.seats) {
    throw invalid('seats', `The pool has ${before.seats} seats of its own. It cannot have more beyond them than that.`);
  }
  await requireFuture(tx, until);
  const keys = await overdraftKeys(tx, pool.id);
  if (until !== null) await lend(tx, actor, pool, keys.slice(0, seats), seats, until);
  await end(tx, actor, keys.slice(seats));
  await updateRow(tx, 'pools', pool.id, {}).execute();
  const item = await shownPool(tx, actor, pool.id);
  await auditItem(tx, actor, 'license:SetPoolOverdraft', before, item);
  return { item };
};

/** @throws {ProblemError} 400 when a time has passed, by the database's clock */
async function requireFuture(tx: Transaction, until: string | null): Promise<void> {
  if (until === null) return;
  const { rows } = await sql<{ past: boolean }>`select ${until}::timestamptz <= now() as past`.execute(tx);
  if (rows[0]?.past) throw invalid('until', 'This date has passed. Choose one in the future.');
}

/** The keys of a pool's seats beyond what was bought: those in use first, then those that have not ended. */
async function overdraftKeys(tx: Transaction, pool: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('licenses')
    .select('id')
    .where('pool-id', '=', pool)
    .where('overdraft', '=', true)
    .where('deleted-on', 'is', null)
    .orderBy(taken, 'desc')
    .orderBy('expiry-date', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function lend(
  tx: Transaction,
  actor: Actor,
  pool: PoolRow,
  kept: readonly string[],
  seats: number,
  until: string,
): Promise<void> {
  const account = pool['account-id'];
  for (const chunk of chunksOf(kept.toSorted())) {
    await lockLicenses(tx, chunk);
    const rows = await tx
      .updateTable('licenses')
      .set({ 'expiry-date': until, 'updated-on': clock })
      .where('id', '=', anyOf(chunk, 'text'))
      .returning(['id', 'lease-id'])
      .execute();
    // Their holders learn of another end.
    const held = rows.flatMap(({ id, 'lease-id': lease }) => (lease === null ? [] : [{ id, lease }]));
    announceAll(
      tx,
      held.map(({ id, lease }) => {
        const rn = rnOf(actor.installation, account, 'license', id);
        return { event: 'lease-changed', account, rn, lease };
      }),
    );
  }
  const keys = Array.from({ length: seats - kept.length }, newLicenseKey).sort();
  for (const chunk of chunksOf(keys)) {
    const rows = chunk.map((id) => ({
      id,
      'account-id': account,
      'product-id': pool['product-id'],
      type: 'Subscription' as const,
      'expiry-perpetual': false,
      'expiry-date': until,
      policies: '[]',
      'pool-id': pool.id,
      overdraft: true,
    }));
    await tx.insertInto('licenses').values(rows).execute();
  }
}

/** Ends all seats that were lent to a pool. The pool's row is locked. */
export async function endOverdraft(tx: Transaction, actor: Actor, pool: string): Promise<void> {
  await end(tx, actor, await overdraftKeys(tx, pool));
}

/** Ends seats beyond what was bought now, and logs their holders off. */
async function end(tx: Transaction, actor: Actor, keys: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(keys.toSorted())) {
    await lockLicenses(tx, chunk);
    await moveSeats(tx, actor, 'release', chunk, overdraftEnded);
    await tx
      .updateTable('licenses')
      .set({ 'expiry-date': sql<Date>`least("expiry-date", now())`, 'updated-on': clock })
      .where('id', '=', anyOf(chunk, 'text'))
      .execute();
  }
}

/** Locks licenses by their keys in order, as every change locks rows of one kind. */
async function lockLicenses(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx
    .selectFrom('licenses')
    .select('id')
    .where('id', '=', anyOf(keys, 'text'))
    .orderBy('id')
    .forUpdate()
    .execute();
}
