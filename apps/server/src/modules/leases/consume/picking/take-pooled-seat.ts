import type { Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../../access/actor.ts';
import { audit } from '../../../../audit/audit.ts';
import type { Transaction } from '../../../../db/database.ts';
import { rnOf } from '../../../../installation.ts';
import { queueWebhooks } from '../../../../webhook-delivery/webhook-events.ts';
import type { LeaseRow } from '../../seat/lease-row.ts';
import { needsUse, type PoolRefusal, refusalOf, type SeatUse } from '../pool-rules.ts';
import { readUse, readUseFor } from '../pool-use.sql.ts';
import type { AllowedPool } from './allowed-pools.ts';
import { available, type SeatRequest } from './seat-request.ts';

/** Maximum candidates, and so the number of concurrent requests that each find one. */
const maxSeats = 16;

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
 */
export async function countPools(
  tx: Transaction,
  { userId }: Pick<Actor, 'userId'>,
  subject: Subject,
  pools: readonly AllowedPool[],
  own: OwnSeat | undefined,
): Promise<CountedPool[]> {
  const counted: CountedPool[] = [];
  for (const pool of pools) {
    const isLeft = own?.taken === true && own['pool-id'] === pool.id;
    const leaving = isLeft ? own.id : null;
    const count = () =>
      pools.length > 1
        ? readUse(tx, pool.id, pool.rules, userId, leaving)
        : readUseFor(tx, pool.id, pool.rules, userId, subject, leaving);
    const use = pools.length > 1 || needsUse(pool.rules) ? await count() : null;
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
  /** The key of the requested license, or null. */
  readonly license: string | null;
}

/** The unused seats of a pool: exactly the rows of the index `licenses-idle-in-pool` (migration 0101). */
const idle = ({ account, product, pool, license }: ParametersFor<Search>) => sql`licenses."pool-id" = ${pool}
  and licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
  and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null)
  and (${license}::text is null or licenses.id = ${license}::text)`;
const idleSince = sql`coalesce(licenses."freed-on", licenses."created-on")`;

/** Selects some free seats of a pool: the one that the device held last, then the oldest free, overdraft seats last. */
const selectPooledSeats = compileOnce((_tx: Transaction, search: ParametersFor<Search>) => {
  const [seats, free] = [idle(search), available(search)];
  return sql<{ keys: string[] }>`
select array(select licenses.id from licenses where ${seats} and ${free} and not licenses.overdraft
    and licenses."last-device-id" = ${search.device} order by ${idleSince} desc, licenses.id limit 1)
  || array(select licenses.id from licenses where ${seats} and ${free}
    order by licenses.overdraft, ${idleSince}, licenses.id limit ${sql.lit(maxSeats)}) as keys`;
});

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
  const { rows } = await selectPooledSeats({ account, product, pool, device, releasedOn, version, license }).execute(
    tx,
  );
  return rows[0]?.keys ?? [];
}
