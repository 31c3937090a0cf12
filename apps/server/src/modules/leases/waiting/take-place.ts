import type { Place, Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Input } from '../../../http/input.ts';
import { announceWaiting } from '../line/announce-waiting.ts';
import { linesFor } from '../line/eligible-lines.ts';
import type { SeatRequest } from '../picking/seat-request.ts';
import { notEligible } from '../seat/lease-problems.ts';
import { readPlaces } from './places.sql.ts';
import { releaseIdle } from './release-idle.ts';

type Body = Input<'consumeLicense'>['body'];

/**
 * Gives a user a place in line, or keeps the one that they have for the product: it moves to their newest device. The
 * caller has locked the consumer.
 *
 * @param claimed the key of the consumer's own license on another device, which they take over
 */
export async function takePlace(
  tx: Transaction,
  actor: Actor,
  body: Body,
  request: SeatRequest,
  subject: Subject,
  claimed: string | null = null,
): Promise<Place> {
  const { accountId: account, installation } = actor;
  const { product, license } = request;
  const lines = await linesFor(tx, installation, { account, product, subject, license });
  if (Object.keys(lines).length === 0) throw notEligible();
  const device = {
    'license-id': license,
    'released-on': request.releasedOn,
    'client-version': request.version,
    'device-id': body.device.id,
    'device-name': body.device.name,
    'stream-id': body['stream-id'],
    classes: JSON.stringify(lines),
    ...(claimed !== null && { 'claimed-license': claimed }),
  };
  const waiter = await tx
    .insertInto('waiters')
    .values({ 'account-id': account, 'product-id': product, consumer: actor.rn, 'user-id': actor.userId, ...device })
    .onConflict((conflict) =>
      conflict
        .columns(['account-id', 'product-id', 'user-id'])
        .where('ended-on', 'is', null)
        .doUpdateSet({ ...device, 'seen-on': clock }),
    )
    .returning(['id', 'account-id', 'product-id', 'classes', 'first-place'])
    .returning(sql<boolean>`xmax = 0`.as('is-new'))
    .executeTakeFirstOrThrow();
  const place = await shownPlace(tx, waiter.id);
  if (waiter['is-new']) {
    await tx.updateTable('waiters').set({ 'first-place': place.place }).where('id', '=', waiter.id).execute();
  }
  if (waiter['is-new'] || claimed !== null) announceWaiting(tx, installation, [waiter]);
  if (waiter['is-new'] && claimed === null) await releaseIdle(tx, installation, { account, product });
  return place;
}

/** A place as the reply to its waiter shows it. */
export async function shownPlace(tx: Transaction, id: string): Promise<Place> {
  const [state] = await readPlaces(tx, [id]);
  if (!state) throw new Error('The place that was just taken is missing.');
  const { place, 'estimate-ms': estimate, 'ping-ms': ping } = state;
  return { id, place, 'estimate-ms': estimate, 'ping-ms': ping };
}
