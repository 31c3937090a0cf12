import { type Kysely, sql } from 'kysely';

/**
 * When what is done by itself was last due, by the database's clock: a server whose own is wrong used to put it off for
 * all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "task-times" (
  task text primary key,
  "due-on" timestamptz not null
);
delete from graphile_worker._private_jobs where key like 'every %' and locked_at is null;
`)
    .execute(db);
}
