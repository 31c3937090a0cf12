import { type Kysely, sql } from 'kysely';

/**
 * Indexes for removing rows. Before it deletes a user, tag or license, PostgreSQL searches for rows that still refer to
 * it. A partial index serves that search only if it excludes nothing but nulls; without one, each removed user read all
 * licenses, accounts, sessions and keys. Sums of use are deleted by time and inserted in its order, so that a block
 * range index, which costs almost nothing to write, finds the old ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index "licenses-by-previous-holder" on licenses ("previous-holder-id") where "previous-holder-id" is not null;
create index "accounts-by-owner" on accounts ("owner-id") where "owner-id" is not null;
drop index "sessions-by-user";
create index "sessions-by-user" on sessions ("user-id");
drop index "activation-keys-by-user";
create index "activation-keys-by-user" on "activation-keys" ("user-id");

create index "usage-hours-by-hour" on "usage-hours" using brin (hour);
create index "usage-days-by-day" on "usage-days" using brin (day);

-- Entries are only added, so that nothing else would have this table vacuumed: its last fifth would not be read from its
-- indexes alone.
alter table audit set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
`)
    .execute(db);
}
