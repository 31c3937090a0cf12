import type { BodyOf, calls } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { announce } from '../../streams/announce.ts';
import { type LeaseRow, selectLeases } from './lease-row.ts';

/** The end of the license's own term, beyond which no seat of it is kept. */
export const termEnd = sql<Date>`case when licenses."expiry-perpetual" then 'infinity'
  else coalesce(licenses."expiry-date", ${periodEnd()}, 'infinity') end`;

/** The moment until which a seat is kept: lease and grace from now, but never beyond the license's own term. */
export const seatEnd = sql<Date>`least(
  now() + make_interval(secs => products."lease-seconds" + products."grace-seconds"), ${termEnd})`;

/** A license whose term counts days from its first activation begins it now. */
function periodEnd() {
  return sql<Date | null>`case when licenses."expiry-perpetual" or licenses."activation-date" is not null then null
    else now() + make_interval(days => licenses."expiry-period") end`;
}

/** Writes somebody into the row of a seat they have locked. A resumed seat keeps its lease; a new run makes a new epoch. */
export async function takeSeat(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof calls.consumeLicense>,
  key: string,
  how: { readonly resume: boolean; readonly sameRun: boolean },
): Promise<LeaseRow> {
  const before = await readLease(tx, key);
  await tx
    .updateTable('licenses')
    .from('products')
    .whereRef('products.id', '=', 'licenses.product-id')
    .where('licenses.id', '=', key)
    .set({
      'lease-state': 'active',
      'holder-id': actor.userId,
      'expires-at': seatEnd,
      'expiry-date': sql`coalesce(licenses."expiry-date", ${periodEnd()})`,
      'activation-date': sql`coalesce(licenses."activation-date", now())`,
      'heartbeat-seq': 0,
      'client-name': body.client.name,
      'client-version': body.client.version,
      'device-id': body.device.id,
      'device-ip': actor.origin.address,
      'device-locale': body.device.locale,
      'device-name': body.device.name,
      'device-os': body.device.os,
      'device-user': body.device.user,
      'stream-id': body['stream-id'],
      'release-reason': null,
      'release-by': null,
      'release-message': null,
      'freed-on': null,
      ...(how.sameRun ? {} : { epoch: sql`licenses.epoch + 1` }),
      ...(how.resume
        ? {}
        : {
            'lease-id': sql`"new-id"()`,
            'leased-on': sql`now()`,
            'previous-lease-id': sql`licenses."lease-id"`,
            'previous-holder-id': sql`licenses."holder-id"`,
          }),
    })
    .execute();
  const after = await readLease(tx, key);
  if (!how.sameRun) await record(tx, actor, before, after);
  return after;
}

/** Tells the client that had the seat before, if any, and writes the change down. */
async function record(tx: Transaction, actor: Actor, before: LeaseRow, after: LeaseRow): Promise<void> {
  const account = after['account-id'];
  const license = rnOf(actor.installation, account, 'license', after.id);
  const lease = before['lease-id'];
  if (lease) await announce(tx, { event: 'lease-changed', account, rn: license, lease });
  await audit(tx, actor, {
    account,
    action: 'license:ConsumeLicense',
    resource: license,
    before: before['holder-id'] && {
      user: rnOf(actor.installation, account, 'user', before['holder-id']),
      'device-name': before['device-name'],
      epoch: before.epoch,
      'lapsed-on': before['expires-at']?.toISOString(),
    },
    after: {
      user: actor.rn,
      'device-name': after['device-name'],
      'client-name': after['client-name'],
      'client-version': after['client-version'],
      epoch: after.epoch,
    },
  });
}

async function readLease(tx: Transaction, key: string): Promise<LeaseRow> {
  return selectLeases(tx).where('licenses.id', '=', key).executeTakeFirstOrThrow();
}
