import { type Kysely, sql } from 'kysely';

/**
 * Deactivating or deleting an account with very many seats in use ends the leases through the account's row: all leases
 * that began before `leases-ended-on` are over, for the reason, message and author in `leases-ended`. The sweep moves
 * the seats in chunks and clears both columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts add column "leases-ended-on" timestamptz, add column "leases-ended" jsonb;
create index "accounts-leases-ended" on accounts (id) where "leases-ended-on" is not null;
`)
    .execute(db);
}
