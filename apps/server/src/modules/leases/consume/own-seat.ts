import type { Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { type Selectable, sql } from 'kysely';
import { type Actor, serverCaller } from '../../../access/actor.ts';
import { keepPlans, type Transaction } from '../../../db/database.ts';
import type { LicensesTable } from '../../../db/schema.ts';
import { rnOf } from '../../../installation.ts';
import { unauthenticated } from '../../../problem.ts';
import { leaseOver, revocation, taken } from '../../../records/seat-conditions.ts';
import { moveSeats, releaseRevoked } from '../move-seats.ts';
import {
  type AllowedPool,
  allowedPools,
  lockOwnUse,
  lockPools,
  lockRoomyPools,
  lockTightPools,
} from '../picking/allowed-pools.ts';
import { bestGroup, selectCandidates } from '../picking/candidate-seats.ts';
import { findTags, lockBearing, lockConsumer, requireConsumer, subjectOf } from '../picking/consumer.ts';
import { countsOthers } from '../picking/pool-rules.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import { findWaitedProduct, requireProduct, type SeatRequest, usable } from '../picking/seat-request.ts';
import { type Ending, leaseEnded } from '../seat/seat.ts';
import { ConsumesAlone } from './taking/consumes-alone.ts';

/** Whether the user may go on with the seat that they have: its policies, or those of its pool, allow them. */
export function mayKeep(actor: Actor, own: OwnSeat, subject: Subject, allowed: readonly AllowedPool[]): boolean {
  if (own['pool-id'] !== null) return allowed.some(({ id }) => id === own['pool-id']);
  return mayConsume(own.policies, rnOf(actor.installation, actor.accountId, 'license', own.id), subject);
}

/**
 * Locks the user, the session, the pools and the seat that the user has on this device, and reads the candidate seats.
 *
 * @param alone whether pools whose rules count the seats of others are locked against all other consumers
 * @throws {ConsumesAlone} when they must be
 */
export async function readCandidates(
  tx: Transaction,
  actor: Actor,
  request: SeatRequest,
  device: string,
  alone: boolean,
  onConfirmed: () => void,
) {
  const { userId: user, accountId: account, rn } = actor;
  const search = { account, product: request.product, rn, pool: request.pool };
  keepPlans(tx);
  // Pipelined in one round trip, in this order.
  const [products, consumer, session, tags, pools, , tight, roomy, own, candidates] = await Promise.all([
    findWaitedProduct({ id: request.product, account }).execute(tx),
    lockConsumer(actor).execute(tx),
    lockBearing(actor).execute(tx),
    findTags({ user }).execute(tx),
    lockPools(search).execute(tx),
    lockOwnUse(search).execute(tx),
    lockTightPools({ ...search, alone }).execute(tx),
    lockRoomyPools({ ...search, alone }).execute(tx),
    readOwnSeat(tx, actor, request, device),
    selectCandidates(actor, request, device).execute(tx),
  ]);
  requireProduct(products.rows);
  if (session.rows.length === 0) throw unauthenticated();
  requireConsumer(consumer.rows);
  onConfirmed();
  const subject = subjectOf(actor, tags.rows);
  const allowed =
    request.license !== null && request.pool === null ? [] : allowedPools(actor.installation, pools.rows, subject);
  const locked = new Set([...tight.rows, ...roomy.rows].map(({ id }) => id));
  // It was roomy for the first lock, and not for the second.
  if (allowed.some(({ id, rules }) => countsOthers(rules) && !locked.has(id))) throw new ConsumesAlone();
  if (own?.revocation) await releaseRevoked(tx, actor.installation, [own.id], own.revocation);
  // The time of its lease is over, which the sweep has not recorded yet.
  else if (own?.over) await moveSeats(tx, serverCaller(actor.installation), 'expire', [own.id], leaseEnded);
  return {
    subject,
    /** Whether the product has waiters. */
    waited: products.rows[0]?.waited === true,
    own: own?.revocation || own?.over ? undefined : own,
    allowed,
    /** By pool, how many others may take a seat at the same time; none where it is missing. */
    others: new Map(roomy.rows.map(({ id, others }) => [id, others])),
    candidates: bestGroup(actor, candidates.rows, subject),
  };
}

export type OwnSeat = Selectable<LicensesTable> & {
  readonly over: boolean;
  readonly taken: boolean;
  readonly usable: boolean;
};

/** Locks and reads the seat of this product that this user holds on this device, even if its lease has lapsed. */
export async function readOwnSeat(
  tx: Transaction,
  actor: Actor,
  { product, releasedOn, version }: SeatRequest,
  device: string,
) {
  const request = { user: actor.userId, account: actor.accountId, product, device, releasedOn, version };
  const { rows } = await selectOwnSeat(request).execute(tx);
  return rows[0];
}

const selectOwnSeat = compileOnce(
  (tx: Transaction, { user, account, product, device, releasedOn, version }: ParametersFor<OwnSeatRequest>) =>
    tx
      .selectFrom('licenses')
      .selectAll()
      .select([
        leaseOver.as('over'),
        taken.as('taken'),
        usable({ releasedOn, version }).as('usable'),
        revocation.as('revocation'),
      ])
      .where('holder-id', '=', user)
      .where('product-id', '=', product)
      .where('device-id', '=', device)
      .where('account-id', '=', account)
      // A literal: a prepared statement's generic plan could not use the partial index if this were a parameter.
      .where('lease-state', '=', sql.lit('active' as const))
      .where('deleted-on', 'is', null)
      .forUpdate(),
);

interface OwnSeatRequest extends Pick<SeatRequest, 'product' | 'releasedOn' | 'version'> {
  readonly user: string;
  readonly account: string;
  readonly device: string;
}

/** Moves the device off its old seat. Another run of the application that still uses that seat is logged off first. */
export async function leaveSeat(tx: Transaction, actor: Actor, own: OwnSeat, stream: string): Promise<void> {
  const otherRun = own.taken && own['stream-id'] !== stream;
  await moveSeats(tx, actor, otherRun ? 'release' : 'leave', [own.id], otherRun ? movedOn : {});
}

const movedOn: Ending = { reason: 'moved', message: 'This device now uses another license.' };
