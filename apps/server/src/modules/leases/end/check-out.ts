import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import type { Operation, Procedure } from '../../../http/bind.ts';
import { conflict } from '../../../problem.ts';
import { lockOwnLease, refuseLease } from '../seat/find-lease.ts';
import { type LeaseRow, selectLeases } from '../seat/lease-row.ts';
import { moveSeats } from '../seat/move-seats.ts';
import { leaseReply } from '../token/lease-reply.ts';
import { requireRootKey } from '../token/root-key.ts';

/** Checks a seat out for offline use. Idempotent: a retry, as after a lost reply, returns the same end. */
export const takeLeaseOffline: Procedure<'takeLeaseOffline'> = async (services, actor, { params, body }) => {
  await requireRootKey(services);
  const lease = await inTransaction(services.db, scopeOf(actor), (tx) => takeOffline(tx, actor, params.id, body));
  return { lease: await leaseReply(services, lease, { seq: 0, nonce: body.nonce }) };
};

/** Returns a seat before its offline use ends. Succeeds if the lease no longer exists. */
export const returnOfflineLease: Operation<'returnOfflineLease'> = async (tx, actor, { params, body }) => {
  const lease = await lockOwnLease(tx, actor, params.id, body.epoch);
  if (!lease) return {};
  if (lease['lease-state'] !== 'offline') {
    throw conflict('not-offline', 'This license is not in offline use. Check it in instead.');
  }
  await moveSeats(tx, actor, 'return', [lease.id]);
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
  await moveSeats(tx, actor, 'check out', [lease.id], { days });
  return selectLeases(tx).where('licenses.id', '=', lease.id).executeTakeFirstOrThrow();
}
