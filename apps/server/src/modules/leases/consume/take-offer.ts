import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { clock, now } from '../../../db/expressions.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { notFound } from '../../../problem.ts';
import { requireOwnProduct } from '../find-lease.ts';
import { endPlaces } from '../line/end-places.ts';
import { lockLine } from '../line/lines.sql.ts';
import { offerSeats } from '../line/offer-seats.ts';
import type { AllowedPool } from '../picking/allowed-pools.ts';
import { refusalOf } from '../picking/pool-rules.ts';
import { readUse } from '../picking/pool-use.sql.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import { readSeatRequest } from '../picking/seat-request.ts';
import { notEligible, poolLimit, poolReserved } from '../seat/lease-problems.ts';
import { shownPlace } from '../waiting/take-place.ts';
import { leaveSeat, mayKeep, readCandidates } from './own-seat.ts';
import { noteOverdraft } from './taking/take-pooled-seat.ts';
import { takeSeat } from './taking/take-seat.ts';
import type { Outcome } from './when-full.ts';

type Body = Input<'consumeLicense'>['body'];

/**
 * Takes the seat that is offered to the actor's place in line. Without an offer it returns the place.
 *
 * @throws {ProblemError} 404 when there is no such place any more, unless this run got its seat before
 */
export async function takeOffer(
  tx: Transaction,
  actor: Actor,
  body: Body,
  id: string,
  onConfirmed: () => void,
): Promise<Outcome> {
  const request = await readSeatRequest(tx, actor, body);
  requireOwnProduct(actor, request.product);
  const { subject, own, allowed } = await readCandidates(
    tx,
    actor,
    { ...request, license: null, pool: null },
    body.device.id,
    true,
    onConfirmed,
  );
  const place = await lockPlace(tx, actor, request.product, id, body);
  if (!place) {
    // The reply to the request that took the seat was lost.
    if (!(await wasTaken(tx, actor, request.product, id))) throw notFound();
    if (!own?.taken || own['stream-id'] !== body['stream-id'] || !mayKeep(actor, own, subject, allowed))
      throw notFound();
    return { lease: await takeSeat(tx, actor, body, own.id, 'repeat'), resumed: true };
  }
  const seat = (await lockOffered(tx, id)) ?? (await offerNow(tx, actor, request.product, id));
  if (!seat) return { place: await shownPlace(tx, id), claims: place['claimed-license'] !== null };
  const pool = allowed.find((one) => one.id === seat['pool-id']);
  const isAllowed =
    seat['pool-id'] === null
      ? mayConsume(seat.policies, rnOf(actor.installation, actor.accountId, 'license', seat.id), subject)
      : pool !== undefined;
  if (!isAllowed) throw notEligible();
  if (pool && place['claimed-license'] !== seat.id) await requireRules(tx, actor, pool, subject.tags, seat.id);
  if (own && own.id !== seat.id) await leaveSeat(tx, actor, own, body['stream-id']);
  const lease = await takeSeat(tx, actor, body, seat.id, 'consume');
  if (pool) await noteOverdraft(tx, actor, pool, lease);
  await endPlaces(tx, actor.installation, [id], 'taken');
  return { lease, resumed: false };
}

/** Locks the actor's open place, and notes that its waiter is alive. */
async function lockPlace(tx: Transaction, actor: Actor, product: string, id: string, body: Body) {
  if (!isUuid(id)) throw notFound();
  return tx
    .updateTable('waiters')
    .set({
      'seen-on': clock,
      'device-id': body.device.id,
      'device-name': body.device.name,
      'stream-id': body['stream-id'],
    })
    .where('id', '=', id)
    .where('account-id', '=', actor.accountId)
    .where('user-id', '=', actor.userId)
    .where('product-id', '=', product)
    .where('ended-on', 'is', null)
    .returning('claimed-license')
    .executeTakeFirst();
}

/** Whether the actor has taken the seat that was offered to a place. */
async function wasTaken(tx: Transaction, actor: Actor, product: string, id: string): Promise<boolean> {
  const place = await tx
    .selectFrom('waiters')
    .select('id')
    .where('id', '=', id)
    .where('account-id', '=', actor.accountId)
    .where('user-id', '=', actor.userId)
    .where('product-id', '=', product)
    .where('ended-reason', '=', 'taken')
    .executeTakeFirst();
  return place !== undefined;
}

/** Offers what time has freed since the last sweep, and locks the seat if it is this waiter's. */
async function offerNow(tx: Transaction, actor: Actor, product: string, id: string) {
  const line = { account: actor.accountId, product };
  await lockLine(tx, line);
  await offerSeats(tx, actor.installation, line);
  return lockOffered(tx, id);
}

function lockOffered(tx: Transaction, waiter: string) {
  return tx
    .selectFrom('licenses')
    .select(['id', 'pool-id', 'policies'])
    .where('offered-to', '=', waiter)
    .where('offered-until', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** The rules of the pool may have been made narrower since the offer. */
async function requireRules(
  tx: Transaction,
  actor: Actor,
  { id, rules }: AllowedPool,
  tags: readonly string[],
  seat: string,
) {
  const use = await readUse(tx, id, rules, actor.userId, seat);
  const refusal = refusalOf(rules, { ...use, free: use.free + 1 }, tags);
  if (refusal?.code === 'pool-limit') throw poolLimit(refusal);
  if (refusal?.code === 'pool-reserved') throw poolReserved();
}
