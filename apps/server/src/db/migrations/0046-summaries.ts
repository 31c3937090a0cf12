import { type Kysely, sql } from 'kysely';

/** Indexes for summaries: licenses by their end, unused licenses, and refusals of every account by time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index "licenses-by-end" on licenses ("account-id",
  (case when "expiry-perpetual" then 'infinity'::timestamptz else coalesce("expiry-date", 'infinity') end), id) where "deleted-on" is null;
create index "licenses-never-used" on licenses ("account-id") where "activation-date" is null and "deleted-on" is null;
-- Refusals are noted as time goes on, so that the rows of a time lie together.
create index "usage-denials-by-time" on "usage-denials" using brin (hour);
`)
    .execute(db);
}
