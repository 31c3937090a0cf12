import type { BodyOf, calls } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { isDatabaseError } from '../../db/retry.ts';
import type { LicensesTable } from '../../db/schema.ts';
import { answerWith, type Procedure } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { noteDenial } from '../usage/denials.ts';
import { lockConsumer } from './consumer.ts';
import { mayConsume } from './eligible-seats.ts';
import { endLeases, freeSeat } from './end-leases.ts';
import { leaseReply } from './lease-reply.ts';
import { type LeaseRow, taken } from './lease-row.ts';
import { pickSeat } from './pick-seat.ts';
import { refuseConsume } from './refuse-consume.ts';
import { takeSeat } from './take-seat.ts';
import { findWanted, usable, type Wanted } from './wanted.ts';

type Body = BodyOf<typeof calls.consumeLicense>;

export const consumeLicense: Procedure<typeof calls.consumeLicense, Actor> = async (services, actor, { body }) => {
  const attempt = () => inTransaction(services.db, scopeOf(actor), (tx) => consume(tx, actor, body));
  const { lease, resumed } = await attempt()
    .catch((error) => againIfDeviceAskedTwice(error, attempt))
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

async function consume(tx: Transaction, actor: Actor, body: Body): Promise<Consumed> {
  const wanted = await findWanted(tx, actor, body);
  const subject = await lockConsumer(tx, actor);
  const own = await lockOwnSeat(tx, actor, wanted, body.device.id);
  if (own?.usable && (wanted.license === null || wanted.license === own.id)) {
    if (mayConsume(own.policies, rnOf(actor.installation, actor.accountId, 'license', own.id), subject)) {
      const sameRun = own.taken && own['stream-id'] === body['stream-id'];
      return { lease: await takeSeat(tx, actor, body, own.id, { resume: true, sameRun }), resumed: true };
    }
  }
  const picked = await pickSeat(tx, actor, subject, wanted, body.device.id);
  if (!picked) throw await refuseConsume(tx, actor, subject, wanted);
  if (own && own.id !== picked) await leaveSeat(tx, actor, own, body['stream-id']);
  return { lease: await takeSeat(tx, actor, body, picked, { resume: false, sameRun: false }), resumed: false };
}

type OwnSeat = Selectable<LicensesTable> & { readonly taken: boolean; readonly usable: boolean };

/** The seat of this product that this user holds, or held until it lapsed, on this device. */
async function lockOwnSeat(
  tx: Transaction,
  actor: Actor,
  wanted: Wanted,
  device: string,
): Promise<OwnSeat | undefined> {
  return tx
    .selectFrom('licenses')
    .selectAll()
    .select([taken.as('taken'), usable(wanted).as('usable')])
    .where('holder-id', '=', actor.userId)
    .where('product-id', '=', wanted.product)
    .where('device-id', '=', device)
    .where('account-id', '=', actor.accountId)
    .where('lease-state', '=', 'active')
    .where('deleted-on', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

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
