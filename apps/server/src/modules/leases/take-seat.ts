import type { BodyOf, calls, Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { compiledOnce } from '../../db/built-once.ts';
import { executeBuilt, type Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { announce } from '../../streams/announce.ts';
import { type LeaseRow, leaseColumns, selectLeases } from './lease-row.ts';
import { available } from './wanted.ts';

/** The end of the license's own term, beyond which no seat of it is kept. */
export const termEnd = sql<Date>`case when licenses."expiry-perpetual" then 'infinity'
  else coalesce(licenses."expiry-date", ${periodEnd()}, 'infinity') end`;

/** The moment until which a seat is kept: lease and grace from now, but never beyond the license's own term. */
const seatEnd = sql<Date>`least(
  now() + make_interval(secs => products."lease-seconds" + products."grace-seconds"), ${termEnd})`;

/** A license whose term counts days from its first activation begins it now. */
function periodEnd() {
  return sql<Date | null>`case when licenses."expiry-perpetual" or licenses."activation-date" is not null then null
    else now() + make_interval(days => licenses."expiry-period") end`;
}

type Body = BodyOf<typeof calls.consumeLicense>;

/** Writes somebody into the row of a seat they have locked. A resumed seat keeps its lease; a new run makes a new epoch. */
export async function takeSeat(
  tx: Transaction,
  actor: Actor,
  body: Body,
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
      ...seatOf(holderOf(actor, body)),
      ...(how.sameRun ? {} : newEpoch),
      ...(how.resume ? {} : newLease),
    })
    .execute();
  const after = await readLease(tx, key);
  if (!how.sameRun) await record(tx, actor, before, after);
  return after;
}

/**
 * Takes the first of some free seats that nobody is locking and whose policies are as they were read, all in one statement;
 * null when there is none. What was decided by these policies holds for the row as it is under the lock.
 */
export async function takeOneOf(
  tx: Transaction,
  actor: Actor,
  body: Body,
  seats: { readonly keys: readonly string[]; readonly policies: readonly Policy[] },
  releasedOn: string | null,
): Promise<LeaseRow | null> {
  const { keys, policies } = seats;
  const query = takeQuery(tx, keys, JSON.stringify(policies), releasedOn, ...holderOf(actor, body));
  const [taken] = await executeBuilt(tx, query);
  if (!taken) return null;
  await record(
    tx,
    actor,
    {
      'lease-id': taken['previous-lease-id'],
      'holder-id': taken['previous-holder-id'],
      'device-name': taken['device-before'],
      'expires-at': taken['end-before'],
      epoch: taken.epoch - 1,
    },
    taken,
  );
  return taken;
}

const takeQuery = compiledOnce(
  (
    tx: Transaction,
    keys: readonly string[],
    policies: string,
    releasedOn: string | null,
    ...holder: ReturnType<typeof holderOf>
  ) =>
    tx
      .with('seat', (query) =>
        query
          .selectFrom('licenses')
          .select(['licenses.id', 'licenses.device-name', 'licenses.expires-at'])
          .where(sql<boolean>`licenses.id = any(${keys})`)
          .where('licenses.deleted-on', 'is', null)
          .where(sql<boolean>`licenses.policies = ${policies}::jsonb`)
          .where(available({ releasedOn }))
          .orderBy(sql`array_position(${keys}::text[], licenses.id)`)
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('licenses')
      .from(['seat', 'products'])
      .whereRef('licenses.id', '=', 'seat.id')
      .whereRef('products.id', '=', 'licenses.product-id')
      .set({ ...seatOf(holder), ...newEpoch, ...newLease })
      .returningAll('licenses')
      .returning(leaseColumns)
      .returning(['seat.device-name as device-before', 'seat.expires-at as end-before']),
);

/** Who is to have a seat, with which device and application. */
function holderOf({ userId, origin }: Actor, { client, device, 'stream-id': stream }: Body) {
  return [
    userId,
    client.name,
    client.version,
    device.id,
    origin.address,
    device.locale,
    device.name,
    device.os,
    device.user,
    stream,
  ] as const;
}

/** What a holder's row says of them. */
function seatOf([user, client, version, device, address, locale, name, os, account, stream]: ReturnType<
  typeof holderOf
>) {
  return {
    'lease-state': 'active',
    'holder-id': user,
    'expires-at': seatEnd,
    'expiry-date': sql<Date | null>`coalesce(licenses."expiry-date", ${periodEnd()})`,
    'activation-date': sql<Date>`coalesce(licenses."activation-date", now())`,
    'heartbeat-seq': 0,
    'client-name': client,
    'client-version': version,
    'device-id': device,
    'device-ip': address,
    'device-locale': locale,
    'device-name': name,
    'device-os': os,
    'device-user': account,
    'stream-id': stream,
    'release-reason': null,
    'release-by': null,
    'release-message': null,
    'freed-on': null,
  } as const;
}

const newEpoch = { epoch: sql<number>`licenses.epoch + 1` };

const newLease = {
  'lease-id': sql<string>`"new-id"()`,
  'leased-on': sql<Date>`now()`,
  'previous-lease-id': sql<string | null>`licenses."lease-id"`,
  'previous-holder-id': sql<string | null>`licenses."holder-id"`,
};

type Before = Pick<LeaseRow, 'lease-id' | 'holder-id' | 'device-name' | 'expires-at' | 'epoch'>;

/** Tells the client that had the seat before, if any, and writes the change down. */
async function record(tx: Transaction, actor: Actor, before: Before, after: LeaseRow): Promise<void> {
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
