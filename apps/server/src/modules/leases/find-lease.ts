import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor, LeaseBearer } from '../../access/actor.ts';
import { scopeOf } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import { lockInAccount } from '../../db/locks.ts';
import { rnOf } from '../../installation.ts';
import { forbidden, notFound, type ProblemError, unauthenticated } from '../../problem.ts';
import { releaseRevoked } from './move-seats.ts';
import {
  epochStale,
  leaseLapsed,
  leaseOffline,
  leaseReleased,
  licenseExpired,
  licenseSuspended,
  notEligible,
} from './seat/lease-problems.ts';
import { type LeaseRow, releaseOf, selectEveryLease } from './seat/lease-row.ts';
import { leaseEnded } from './seat/seat.ts';

/**
 * The actor's lease with this id, also of a voided license; null when it no longer exists. Another user's lease is 404.
 */
export async function findOwnLease(tx: Transaction, actor: Actor, id: string): Promise<LeaseRow | null> {
  if (!isUuid(id)) throw notFound();
  const lease = await selectEveryLease(tx).where('licenses.lease-id', '=', id).executeTakeFirst();
  if (lease && lease['holder-id'] !== actor.userId) throw notFound();
  if (lease) requireOwnProduct(actor, lease['product-id']);
  return lease ?? null;
}

/** Locks and returns the actor's lease; null when it no longer exists. */
export async function lockOwnLease(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<LeaseRow | null> {
  if (!isUuid(id)) throw notFound();
  await lockInAccount(tx, 'licenses', id, 'lease-id');
  const read = () => selectEveryLease(tx).where('licenses.lease-id', '=', id).executeTakeFirst();
  const lease = await read();
  if (!lease) {
    await requireGone(tx, actor, id);
    return null;
  }
  requireHolder(actor, lease);
  if (lease.epoch !== epoch) throw epochStale();
  if (actor.lease) requireNewest(actor.lease, lease);
  if (!lease.revocation) return lease;
  await releaseRevoked(tx, actor.installation, [lease.id], lease.revocation);
  return (await read()) ?? null;
}

/** @throws {ProblemError} 404 for another user's lease; with a lease's token, also for the user's other leases */
function requireHolder(actor: Actor, lease: LeaseRow): void {
  const { installation, userId, lease: token } = actor;
  if (lease['holder-id'] !== userId) throw notFound();
  requireOwnProduct(actor, lease['product-id']);
  if (token && token.license !== rnOf(installation, lease['account-id'], 'license', lease.id)) throw notFound();
}

/** @throws {ProblemError} 403 when the token belongs to an application of another product */
export function requireOwnProduct({ application }: Actor, product: string): void {
  if (application && application.product !== null && application.product !== product) throw forbidden();
}

/**
 * Requires the newest token of a seat: the offline one during offline use, otherwise that of the last heartbeat or of
 * the one before, since the reply to the last may have been lost.
 *
 * @throws {ProblemError} 409 for the token of another run, 401 for an older one
 */
function requireNewest(token: LeaseBearer, lease: LeaseRow): void {
  if (token.epoch !== lease.epoch) throw epochStale();
  const isOffline = lease['lease-state'] === 'offline';
  const isOlder = !isOffline && token.seq < (lease['heartbeat-seq'] ?? 0) - 1;
  if (isOlder || isOffline !== (token.mode === 'offline')) throw unauthenticated();
}

/** @throws {ProblemError} 404 when the lease exists in another account; else it no longer exists */
export async function requireGone(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const widen = (account: string) => sql`select set_config('keyhold.account', ${account}, true)`.execute(tx);
  await widen('*');
  const elsewhere = await tx.selectFrom('licenses').select('id').where('lease-id', '=', id).executeTakeFirst();
  const scope = scopeOf(actor);
  await widen(scope === 'every account' ? '*' : scope.account);
  if (elsewhere) throw notFound();
}

/** The seat of the actor's lease that ended without an answer of its client; null when there is none. */
export async function findEndedLease(tx: Transaction, actor: Actor, id: string) {
  const seat = await tx
    .selectFrom('licenses')
    .select('previous-release')
    .where('previous-lease-id', '=', id)
    .where('previous-holder-id', '=', actor.userId)
    .executeTakeFirst();
  return seat ?? null;
}

/** Returns the reason why the actor's lease cannot be kept alive. */
export async function refuseLease(tx: Transaction, actor: Actor, id: string, epoch: number): Promise<ProblemError> {
  const lease = await findOwnLease(tx, actor, id);
  if (!lease) {
    const seat = await findEndedLease(tx, actor, id);
    if (!seat) return notFound();
    const release = seat['previous-release'];
    return release ? leaseReleased(release) : leaseLapsed();
  }
  if (lease.epoch !== epoch) return epochStale();
  switch (lease['lease-state']) {
    case 'releasing':
      return leaseReleased(releaseOf(lease));
    case 'offline':
      return leaseOffline();
    default:
      if (lease.revocation) return leaseReleased({ ...lease.revocation, by: lease.revocation.by.rn });
      if (lease.status === 'Suspended') return licenseSuspended();
      if (lease.expired) return licenseExpired();
      if (lease.over) return leaseReleased({ ...leaseEnded, by: null });
      return lease.taken ? notEligible() : leaseLapsed();
  }
}
