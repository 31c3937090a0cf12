import { type Kysely, sql } from 'kysely';

/** Drops what only servers of before use: see 0082 and 0139. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop trigger if exists "note-cascade" on accounts;
drop function if exists "note-cascade"();
-- With the indexes on them.
alter table accounts drop column if exists carrying, drop column if exists "carried-on";
`)
    .execute(db);
}
