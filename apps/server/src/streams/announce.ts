import { defer } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** The database channel on which nodes hear each other. */
export const channel = 'keyhold';

/** What a transaction tells every node when it commits. */
export type Announcement =
  /** Something of an account is not as it was. */
  | { readonly event: 'changed'; readonly account: string; readonly rn: string }
  /** A holder is to be logged off; `rn` is the license. */
  | {
      readonly event: 'lease-released';
      readonly account: string;
      readonly rn: string;
      readonly lease: string;
      readonly epoch: number;
      readonly reason: string;
      readonly message: string;
      /** Null when time did it. */
      readonly by: string | null;
    }
  /** A lease is not what it was: another run of the application has it, or somebody else its seat. */
  | { readonly event: 'lease-changed'; readonly account: string; readonly rn: string; readonly lease: string }
  /** All leases of an account are over that had begun until now; `rn` is the account. */
  | { readonly event: 'leases-ended'; readonly account: string; readonly rn: string }
  /** What a license carries has changed for its holder; `rn` is the license. */
  | { readonly event: 'lease-entitlements'; readonly account: string; readonly rn: string; readonly lease: string }
  /** There is a message for a lease's holder; `rn` is the license. */
  | { readonly event: 'lease-message'; readonly account: string; readonly rn: string; readonly lease: string };

/** Announces to every node, when the transaction commits and only then. */
export async function announce(tx: Transaction, announcement: Announcement): Promise<void> {
  announceAll(tx, [announcement]);
}

/** As {@link announce}, of many by one statement. */
export function announceAll(tx: Transaction, announcements: readonly Announcement[]): void {
  const texts = announcements.map((each) => JSON.stringify(each));
  if (texts.length > 0) defer(tx, sql`select pg_notify(${channel}, each) from unnest(${texts}::text[]) as each`);
}
