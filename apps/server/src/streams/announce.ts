import { rnSchema } from '@keyhold/contract';
import { commitBeforeFlush, type Notification } from '@keyhold/pg-round-trip';
import * as z from 'zod';
import type { Transaction } from '../db/database.ts';

/** The LISTEN/NOTIFY channel between nodes. */
export const channel = 'keyhold';

const ofAccount = { account: z.guid(), rn: rnSchema };
const ofLease = { ...ofAccount, lease: z.guid() };

/** Each kind of announcement, by its event. Servers of another version may announce other kinds. */
const kinds = {
  /** A resource of an account has changed, by the request of this id if one did it. */
  changed: z.object({ event: z.literal('changed'), ...ofAccount, request: z.string().nullish() }),
  /**
   * A lease is released and its holder must be logged off; `rn` is the license. `by` is null when the lease expired.
   * This version reads the release from the row; servers of version 1.0 rely on the announcement.
   */
  'lease-released': z.object({
    event: z.literal('lease-released'),
    ...ofLease,
    epoch: z.int(),
    reason: z.string(),
    message: z.string(),
    by: z.string().nullable(),
  }),
  /** A lease has changed: another run of the application holds it, or another user holds its seat. */
  'lease-changed': z.object({ event: z.literal('lease-changed'), ...ofLease }),
  /** All leases of an account that began before now have ended; `rn` is the account. */
  'leases-ended': z.object({ event: z.literal('leases-ended'), ...ofAccount }),
  /** The add-ons of a license have changed; `rn` is the license. */
  'lease-entitlements': z.object({ event: z.literal('lease-entitlements'), ...ofLease }),
  /** A waiter's message to a lease's holder; `rn` is the license. */
  'lease-asked': z.object({ event: z.literal('lease-asked'), ...ofLease }),
  /** The places of some waiters have changed, and with them those of others who wait for the product `rn`. */
  waiting: z.object({ event: z.literal('waiting'), ...ofAccount, waiters: z.array(z.guid()).min(1).max(1000) }),
  /** A message for a lease's holder is queued; `rn` is the license. */
  'lease-message': z.object({ event: z.literal('lease-message'), ...ofLease }),
} as const;

/** A notification to every node, sent when its transaction commits. */
export type Announcement = {
  readonly [Kind in keyof typeof kinds]: Readonly<z.output<(typeof kinds)[Kind]>>;
}[keyof typeof kinds];

const anyKind = z.object({ event: z.string() });

/**
 * Parses a payload of the channel. It is untrusted: every login of the database may send notifications.
 *
 * @returns `unknown` for a kind of another version, which has no effect, and `unreadable` for a payload that may have
 * been an announcement, which counts as missed
 */
export function readAnnouncement(payload: string): Announcement | 'unknown' | 'unreadable' {
  const content = parse(payload);
  const kind = anyKind.safeParse(content);
  if (!kind.success) return 'unreadable';
  const { event } = kind.data;
  if (!isKind(event)) return 'unknown';
  const announcement = kinds[event].safeParse(content);
  return announcement.success ? announcement.data : 'unreadable';
}

function isKind(event: string): event is keyof typeof kinds {
  return Object.hasOwn(kinds, event);
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/**
 * Notifies every node after the transaction has committed, and only then: a NOTIFY within it would fail the change while
 * PostgreSQL's queue of notifications is full.
 */
export async function announce(tx: Transaction, announcement: Announcement): Promise<void> {
  announceAll(tx, [announcement]);
}

/** The notification that a resource has changed, sent after the commit, in a batch with other transactions' ones. */
export function changeOf(account: string, rn: string, request: string | null): Notification {
  const announcement: Announcement = { event: 'changed', account, rn, request };
  return { channel, payload: JSON.stringify(announcement) };
}

/** Like {@link announce}, for many announcements. */
export function announceAll(tx: Transaction, announcements: readonly Announcement[]): void {
  const notifications = announcements.map((each) => ({ channel, payload: JSON.stringify(each) }));
  if (notifications.length > 0) commitBeforeFlush(tx, notifications);
}
