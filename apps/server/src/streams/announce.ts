import { defer, type Notification } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** The LISTEN/NOTIFY channel between nodes. */
export const channel = 'keyhold';

/** A notification to every node, sent when its transaction commits. */
export type Announcement =
  /** A resource of an account has changed, by the request of this id if one did it. */
  | { readonly event: 'changed'; readonly account: string; readonly rn: string; readonly request?: string | null }
  /** A lease is released and its holder must be logged off; `rn` is the license. */
  | {
      readonly event: 'lease-released';
      readonly account: string;
      readonly rn: string;
      readonly lease: string;
      readonly epoch: number;
      readonly reason: string;
      readonly message: string;
      /** Null when the lease expired. */
      readonly by: string | null;
    }
  /** A lease has changed: another run of the application holds it, or another user holds its seat. */
  | { readonly event: 'lease-changed'; readonly account: string; readonly rn: string; readonly lease: string }
  /** All leases of an account that began before now have ended; `rn` is the account. */
  | { readonly event: 'leases-ended'; readonly account: string; readonly rn: string }
  /** The add-ons of a license have changed; `rn` is the license. */
  | { readonly event: 'lease-entitlements'; readonly account: string; readonly rn: string; readonly lease: string }
  /** A message for a lease's holder is queued; `rn` is the license. */
  | { readonly event: 'lease-message'; readonly account: string; readonly rn: string; readonly lease: string };

/** Notifies every node when the transaction commits, and only then. */
export async function announce(tx: Transaction, announcement: Announcement): Promise<void> {
  announceAll(tx, [announcement]);
}

/** The notification that a resource has changed, sent after the commit, in a batch with other transactions' ones. */
export function changeOf(account: string, rn: string, request: string | null): Notification {
  const announcement: Announcement = { event: 'changed', account, rn, request };
  return { channel, payload: JSON.stringify(announcement) };
}

/** Like {@link announce}, for many announcements in one statement. */
export function announceAll(tx: Transaction, announcements: readonly Announcement[]): void {
  const texts = announcements.map((each) => JSON.stringify(each));
  if (texts.length > 0) defer(tx, sql`select pg_notify(${channel}, each) from unnest(${texts}::text[]) as each`);
}
