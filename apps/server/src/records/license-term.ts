import { sql } from 'kysely';

// SQL texts of the end of a license's term. A period begins with the first activation, which makes it a date.

/** How much longer a license goes on after its end: its grace, in whole days of 24 hours. */
const grace = 'make_interval(hours => 24 * licenses."grace-days")';

/** The moment from which a license with a dated end cannot be used any more. */
export const worksUntilText = `(licenses."expiry-date" + ${grace})`;

/** The end of a term that counts days from the first activation, if the license is being activated now; else null. */
export const periodEnd = `case when licenses."expiry-perpetual" or licenses."activation-date" is not null then null
    else now() + make_interval(days => licenses."expiry-period") end`;

/** The upper bound of the end of a license's seat. */
export const termEnd = `case when licenses."expiry-perpetual" then 'infinity'
  else coalesce(${worksUntilText}, ${periodEnd} + ${grace}, 'infinity') end`;

/** The license's term is over, its grace included; always false for a license without a term. */
export const expired = sql<boolean>`(not licenses."expiry-perpetual" and coalesce(${sql.raw(worksUntilText)} <= now(), false))`;
