import type { Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { type Selectable, sql } from 'kysely';
import { type Actor, serverCaller } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { isDatabaseError, isOutcomeUnknown, isUnavailable } from '../../../db/errors.ts';
import type { LicensesTable } from '../../../db/schema.ts';
import { type Procedure, withStatus } from '../../../http/bind.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { unauthenticated } from '../../../problem.ts';
import { releaseRevoked } from '../end/end-account-leases.ts';
import { requireOwnProduct } from '../seat/find-lease.ts';
import { type LeaseRow, leaseOver, revocation, taken } from '../seat/lease-row.ts';
import { moveSeats } from '../seat/move-seats.ts';
import { type Ending, leaseEnded } from '../seat/seat.ts';
import { leaseReply } from '../token/lease-reply.ts';
import { type AllowedPool, allowedPools, lockPools, lockRuledPools } from './picking/allowed-pools.ts';
import { bestGroup, selectCandidates } from './picking/candidate-seats.ts';
import { findTags, lockBearing, lockConsumer, requireConsumer, subjectOf } from './picking/consumer.ts';
import { pickSeat } from './picking/pick-seat.ts';
import { mayConsume } from './picking/rank-seats.ts';
import { refuseConsume } from './picking/refuse-consume.ts';
import { findProduct, readSeatRequest, requireProduct, type SeatRequest, usable } from './picking/seat-request.ts';
import { type CountedPool, countPools, noteOverdraft, pooledSeats, poolRefusal } from './picking/take-pooled-seat.ts';
import { takeFirstFreeSeat, takeSeat } from './picking/take-seat.ts';
import type { PoolRefusal } from './pool-rules.ts';

type Body = Input<'consumeLicense'>['body'];

export const consumeLicense: Procedure<'consumeLicense'> = async (services, actor, { body }, { authorize }) => {
  let confirmed = false;
  const attempt = (who: Actor) => {
    const once = () =>
      inTransaction(services.db, scopeOf(who), (tx) => consume(tx, who, body, () => (confirmed = true)));
    return once().catch((error) => againIfDeviceAskedTwice(error, once));
  };
  const { lease, resumed } = await attempt(actor)
    .catch(async (error: unknown) => {
      // A refusal never rests on a cached session.
      if (!actor.cachedSession || confirmed || isUnavailable(error) || isOutcomeUnknown(error)) throw error;
      return attempt(await authorize());
    })
    .catch(async (error: unknown) => {
      await services.denials.note(actor, body, error);
      throw error;
    });
  const reply = { lease: await leaseReply(services, lease, { seq: 0, nonce: body.nonce }) };
  return resumed ? withStatus(200, reply) : reply;
};

/** Retries when two concurrent requests of one device race for a seat: the slower one finds the other's seat. */
function againIfDeviceAskedTwice<Result>(error: unknown, attempt: () => Promise<Result>): Promise<Result> {
  if (isDatabaseError(error) && error.constraint === 'licenses-one-seat-a-device') return attempt();
  throw error;
}

interface Consumed {
  readonly lease: LeaseRow;
  readonly resumed: boolean;
}

/** @param onConfirmed called once the database has confirmed the actor's cached session */
async function consume(tx: Transaction, actor: Actor, body: Body, onConfirmed: () => void): Promise<Consumed> {
  const request = await readSeatRequest(tx, actor, body);
  requireOwnProduct(actor, request.product);
  const { subject, own, candidates, allowed } = await readCandidates(tx, actor, request, body.device.id, onConfirmed);
  const givenUp = own && { ...own, givenUp: own['stream-id'] === body['stream-id'] };
  const isOwn = own?.usable === true && (request.license === null || request.license === own.id);
  const stays = isOwn && mayKeep(actor, own, subject, allowed);
  if (stays && own.taken) {
    const isSameRun = own['stream-id'] === body['stream-id'] && own['copied-epoch'] !== own.epoch;
    return { lease: await takeSeat(tx, actor, body, own.id, isSameRun ? 'repeat' : 'resume'), resumed: true };
  }
  const pools = await countPools(tx, actor, allowed, givenUp);
  const refusals: PoolRefusal[] = [];
  if (stays) {
    // A seat whose lease has lapsed is free: going on with it is new use.
    const pool = pools.find(({ id }) => id === own['pool-id']);
    const refusal = pool ? poolRefusal(pool, subject) : null;
    if (!refusal) return { lease: await takeSeat(tx, actor, body, own.id, 'resume'), resumed: true };
    refusals.push(refusal);
  }
  const consumed = (lease: LeaseRow): Consumed => ({ lease, resumed: false });
  const move = async (picked: string) => {
    if (own && own.id !== picked) await leaveSeat(tx, actor, own, body['stream-id']);
    return consumed(await takeSeat(tx, actor, body, picked, 'consume'));
  };
  const fromPool = async (pool: CountedPool): Promise<Consumed | null> => {
    const refusal = poolRefusal(pool, subject);
    if (refusal) refusals.push(refusal);
    if (refusal) return null;
    if (!own) {
      const keys = await pooledSeats(tx, actor, pool.id, request, body.device.id);
      const seats = { keys, policies: [], pool: pool.id };
      const lease = keys.length > 0 && (await takeFirstFreeSeat(tx, actor, body, seats, request));
      if (lease) await noteOverdraft(tx, actor, pool, lease);
      if (lease) return consumed(lease);
    }
    const picked = await pickSeat(tx, actor, subject, request, body.device.id, pool.id);
    if (picked === null) return null;
    const result = await move(picked);
    await noteOverdraft(tx, actor, pool, result.lease);
    return result;
  };
  // A license of the user's own comes before a pool that allows them equally.
  const isBefore = ({ precedence }: CountedPool) => !candidates || precedence < candidates.precedence;
  for (const pool of pools.filter(isBefore)) {
    const taken = await fromPool(pool);
    if (taken) return taken;
  }
  if (!own && candidates) {
    const lease = await takeFirstFreeSeat(tx, actor, body, candidates, request);
    if (lease) return consumed(lease);
  }
  const picked = request.pool === null ? await pickSeat(tx, actor, subject, request, body.device.id) : null;
  if (picked !== null) return move(picked);
  for (const pool of pools.filter((one) => !isBefore(one))) {
    const taken = await fromPool(pool);
    if (taken) return taken;
  }
  // A concurrent request of this device may have taken the last seat since the device's own seat was read.
  if (!own && (await readOwnSeat(tx, actor, request, body.device.id))) return consume(tx, actor, body, onConfirmed);
  throw await refuseConsume(tx, actor, subject, request, { allowed, refusals });
}

/** Whether the user may go on with the seat that they have: its policies, or those of its pool, allow them. */
function mayKeep(actor: Actor, own: OwnSeat, subject: Subject, allowed: readonly AllowedPool[]): boolean {
  if (own['pool-id'] !== null) return allowed.some(({ id }) => id === own['pool-id']);
  return mayConsume(own.policies, rnOf(actor.installation, actor.accountId, 'license', own.id), subject);
}

/** Locks the user, the session, the pools and the seat that the user has on this device, and reads the candidate seats. */
async function readCandidates(
  tx: Transaction,
  actor: Actor,
  request: SeatRequest,
  device: string,
  onConfirmed: () => void,
) {
  const { userId: user, accountId: account, rn } = actor;
  const search = { account, product: request.product, rn, pool: request.pool };
  // Pipelined in one round trip, in this order.
  const [products, consumer, session, tags, pools, , own, candidates] = await Promise.all([
    findProduct({ id: request.product }).execute(tx),
    lockConsumer(actor).execute(tx),
    lockBearing(actor).execute(tx),
    findTags({ user }).execute(tx),
    lockPools(search).execute(tx),
    lockRuledPools(search).execute(tx),
    readOwnSeat(tx, actor, request, device),
    selectCandidates(actor, request, device).execute(tx),
  ]);
  requireProduct(products.rows);
  if (session.rows.length === 0) throw unauthenticated();
  requireConsumer(consumer.rows);
  onConfirmed();
  const subject = subjectOf(actor, tags.rows);
  if (own?.revocation) await releaseRevoked(tx, actor.installation, [own.id], own.revocation);
  // The time of its lease is over, which the sweep has not recorded yet.
  else if (own?.over) await moveSeats(tx, serverCaller(actor.installation), 'expire', [own.id], leaseEnded);
  return {
    subject,
    own: own?.revocation || own?.over ? undefined : own,
    allowed:
      request.license !== null && request.pool === null ? [] : allowedPools(actor.installation, pools.rows, subject),
    candidates: bestGroup(actor, candidates.rows, subject),
  };
}

type OwnSeat = Selectable<LicensesTable> & {
  readonly over: boolean;
  readonly taken: boolean;
  readonly usable: boolean;
};

/** Locks and reads the seat of this product that this user holds on this device, even if its lease has lapsed. */
async function readOwnSeat(
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
async function leaveSeat(tx: Transaction, actor: Actor, own: OwnSeat, stream: string): Promise<void> {
  const otherRun = own.taken && own['stream-id'] !== stream;
  await moveSeats(tx, actor, otherRun ? 'release' : 'leave', [own.id], otherRun ? movedOn : {});
}

const movedOn: Ending = { reason: 'moved', message: 'This device now uses another license.' };
