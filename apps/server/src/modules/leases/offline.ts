import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Operation, Procedure } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { conflict } from '../../problem.ts';
import { refuseLease } from './find-lease.ts';
import { giveBack, lockOwnLease } from './give-back.ts';
import { leaseReply } from './lease-reply.ts';
import { type LeaseRow, selectLeases } from './lease-row.ts';
import { termEnd } from './take-seat.ts';

/** Turns a seat that is held into one that is taken along. Asked again, as after a lost reply, it answers the same end. */
export const takeLeaseOffline: Procedure<typeof calls.takeLeaseOffline, Actor> = async (
  services,
  actor,
  { params, body },
) => {
  const lease = await inTransaction(services.db, scopeOf(actor), (tx) => takeOffline(tx, actor, params.id, body));
  return { lease: await leaseReply(services, lease, { seq: 0, nonce: body.nonce }) };
};

/** Gives a seat back that was taken along. A lease that is gone already is given back already. */
export const returnOfflineLease: Operation<typeof calls.returnOfflineLease> = async (tx, actor, { params, body }) => {
  const lease = await lockOwnLease(tx, actor, params.id, body.epoch);
  if (!lease) return {};
  if (lease['lease-state'] !== 'offline') {
    throw conflict('not-offline', 'This license is not in offline use. Check it in instead.');
  }
  await giveBack(tx, actor, lease, 'license:ReturnLicense');
  return {};
};

async function takeOffline(
  tx: Transaction,
  actor: Actor,
  id: string,
  { epoch, days }: { readonly epoch: number; readonly days: number },
): Promise<LeaseRow> {
  const lease = await lockOwnLease(tx, actor, id, epoch);
  if (lease?.['lease-state'] === 'offline' && lease.taken) return lease;
  const stands = lease?.['lease-state'] === 'active' && lease.taken && lease.status === 'Active' && !lease.expired;
  if (!lease || !stands) throw await refuseLease(tx, actor, id, epoch);
  await tx
    .updateTable('licenses')
    .set({
      'lease-state': 'offline',
      'expires-at': sql<Date>`least(now() + make_interval(days => ${days}::integer), ${termEnd})`,
    })
    .where('id', '=', lease.id)
    .execute();
  const taken = await selectLeases(tx).where('licenses.id', '=', lease.id).executeTakeFirstOrThrow();
  const account = lease['account-id'];
  await audit(tx, actor, {
    account,
    action: 'license:TakeLicenseOffline',
    resource: rnOf(actor.installation, account, 'license', lease.id),
    before: { mode: 'online' },
    after: {
      mode: 'offline',
      user: actor.rn,
      'device-name': lease['device-name'],
      until: taken['expires-at']?.toISOString(),
    },
  });
  return taken;
}
