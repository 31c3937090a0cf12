import { type RawBuilder, sql } from 'kysely';
import type { Revocation } from '../db/schema.ts';
import { expired } from './license-term.ts';

// SQL conditions of a license's seat, by the database's time.

/** The seat is offered to a waiter. */
export const offered = sql<boolean>`coalesce(licenses."offered-until" > now(), false)`;

/** The seat is reserved: its lease has not expired, or it is offered to a waiter. */
export const taken = sql<boolean>`(licenses."lease-state" <> 'free' and licenses."expires-at" > now() or ${offered})`;

/** The time for which the license was consumed is over. */
export const leaseOver = sql<boolean>`coalesce(licenses."lease-ends-on" <= now(), false)`;

/**
 * How the lease was ended together with all others of its account, when they were too many for one transaction; else
 * null. The seat counts as released although its row does not record it yet (`end-account-leases.ts`).
 */
export const revocation = sql<Revocation | null>`(select accounts."leases-ended" from accounts
  where accounts.id = licenses."account-id" and licenses."lease-state" = 'active'
    and accounts."leases-ended-on" >= licenses."leased-on")`;

/**
 * The license is shown as in use. An expired one is not, unless it is checked out and cannot be recalled.
 *
 * @param leasesEnded the condition that the lease was ended together with all others of its account
 */
function inUseUnless(leasesEnded: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(licenses."lease-state" in ('active', 'offline') and licenses."expires-at" > now()
    and (licenses."lease-state" = 'offline' or not ${expired} and not ${leasesEnded}))`;
}

/** The license is shown as in use. */
export const inUse = inUseUnless(sql`(${revocation} is not null)`);

/** Like {@link inUse}, for a query that joins the account. */
export const inUseInJoined = inUseUnless(sql`coalesce(licenses."leased-on" <= accounts."leases-ended-on", false)`);

/** Like {@link inUse}, but optimized for many licenses of one account: reads the account's row once. */
export const inUseIn = (account: string) =>
  inUseUnless(sql`coalesce(
    licenses."leased-on" <= (select accounts."leases-ended-on" from accounts where accounts.id = ${account}), false)`);
