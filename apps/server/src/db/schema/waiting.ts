import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull, WithDefault } from './columns.ts';

/** A person, or a service account, who waits for a seat of a product. */
export interface WaitersTable {
  id: Generated<string>;
  'account-id': string;
  'product-id': string;
  /** The rn of the waiter. */
  consumer: string;
  'user-id': string;
  /** The key of the requested license; null for any. */
  'license-id': string | null;
  /** The release date and the version of the application. */
  'released-on': ColumnType<Date | null, Date | string | null, Date | string | null>;
  'client-version': string | null;
  'device-id': string;
  'device-name': string;
  'stream-id': string;
  /** The lines in which the waiter stands (`waiting/lines.sql.ts`), with the class in each by the rules of its pool. */
  classes: ColumnType<Readonly<Record<string, number>>, string, string>;
  /** The class that an administrator has set, and when; null while the rules decide. */
  class: WithDefault<number | null>;
  'class-since': TimeOrNull;
  /** The key of the waiter's own license on another device, which only they get when it is free. */
  'claimed-license': WithDefault<string | null>;
  since: Time;
  /** When the waiter was last alive. */
  'seen-on': Time;
  'first-place': WithDefault<number>;
  'ended-on': TimeOrNull;
  'ended-reason': WithDefault<string | null>;
}

/** What a waiter says to the holder of a seat. */
export interface SeatAsksTable {
  id: Generated<string>;
  'account-id': string;
  'by-id': string;
  'by-name': string;
  'holder-id': string;
  'lease-id': string;
  message: string;
  /** How many waited. */
  waiting: number;
  'asked-on': Time;
  /** When it was sent to the holder's application. */
  'sent-on': TimeOrNull;
}
