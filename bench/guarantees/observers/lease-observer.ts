import type { Exchange } from '../applications/sdk-messages.ts';

/** A process's own view of its leases: its exchanges in the order of their replies, and the leases it gave back. */
export interface LeaseHistory {
  readonly who: string;
  readonly exchanges: readonly Exchange[];
  /** When it first requested the release of a lease, by the lease's id. */
  readonly left: ReadonlyMap<string, number>;
}

/** An acknowledged release by an administrator; times on the machine's clock. */
export interface AcknowledgedRelease {
  readonly license: string;
  readonly sentAt: number;
  readonly readAt: number;
}

/** The refusals of a heartbeat whose lease is not as it was granted. */
const forgotten = new Set(['lease-lapsed', 'not-found', 'epoch-stale']);

/** Returns a sentence for each lease that a server granted and no longer knew before its expiry. */
export function judgeLeases(histories: readonly LeaseHistory[]): string[] {
  return histories.flatMap(({ who, exchanges, left }) => {
    /** The expiry of each lease, by the replies so far. */
    const granted = new Map<string, { readonly until: number; readonly epoch: number }>();
    return exchanges.flatMap((exchange): string[] => {
      const { lease, asked, code, readAt, sentAt } = exchange;
      if (lease) {
        granted.set(lease.id, { until: sentAt + lease['expires-in-ms'], epoch: lease.epoch });
        return [];
      }
      const known = granted.get(asked);
      if (exchange.call !== 'heartbeat' || !known || !forgotten.has(code ?? '')) return [];
      if (readAt >= known.until || readAt > (left.get(asked) ?? Number.POSITIVE_INFINITY)) return [];
      return [`The lease of ${who} was lost (${code}) ${Math.round(known.until - readAt)} ms before its end.`];
    });
  });
}

/** Returns a sentence for each heartbeat that kept a lease alive after its release was acknowledged. */
export function judgeReleases(histories: readonly LeaseHistory[], releases: readonly AcknowledgedRelease[]): string[] {
  return histories.flatMap(({ who, exchanges }) => {
    const consumed = new Map<string, number>();
    return exchanges.flatMap(({ call, lease, sentAt }): string[] => {
      if (!lease) return [];
      const key = `${lease.id} ${lease.epoch}`;
      if (call === 'consume') consumed.set(key, Math.min(consumed.get(key) ?? sentAt, sentAt));
      const since = consumed.get(key) ?? sentAt;
      // Granted before the release was requested, and alive after it was acknowledged.
      const ignored = releases.find(
        (one) =>
          one.license === lease.license &&
          since < one.sentAt &&
          grantedBefore(exchanges, key, one) &&
          sentAt > one.readAt,
      );
      return call === 'heartbeat' && ignored ? [`${who} kept its lease alive after its release.`] : [];
    });
  });
}

/** Whether the reply that granted a lease was read before a release was sent: otherwise the release may be first. */
function grantedBefore(exchanges: readonly Exchange[], key: string, release: AcknowledgedRelease): boolean {
  return exchanges.some(
    ({ lease, readAt }) => lease && `${lease.id} ${lease.epoch}` === key && readAt < release.sentAt,
  );
}
