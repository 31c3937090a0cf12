import { type Kysely, sql } from 'kysely';

/**
 * The last due time of each scheduled task, by the database's clock: previously, a server with a wrong clock delayed
 * the tasks for all servers.
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
