import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { isDatabaseError, isOutcomeUnknown, isUnavailable } from '../../../db/errors.ts';
import { type Procedure, withStatus } from '../../../http/bind.ts';
import type { Input } from '../../../http/input.ts';
import { requireOwnProduct } from '../find-lease.ts';
import { hasFreeSeat } from '../line/free-seats.sql.ts';
import { lockArrivals } from '../line/lines.sql.ts';
import { offerToEarlier } from '../line/offer-seats.ts';
import type { PoolRefusal } from '../picking/pool-rules.ts';
import { readSeatRequest } from '../picking/seat-request.ts';
import type { LeaseRow } from '../seat/lease-row.ts';
import { leaseReply } from '../token/lease-reply.ts';
import { leaveSeat, mayKeep, readCandidates, readOwnSeat } from './own-seat.ts';
import { takeOffer } from './take-offer.ts';
import { ConsumesAlone } from './taking/consumes-alone.ts';
import { pickSeat } from './taking/pick-seat.ts';
import { refuseConsume } from './taking/refuse-consume.ts';
import { type CountedPool, countPools, noteOverdraft, pooledSeats, poolRefusal } from './taking/take-pooled-seat.ts';
import { takeFirstFreeSeat, takeSeat } from './taking/take-seat.ts';
import { awaitOffer, type Consumed, findPlace, isFull, type Outcome, whenFull } from './when-full.ts';

type Body = Input<'consumeLicense'>['body'];

export const consumeLicense: Procedure<'consumeLicense'> = async (services, actor, { body }, context) => {
  const { authorize } = context;
  let confirmed = false;
  const attempt = (who: Actor, wanted: Body) => {
    const run = (alone: boolean) =>
      inTransaction(services.db, scopeOf(who), (tx) => consumeOrWait(tx, who, wanted, alone, () => (confirmed = true)));
    const once = () =>
      run(false).catch((error: unknown) => {
        if (error instanceof ConsumesAlone) return run(true);
        throw error;
      });
    return once().catch((error) => againIfDeviceAskedTwice(error, once));
  };
  const inTurn = (wanted: Body) => {
    const line = `${actor.accountId} ${wanted.product}`;
    const { disconnected } = context;
    return wanted.wait
      ? services.arrivals.run(line, disconnected, () => attempt(actor, wanted))
      : attempt(actor, wanted);
  };
  const consumeOnce = (wanted: Body) =>
    inTurn(wanted)
      .catch(async (error: unknown) => {
        // A refusal never rests on a cached session.
        if (!actor.cachedSession || confirmed || isUnavailable(error) || isOutcomeUnknown(error)) throw error;
        return attempt(await authorize(), wanted);
      })
      .catch(async (error: unknown) => {
        await services.denials.note(actor, body, error);
        throw error;
      });
  let outcome = await consumeOnce(body);
  if (outcome.place && outcome.claims) {
    const { id } = outcome.place;
    if (await awaitOffer(services, actor, id, context.disconnected))
      outcome = await consumeOnce({ ...body, waiting: id });
  }
  if (outcome.place) return withStatus(202, { waiting: outcome.place });
  const reply = { lease: await leaseReply(services, outcome.lease, { seq: 0, nonce: body.nonce }) };
  return outcome.resumed ? withStatus(200, reply) : reply;
};

/** Retries when two concurrent requests of one device race for a seat: the slower one finds the other's seat. */
function againIfDeviceAskedTwice<Result>(error: unknown, attempt: () => Promise<Result>): Promise<Result> {
  if (isDatabaseError(error) && error.constraint === 'licenses-one-seat-a-device') return attempt();
  throw error;
}

async function consumeOrWait(
  tx: Transaction,
  actor: Actor,
  body: Body,
  alone: boolean,
  onConfirmed: () => void,
): Promise<Outcome> {
  if (body.waiting !== undefined) return takeOffer(tx, actor, body, body.waiting, onConfirmed);
  const place = body.wait || body['take-over'] ? await findPlace(tx, actor, body) : null;
  if (place) return place;
  let hasArrived = false;
  const onArrived = () => {
    hasArrived = true;
  };
  try {
    return await consume(tx, actor, body, onConfirmed, { alone, onArrived });
  } catch (refusal) {
    if (!isFull(refusal)) throw refusal;
    const again = () => consume(tx, actor, body, onConfirmed, { alone, isPatient: false });
    return whenFull(tx, actor, body, refusal, hasArrived ? null : again);
  }
}

/**
 * @param onConfirmed called once the database has confirmed the actor's cached session
 * @param options.alone whether pools whose rules count the seats of others are locked against all other consumers
 * @param options.afterOthers whether those who wait and come first have been offered the free seats
 * @param options.isPatient whether it may wait for other transactions that hold a seat
 * @param options.onArrived called once the arrivals in line are locked: whatever is free then is seen
 */
async function consume(
  tx: Transaction,
  actor: Actor,
  body: Body,
  onConfirmed: () => void,
  { alone = false, afterOthers = false, isPatient = true, onArrived = (): void => undefined } = {},
): Promise<Consumed> {
  const request = await readSeatRequest(tx, actor, body);
  requireOwnProduct(actor, request.product);
  const { subject, own, candidates, allowed, others, waited } = await readCandidates(
    tx,
    actor,
    request,
    body.device.id,
    alone,
    onConfirmed,
  );
  const givenUp = own && { ...own, givenUp: own['stream-id'] === body['stream-id'] };
  const isOwn = own?.usable === true && (request.license === null || request.license === own.id);
  const stays = isOwn && mayKeep(actor, own, subject, allowed);
  if (stays && own.taken) {
    const isSameRun = own['stream-id'] === body['stream-id'] && own['copied-epoch'] !== own.epoch;
    return { lease: await takeSeat(tx, actor, body, own.id, isSameRun ? 'repeat' : 'resume'), resumed: true };
  }
  // Under a shared lock of a pool a seat is taken, or nothing is decided: anything else may lock the pool again.
  const requireAlone = () => {
    if (others.size > 0) throw new ConsumesAlone();
  };
  if (waited && !afterOthers) {
    requireAlone();
    const line = { account: actor.accountId, product: request.product };
    // Who may take a place locks the arrivals alone, and before the line. Others wait for this lock: while nothing is
    // free, it is held for the place alone.
    if (body.wait) {
      await lockArrivals(tx, [line], 'waiter');
      onArrived();
      if (!(await hasFreeSeat(tx, line)))
        throw await refuseConsume(tx, actor, subject, request, { allowed, refusals: [] });
    }
    await offerToEarlier(tx, actor.installation, { ...line, subject, license: request.license });
    return consume(tx, actor, body, onConfirmed, { alone, afterOthers: true, isPatient: false });
  }
  const pools = await countPools(tx, actor, subject, allowed, givenUp, others);
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
    const picked = await pickSeat(tx, actor, subject, request, body.device.id, { pool: pool.id, isPatient });
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
  const picked =
    request.pool === null ? await pickSeat(tx, actor, subject, request, body.device.id, { isPatient }) : null;
  if (picked !== null) return move(picked);
  for (const pool of pools.filter((one) => !isBefore(one))) {
    const taken = await fromPool(pool);
    if (taken) return taken;
  }
  requireAlone();
  // A concurrent request of this device may have taken the last seat since the device's own seat was read.
  if (!own && (await readOwnSeat(tx, actor, request, body.device.id)))
    return consume(tx, actor, body, onConfirmed, { alone, afterOthers, isPatient });
  throw await refuseConsume(tx, actor, subject, request, { allowed, refusals });
}
