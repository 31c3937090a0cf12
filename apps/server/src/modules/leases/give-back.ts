import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { conflict, notFound } from '../../problem.ts';
import { freeSeat } from './end-leases.ts';
import { findOwnLease } from './find-lease.ts';
import { epochStale, leaseOffline } from './lease-problems.ts';
import type { LeaseRow } from './lease-row.ts';

/** The user has closed the application. A lease that is gone already is given back already. */
export const checkInLease: Operation<typeof calls.checkInLease> = async (tx, actor, { params, query }) => {
  const lease = await lockOwnLease(tx, actor, params.id, query.epoch);
  if (!lease) return {};
  if (lease['lease-state'] === 'offline') throw leaseOffline();
  await giveBack(tx, actor, lease, 'license:CheckInLicense');
  return {};
};

/** The application has logged its user off, as it was told to. */
export const acknowledgeRelease: Operation<typeof calls.acknowledgeRelease> = async (tx, actor, { params, body }) => {
  const lease = await lockOwnLease(tx, actor, params.id, body.epoch);
  if (!lease) return {};
  if (lease['lease-state'] !== 'releasing') {
    throw conflict('not-released', 'This license was not released. Check it in instead.');
  }
  await giveBack(tx, actor, lease, 'license:AcknowledgeRelease');
  return {};
};

/** The actor's lease, locked; null when it is gone. */
export async function lockOwnLease(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<LeaseRow | null> {
  const found = await findOwnLease(tx, actor, id);
  if (!found) {
    await requireGone(tx, actor, id);
    return null;
  }
  await tx.selectFrom('licenses').select('id').where('id', '=', found.id).forUpdate().execute();
  const lease = await findOwnLease(tx, actor, id).catch(() => null);
  if (lease && lease.epoch !== epoch) throw epochStale();
  return lease;
}

/** A lease that is not among the own account's is gone, unless another account has it: somebody else's is not found. */
async function requireGone(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const look = (account: string) => sql`select set_config('keyhold.account', ${account}, true)`.execute(tx);
  await look('*');
  const elsewhere = await tx.selectFrom('licenses').select('id').where('lease-id', '=', id).executeTakeFirst();
  const scope = scopeOf(actor);
  await look(scope === 'every account' ? '*' : scope.account);
  if (elsewhere) throw notFound();
}

/** Frees the seat of a locked lease, and writes it down. */
export async function giveBack(tx: Transaction, actor: Actor, lease: LeaseRow, action: string): Promise<void> {
  await tx
    .updateTable('licenses')
    .set({ ...freeSeat, 'last-device-id': lease['device-id'], 'freed-on': sql`least(now(), "expires-at")` })
    .where('id', '=', lease.id)
    .execute();
  const account = lease['account-id'];
  await audit(tx, actor, {
    account,
    action,
    resource: rnOf(actor.installation, account, 'license', lease.id),
    before: { user: actor.rn, 'device-name': lease['device-name'], epoch: lease.epoch },
    after: { user: null },
  });
}
