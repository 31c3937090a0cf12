import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';

/** How many ended rows each new row deletes, so that a flood of requests is removed as fast as it came. */
const most = 5;

/**
 * Deletes a few rows that ended an hour ago. Anybody may insert into these tables, also a page of another site through
 * the browser of a user: an address has no limit there, so the number of rows is bounded by their lifetime.
 */
export async function deleteSomeEnded(
  tx: Transaction,
  table: 'device-authorizations' | 'sign-in-requests',
): Promise<void> {
  const name = sql.table(table);
  await sql`delete from ${name} where ctid = any(array(
    select ctid from ${name} where "expires-on" < now() - interval '1 hour'
    order by "expires-on" limit ${most} for update skip locked))`.execute(tx);
}
