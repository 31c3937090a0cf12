import { type Kysely, sql } from 'kysely';

/**
 * What is removed for good is found by an index. Before a user, tag or license goes, PostgreSQL looks for rows that still
 * refer to it, one by one, and an index over some rows only serves that where it leaves out none but nulls: each removed
 * user read all licenses, accounts, sessions and keys. Sums of use are forgotten by their time; they come in its order, so
 * that a block range index, which costs nearly nothing to write, tells where the old ones lie.
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
