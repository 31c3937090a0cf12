import type { BodyOf, calls } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { isAway } from '../../db/away.ts';
import { compiledOnce } from '../../db/built-once.ts';
import { inTransaction, type Transaction, together } from '../../db/database.ts';
import { isDatabaseError } from '../../db/retry.ts';
import type { LicensesTable } from '../../db/schema.ts';
import { answerWith, type ConfirmingProcedure } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { noteDenial } from '../usage/denials.ts';
import { lockConsumer, requireConsumer, selectTags, subjectOf } from './consumer.ts';
import { mayConsume } from './eligible-seats.ts';
import { endLeases, freeSeat } from './end-leases.ts';
import { leaseReply } from './lease-reply.ts';
import { type LeaseRow, taken } from './lease-row.ts';
import { bestOf, selectLikely } from './likely-seats.ts';
import { pickSeat } from './pick-seat.ts';
import { refuseConsume } from './refuse-consume.ts';
import { takeOneOf, takeSeat } from './take-seat.ts';
import { findWanted, requireProduct, selectProduct, usable, type Wanted } from './wanted.ts';

type Body = BodyOf<typeof calls.consumeLicense>;

export const consumeLicense: ConfirmingProcedure<typeof calls.consumeLicense> = async (services, actor, input) => {
  const { body, confirm } = input;
  let confirmed = false;
  const attempt = (who: Actor) => {
    const once = () =>
      inTransaction(services.db, scopeOf(who), (tx) => consume(tx, who, body, () => (confirmed = true)));
    return once().catch((error) => againIfDeviceAskedTwice(error, once));
  };
  const { lease, resumed } = await attempt(actor)
    .catch(async (error: unknown) => {
      // Nobody is refused for what was remembered of them; when the database is lost, nobody knows what has happened.
      if (!actor.remembered || confirmed || isAway(error)) throw error;
      return attempt(await confirm());
    })
    .catch(async (error: unknown) => {
      await noteDenial(services, actor, body, error);
      throw error;
    });
  const reply = { lease: await leaseReply(services, lease, { seq: 0, nonce: body.nonce }) };
  return resumed ? answerWith(200, reply) : reply;
};

/** One device that asked twice at once gets one seat: the slower request finds the seat of the faster one. */
function againIfDeviceAskedTwice<Result>(error: unknown, attempt: () => Promise<Result>): Promise<Result> {
  if (isDatabaseError(error) && error.constraint === 'licenses-one-seat-a-device') return attempt();
  throw error;
}

interface Consumed {
  readonly lease: LeaseRow;
  readonly resumed: boolean;
}

/** @param onConfirmed told once the database has said that the actor is as they were remembered */
async function consume(tx: Transaction, actor: Actor, body: Body, onConfirmed: () => void): Promise<Consumed> {
  const wanted = await findWanted(tx, actor, body);
  const { subject, own, likely } = await readChances(tx, actor, wanted, body.device.id, onConfirmed);
  if (own?.usable && (wanted.license === null || wanted.license === own.id)) {
    if (mayConsume(own.policies, rnOf(actor.installation, actor.accountId, 'license', own.id), subject)) {
      const sameRun = own.taken && own['stream-id'] === body['stream-id'];
      return { lease: await takeSeat(tx, actor, body, own.id, { resume: true, sameRun }), resumed: true };
    }
  }
  if (!own && likely) {
    const lease = await takeOneOf(tx, actor, body, likely, wanted.releasedOn);
    if (lease) return { lease, resumed: false };
  }
  const picked = await pickSeat(tx, actor, subject, wanted, body.device.id);
  if (!picked) throw await refuseConsume(tx, actor, subject, wanted);
  if (own && own.id !== picked) await leaveSeat(tx, actor, own, body['stream-id']);
  return { lease: await takeSeat(tx, actor, body, picked, { resume: false, sameRun: false }), resumed: false };
}

/** Who wants a seat, held still; the one that they have on this device, locked; and those that they will most likely get. */
async function readChances(tx: Transaction, actor: Actor, wanted: Wanted, device: string, onConfirmed: () => void) {
  const [products, consumer, tags, [own], likely] = await together(
    tx,
    selectProduct(tx, wanted.product),
    lockConsumer(tx, actor.userId),
    selectTags(tx, actor.userId),
    lockOwnSeat(tx, actor.userId, wanted.product, wanted.releasedOn, device, actor.accountId),
    selectLikely(tx, actor, wanted, device),
  );
  requireProduct(products);
  requireConsumer(consumer);
  onConfirmed();
  const subject = subjectOf(actor, tags);
  return { subject, own, likely: bestOf(actor, likely, subject) };
}

type OwnSeat = Selectable<LicensesTable> & { readonly taken: boolean; readonly usable: boolean };

/** The seat of this product that this user holds, or held until it lapsed, on this device. */
const lockOwnSeat = compiledOnce(
  (tx: Transaction, user: string, product: string, releasedOn: string | null, device: string, account: string) =>
    tx
      .selectFrom('licenses')
      .selectAll()
      .select([taken.as('taken'), usable({ releasedOn }).as('usable')])
      .where('holder-id', '=', user)
      .where('product-id', '=', product)
      .where('device-id', '=', device)
      .where('account-id', '=', account)
      // In so many words: a statement that is kept is planned for any value, and this one's index is of these rows only.
      .where('lease-state', '=', sql.lit('active' as const))
      .where('deleted-on', 'is', null)
      .forUpdate(),
);

/** A device moves to another seat. Another run of the application may still be working on the old one: it is logged off first. */
async function leaveSeat(tx: Transaction, actor: Actor, own: OwnSeat, stream: string): Promise<void> {
  if (own.taken && own['stream-id'] !== stream) {
    await endLeases(tx, actor, [own.id], { reason: 'moved', message: 'This device now uses another license.' });
    return;
  }
  await tx
    .updateTable('licenses')
    .set({ ...freeSeat, 'last-device-id': own['device-id'], 'freed-on': sql`least(now(), "expires-at")` })
    .where('id', '=', own.id)
    .execute();
}
