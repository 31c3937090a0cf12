import { type Kysely, sql } from 'kysely';

/**
 * The claim on the request of an Idempotency-Key, for calls of several transactions. Also indexes for the search each
 * second for leases and licenses that end: a heartbeat changes none of their columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table "idempotency-keys" add column "claimed-until" timestamptz;
create index "licenses-in-use" on licenses (id) where "lease-state" in ('active', 'offline') and "freed-on" is null;
create index "licenses-by-expiry" on licenses ("expiry-date") where not "expiry-perpetual" and "deleted-on" is null;
`)
    .execute(db);
}
