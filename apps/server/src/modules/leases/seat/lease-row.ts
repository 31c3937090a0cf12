import type { TokenAlgorithm } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { now } from '../../../db/expressions.ts';
import type { LicensesTable, Release, Revocation } from '../../../db/schema.ts';
import { expired } from '../../../records/license-term.ts';
import { leaseOver, revocation, taken } from '../../../records/seat-conditions.ts';
import { plainEnding } from './seat.ts';

/** A license's row with its lease, its product's times, and values that depend on the database's current time. */
export interface LeaseRow extends Selectable<LicensesTable> {
  readonly 'heartbeat-seconds': number;
  readonly 'lease-seconds': number;
  readonly 'grace-seconds': number;
  readonly 'token-alg': TokenAlgorithm;
  /** The ids (last parts of the rns) of the license's add-ons. */
  readonly 'addon-ids': readonly string[];
  readonly expired: boolean;
  /** The time for which it was consumed is over. */
  readonly over: boolean;
  /** The seat is reserved: `active`, `releasing` or `offline`, and not expired. */
  readonly taken: boolean;
  /** How the lease was ended together with all leases of its account, if the row does not record that yet. */
  readonly revocation?: Revocation | null;
  readonly now: Date;
}

/** The columns of a lease that its reply needs. */
export type GrantedLease = Pick<
  LeaseRow,
  | 'id'
  | 'account-id'
  | 'product-id'
  | 'holder-id'
  | 'machine-id'
  | 'type'
  | 'version'
  | 'expiry-perpetual'
  | 'expiry-date'
  | 'grace-days'
  | 'maintenance-end'
  | 'lease-state'
  | 'lease-id'
  | 'epoch'
  | 'expires-at'
  | 'device-id'
  | 'stream-id'
  | 'heartbeat-seconds'
  | 'lease-seconds'
  | 'token-alg'
  | 'addon-ids'
  | 'now'
>;

/** The columns of a {@link LeaseRow} besides the license's own. */
export const leaseColumns = [
  'products.heartbeat-seconds',
  'products.lease-seconds',
  'products.grace-seconds',
  'products.token-alg',
  sql<
    string[]
  >`array(select "addon-id" from "addon-licenses" where "license-id" = licenses.id and "deleted-on" is null order by 1)`.as(
    'addon-ids',
  ),
  expired.as('expired'),
  leaseOver.as('over'),
  taken.as('taken'),
  now.as('now'),
] as const;

/** Selects the licenses that are not deleted, as {@link LeaseRow}. */
export function selectLeases(tx: Transaction) {
  return selectEveryLease(tx).where('licenses.deleted-on', 'is', null);
}

/** Like {@link selectLeases}, including deleted licenses, whose leases can still be checked in or returned. */
export function selectEveryLease(tx: Transaction) {
  return tx
    .selectFrom('licenses')
    .innerJoin('products', 'products.id', 'licenses.product-id')
    .selectAll('licenses')
    .select(leaseColumns)
    .select(revocation.as('revocation'));
}

/** The release that a seat's row records, by default {@link plainEnding}. */
export function releaseOf(row: Pick<LeaseRow, 'release-reason' | 'release-message' | 'release-by'>): Release {
  return {
    reason: row['release-reason'] ?? plainEnding.reason,
    message: row['release-message'] ?? plainEnding.message,
    by: row['release-by'],
  };
}
