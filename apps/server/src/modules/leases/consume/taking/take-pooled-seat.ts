import type { Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../../access/actor.ts';
import { audit } from '../../../../audit/audit.ts';
import type { Transaction } from '../../../../db/database.ts';
import { rnOf } from '../../../../installation.ts';
import { queueWebhooks } from '../../../../webhook-delivery/webhook-events.ts';
import type { AllowedPool } from '../../picking/allowed-pools.ts';
import { idleInPool, orderInPool } from '../../picking/idle-in-pool.ts';
import { isRoomyFor, needsUse, type PoolRefusal, refusalOf, type SeatUse } from '../../picking/pool-rules.ts';
import { readUse, readUseFor } from '../../picking/pool-use.sql.ts';
import { available, type SeatRequest } from '../../picking/seat-request.ts';
import type { LeaseRow } from '../../seat/lease-row.ts';
import { ConsumesAlone } from './consumes-alone.ts';

/** Maximum candidates, and so the number of concurrent requests that each find one. */
const maxSeats = 16;
/** Maximum idle seats that are read for them: some may have ended, or not cover the client's version. */
const maxIdle = 64;

/** A seat of this product that the user has on this device. */
interface OwnSeat {
  readonly id: string;
  readonly 'pool-id': string | null;
  readonly taken: boolean;
  /** Whether the run of the application that uses it gives it up with this request. */
  readonly givenUp: boolean;
}

/** An allowed pool with the use of its seats, where it was counted. */
export interface CountedPool extends AllowedPool {
  readonly use: SeatUse | null;
}

/**
 * Counts the use of the pools whose rules need it. Of several pools that allow the user equally, those with more free
 * seats come first, which takes all of their numbers.
 *
 * @param own a seat that the user leaves for another one
 * @param others by pool, how many others may take a seat at the same time; none where it is missing
 * @throws {ConsumesAlone} when their seats could change the decision
 */
export async function countPools(
  tx: Transaction,
  { userId }: Pick<Actor, 'userId'>,
  subject: Subject,
  pools: readonly AllowedPool[],
  own: OwnSeat | undefined,
  others: ReadonlyMap<string, number>,
): Promise<CountedPool[]> {
  const counted: CountedPool[] = [];
  for (const pool of pools) {
    const isLeft = own?.taken === true && own['pool-id'] === pool.id;
    const leaving = isLeft ? own.id : null;
    const most = others.get(pool.id) ?? 0;
    const count = () =>
      pools.length > 1
        ? readUse(tx, pool.id, pool.rules, userId, leaving)
        : readUseFor(tx, pool.id, pool.rules, userId, subject, leaving, most);
    const use = pools.length > 1 || needsUse(pool.rules) ? await count() : null;
    if (use && most > 0 && !isRoomyFor(pool.rules, use, subject.tags, most)) throw new ConsumesAlone();
    counted.push({ ...pool, use: use && isLeft && own.givenUp ? { ...use, free: use.free + 1 } : use });
  }
  return counted.sort(
    (one, other) => one.precedence - other.precedence || (other.use?.free ?? 0) - (one.use?.free ?? 0),
  );
}

/** The rule of a pool that refuses a seat to the user; null when none does. */
export function poolRefusal({ rules, use }: CountedPool, { tags }: Subject): PoolRefusal | null {
  return use && refusalOf(rules, use, tags);
}

interface Search {
  readonly account: string;
  readonly product: string;
  readonly pool: string;
  readonly device: string;
  readonly releasedOn: string | null;
  readonly version: string | null;
}

interface RequestedSeat extends Pick<Search, 'pool' | 'releasedOn' | 'version'> {
  /** The key of the requested license. */
  readonly license: string;
}

/**
 * Selects some free seats of a pool: the one that the device held last, then the oldest free, overdraft seats last. Where
 * none of the oldest can be taken, there is none here, and all seats are searched (`pick-seat.ts`). The conditions that the
 * index does not have stand outside, or PostgreSQL expects so few seats that it reads and sorts the whole pool.
 */
const selectPooledSeats = compileOnce((_tx: Transaction, search: ParametersFor<Search>) => {
  const { account, product, pool, device } = search;
  const [seats, free] = [sql`licenses."pool-id" = ${pool} and ${idleInPool}`, available(search)];
  return sql<{ keys: string[] }>`
select array(select licenses.id from licenses where licenses."account-id" = ${account} and licenses."product-id" = ${product}
    and licenses."last-device-id" = ${device} and ${seats} and ${free} and not licenses.overdraft
    order by coalesce(licenses."freed-on", licenses."created-on") desc, licenses.id limit 1)
  || array(select licenses.id from (select * from licenses where ${seats}
      order by ${orderInPool} limit ${sql.lit(maxIdle)}) as licenses
    where ${free} order by ${orderInPool} limit ${sql.lit(maxSeats)}) as keys`;
});

/** Selects the seat of the requested license, if it is a free one of the pool. */
const selectRequestedSeat = compileOnce(
  (_tx: Transaction, seat: ParametersFor<RequestedSeat>) => sql<{ keys: string[] }>`
select array(select licenses.id from licenses where licenses.id = ${seat.license} and licenses."pool-id" = ${seat.pool}
  and licenses."deleted-on" is null and ${available(seat)}) as keys`,
);

/** Records that a seat beyond what was bought is used: in the audit log of the pool, and by the event `pool.overdraft`. */
export async function noteOverdraft(tx: Transaction, actor: Actor, pool: AllowedPool, lease: LeaseRow): Promise<void> {
  if (!lease.overdraft) return;
  const { accountId, installation, rn: user } = actor;
  const license = rnOf(installation, accountId, 'license', lease.id);
  await audit(tx, actor, { action: 'license:UseOverdraft', resource: pool.rn, after: { license, user } });
  const account = rnOf(installation, accountId, 'account', accountId);
  queueWebhooks(tx, [{ account: accountId, type: 'pool.overdraft', data: { account, pool: pool.rn, license, user } }]);
}

/** The candidate seats of a pool for a request, best first. */
export async function pooledSeats(
  tx: Transaction,
  { accountId: account }: Pick<Actor, 'accountId'>,
  pool: string,
  { product, releasedOn, version, license }: SeatRequest,
  device: string,
): Promise<string[]> {
  const seats =
    license === null
      ? selectPooledSeats({ account, product, pool, device, releasedOn, version })
      : selectRequestedSeat({ pool, license, releasedOn, version });
  const { rows } = await seats.execute(tx);
  return rows[0]?.keys ?? [];
}
