import type { Operation } from '../../../http/bind.ts';
import { conflict } from '../../../problem.ts';
import { lockOwnLease } from '../find-lease.ts';
import { moveSeats } from '../move-seats.ts';
import { leaseOffline } from '../seat/lease-problems.ts';

/** Checks in the lease of an application that closes. Succeeds if the lease no longer exists. */
export const checkInLease: Operation<'checkInLease'> = async (tx, actor, { params, query }) => {
  const lease = await lockOwnLease(tx, actor, params.id, query.epoch);
  if (lease?.['lease-state'] === 'offline') throw leaseOffline();
  if (lease) await moveSeats(tx, actor, 'check in', [lease.id]);
  return {};
};

/** Acknowledges a release: the application has logged its user off. */
export const acknowledgeRelease: Operation<'acknowledgeRelease'> = async (tx, actor, { params, body }) => {
  const lease = await lockOwnLease(tx, actor, params.id, body.epoch);
  if (lease && lease['lease-state'] !== 'releasing') {
    throw conflict('not-released', 'This license was not released. Check it in instead.');
  }
  if (lease) await moveSeats(tx, actor, 'acknowledge', [lease.id]);
  return {};
};
