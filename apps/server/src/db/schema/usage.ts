import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull } from './columns.ts';

export interface LicenseUsesTable {
  id: Generated<string>;
  'account-id': string;
  'product-id': string;
  'license-id': string;
  'user-id': string;
  'device-name': string | null;
  'started-on': Time;
  'ended-on': TimeOrNull;
  ending: 'returned' | 'released' | 'lapsed' | null;
}

export interface UsageDaysTable {
  'account-id': string;
  'product-id': string;
  'license-id': string;
  'user-id': string;
  /** The date, in UTC. */
  day: ColumnType<Date, string, string>;
  uses: number;
  seconds: number;
  'last-on': Time;
}

export interface UsageHoursTable {
  'account-id': string;
  'product-id': string;
  hour: Time;
  peak: number;
  seconds: number;
  uses: number;
  users: number;
}

export interface UsageDenialsTable {
  'account-id': string;
  'product-id': string;
  'user-id': string;
  reason: string;
  hour: Time;
  count: number;
  'last-on': Time;
  'device-name': string;
}

export interface UsageMarksTable {
  only: Generated<boolean>;
  'rolled-until': Time;
}
