import { sql } from 'kysely';

/** The unused seats of a pool are exactly the rows of the index `licenses-idle-in-pool` (migration 0101). */
export const idleInPool = sql<boolean>`licenses."deleted-on" is null and licenses.status = 'Active'
  and (licenses."lease-state" = 'free' or licenses."freed-on" is not null)`;

/**
 * The order of that index: the oldest free first, overdraft seats last. A limited search in this order reads the index, also
 * where the order does not matter: else PostgreSQL may read the whole table.
 */
export const orderInPool = sql`licenses.overdraft, coalesce(licenses."freed-on", licenses."created-on"), licenses.id`;
