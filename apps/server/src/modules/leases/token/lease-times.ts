import type { LeaseRow } from '../seat/lease-row.ts';

/** How long a license goes on after its end; null for one that does not, or that has no end. */
export function graceUntil(license: Pick<LeaseRow, 'expiry-perpetual' | 'expiry-date' | 'grace-days'>): Date | null {
  const { 'expiry-date': end, 'grace-days': days } = license;
  return license['expiry-perpetual'] || end === null || days === 0 ? null : new Date(end.getTime() + days * 86_400_000);
}

/** The times of a lease in a reply, in milliseconds; `now` is the database's time since 1970. */
export interface LeaseTimes {
  readonly now: number;
  readonly expiresInMs: number;
  readonly nextHeartbeatMs: number;
  /** How much longer the seat is kept for a client that cannot reach the server. */
  readonly graceMs: number;
}

/**
 * The remaining time of a lease: its product's lifetime first, then the grace, both cut off at the seat's end.
 *
 * @param stretch the factor by which a busy server lengthens the time to the next heartbeat; at most half of the lease,
 *   so that one heartbeat may always be lost
 */
export function timesOf(
  lease: Pick<LeaseRow, 'expires-at' | 'lease-state' | 'now' | 'heartbeat-seconds' | 'lease-seconds'>,
  stretch = 1,
): LeaseTimes {
  const now = lease.now.getTime();
  const left = Math.max(0, (lease['expires-at']?.getTime() ?? now) - now);
  // A seat that is checked out needs no heartbeats until its end.
  if (lease['lease-state'] === 'offline') return { now, expiresInMs: left, nextHeartbeatMs: left, graceMs: 0 };
  const expiresInMs = Math.min(left, lease['lease-seconds'] * 1000);
  return {
    now,
    expiresInMs,
    nextHeartbeatMs: Math.min(Math.round(lease['heartbeat-seconds'] * 1000 * stretch), Math.ceil(expiresInMs / 2)),
    graceMs: left - expiresInMs,
  };
}
