import type { Place } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { ProblemError } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { lockArrivals } from '../line/lines.sql.ts';
import { moveSeats } from '../move-seats.ts';
import { readSubject } from '../picking/consumer.ts';
import { readSeatRequest, type SeatRequest, usable } from '../picking/seat-request.ts';
import type { LeaseRow } from '../seat/lease-row.ts';
import { takenOver } from '../seat/seat.ts';
import { shownPlace, takePlace } from '../waiting/take-place.ts';

type Body = Input<'consumeLicense'>['body'];

/** A consumed seat. */
export interface Consumed {
  readonly lease: LeaseRow;
  readonly resumed: boolean;
  readonly place?: undefined;
}

/** A consumed seat, or a place in line. */
export type Outcome =
  | Consumed
  | {
      readonly place: Place;
      /** Whether it is for the waiter's own seat on another device, which is being released. */
      readonly claims: boolean;
    };

/** How long a request waits for its own seat on another device, in milliseconds. */
const takeOverTimeout = 10_000;

/** The refusals because of others' use, after which one may wait. */
const full: ReadonlySet<string> = new Set(['no-seat', 'release-pending', 'pool-limit', 'pool-reserved']);

export function isFull(error: unknown): error is ProblemError {
  return error instanceof ProblemError && full.has(error.problems[0].code);
}

/** The place that this run of the application has already, if any; it stays alive. */
export async function findPlace(tx: Transaction, actor: Actor, body: Body): Promise<Outcome | null> {
  const { product, license } = await readSeatRequest(tx, actor, body);
  const waiter = await tx
    .updateTable('waiters')
    .set({ 'seen-on': clock })
    .where('account-id', '=', actor.accountId)
    .where('product-id', '=', product)
    .where('user-id', '=', actor.userId)
    .where('device-id', '=', body.device.id)
    .where('stream-id', '=', body['stream-id'])
    .where(sql<boolean>`"license-id" is not distinct from ${license}::text`)
    .where('ended-on', 'is', null)
    .$if(body['take-over'] === true, (query) => query.where('claimed-license', 'is not', null))
    .returning(['id', 'claimed-license'])
    .executeTakeFirst();
  return waiter ? { place: await shownPlace(tx, waiter.id), claims: waiter['claimed-license'] !== null } : null;
}

/**
 * What follows from a refusal because of others' use: the actor takes over their own seat of another device, or waits in
 * line, if the request demands it.
 *
 * @param again consumes once more, under the lock of who arrives in line: a seat may have become free; null if that lock
 *   was held before
 * @throws {ProblemError} the refusal, which names the actor's own leases on other devices
 */
export async function whenFull(
  tx: Transaction,
  actor: Actor,
  body: Body,
  refusal: ProblemError,
  again: (() => Promise<Consumed>) | null,
): Promise<Outcome> {
  const request = await readSeatRequest(tx, actor, body);
  const subject = await readSubject(tx, actor);
  const own = await readOwnElsewhere(tx, actor, request, body.device.id);
  const [first] = own;
  if (body['take-over'] && first) {
    await moveSeats(tx, actor, 'release', [first.id], takenOver(body.device.name));
    return { place: await takePlace(tx, actor, body, request, subject, first.id), claims: true };
  }
  if (!body.wait) throw own.length === 0 ? refusal : withOwnLeases(actor, refusal, own);
  if (again) {
    await lockArrivals(tx, [{ account: actor.accountId, product: request.product }], 'waiter');
    try {
      return await again();
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }
  return { place: await takePlace(tx, actor, body, request, subject), claims: false };
}

interface OwnLease {
  readonly id: string;
  readonly 'device-name': string;
  readonly since: Date;
}

/** The actor's leases on other devices that stand in the way, the one idle for the longest first. Locks them. */
async function readOwnElsewhere(
  tx: Transaction,
  actor: Actor,
  { product, license, pool, releasedOn, version }: SeatRequest,
  device: string,
): Promise<OwnLease[]> {
  const { rows } = await sql<OwnLease>`
select licenses.id, licenses."device-name", licenses."leased-on" as since from licenses
where licenses."holder-id" = ${actor.userId} and licenses."account-id" = ${actor.accountId} and licenses."product-id" = ${product}
  and licenses."device-id" <> ${device} and licenses."lease-state" = 'active' and licenses."expires-at" > now()
  and licenses."deleted-on" is null and ${usable({ releasedOn, version })}
  and (${license}::text is null or licenses.id = ${license}::text or licenses."pool-id" = ${pool}::uuid)
order by licenses.id = ${license}::text desc nulls last, licenses."idle-ms" desc nulls last, licenses."leased-on", licenses.id
limit 1000 for update`.execute(tx);
  return rows;
}

function withOwnLeases(
  { installation, accountId }: Actor,
  refusal: ProblemError,
  own: readonly OwnLease[],
): ProblemError {
  const held = own.map(({ id, 'device-name': name, since }) => ({
    license: rnOf(installation, accountId, 'license', id),
    'device-name': name,
    since: since.toISOString(),
  }));
  return new ProblemError(refusal.status, refusal.problems, {
    details: { ...refusal.details, 'held-by-me': held },
    ...(refusal.retryAfter !== null && { retryAfter: refusal.retryAfter }),
  });
}

/** Waits until the seat that the actor takes over is offered to them; false when that takes too long. */
export function awaitOffer(
  services: Pick<Services, 'waitingWatch' | 'stopping'>,
  { sessionId: session }: Actor,
  waiter: string,
  disconnected: AbortSignal,
): Promise<boolean> {
  const over = AbortSignal.any([services.stopping, disconnected]);
  return new Promise((resolve, reject) => {
    let leave = (): void => undefined;
    let isOver = false;
    const finish = (isOffered: boolean) => {
      isOver = true;
      clearTimeout(timer);
      over.removeEventListener('abort', giveUp);
      leave();
      resolve(isOffered);
    };
    const giveUp = () => finish(false);
    const timer = setTimeout(giveUp, takeOverTimeout);
    over.addEventListener('abort', giveUp, { once: true });
    services.waitingWatch
      .follow({
        waiter,
        session,
        send({ event }) {
          if (event === 'offered') finish(true);
          else if (event === 'ended') finish(false);
        },
        end: giveUp,
      })
      .then((left) => {
        leave = left;
        if (isOver) leave();
      }, reject);
  });
}
