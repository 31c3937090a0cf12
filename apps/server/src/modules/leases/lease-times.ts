import type { LeaseRow } from './lease-row.ts';

/** The times of a lease in a reply, in milliseconds; `now` is the database's, since 1970. */
export interface LeaseTimes {
  readonly now: number;
  readonly expiresInMs: number;
  readonly nextHeartbeatMs: number;
  /** How much longer the seat is kept for a client that cannot reach the server. */
  readonly graceMs: number;
}

/**
 * What is left of a lease: its product's lifetime first, then the grace, both cut where the seat ends.
 *
 * @param stretch by how much a busy server lengthens the time to the next heartbeat; half of the lease is the most,
 *   so that one may always be lost
 */
export function timesOf(
  lease: Pick<LeaseRow, 'expires-at' | 'lease-state' | 'now' | 'heartbeat-seconds' | 'lease-seconds'>,
  stretch = 1,
): LeaseTimes {
  const now = lease.now.getTime();
  const left = Math.max(0, (lease['expires-at']?.getTime() ?? now) - now);
  // A seat that is checked out lasts until its end, without heartbeats.
  if (lease['lease-state'] === 'offline') return { now, expiresInMs: left, nextHeartbeatMs: left, graceMs: 0 };
  const expiresInMs = Math.min(left, lease['lease-seconds'] * 1000);
  return {
    now,
    expiresInMs,
    nextHeartbeatMs: Math.min(Math.round(lease['heartbeat-seconds'] * 1000 * stretch), Math.ceil(expiresInMs / 2)),
    graceMs: left - expiresInMs,
  };
}
