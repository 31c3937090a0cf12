import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../db/database.ts';

/** What a waiter says to the holder of a lease. */
export interface LeaseAsk {
  /** The first name of the waiter. */
  readonly name: string;
  readonly message: string;
  /** How many waited. */
  readonly waiting: number;
}

/** Takes what waiters said to the holder of a lease in the last minutes and was not sent yet: it is sent once. */
export async function takeAsks(db: Database, lease: string): Promise<LeaseAsk[]> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<LeaseAsk>`
update "seat-asks" set "sent-on" = now()
where "lease-id" = ${lease} and "sent-on" is null and "asked-on" > now() - interval '5 minutes'
returning "by-name" as name, message, waiting`.execute(tx);
    return rows;
  });
}
