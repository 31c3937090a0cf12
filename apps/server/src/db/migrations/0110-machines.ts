import { type Kysely, sql } from 'kysely';

/**
 * Service accounts hold seats: the holder of a license is a user or a service account, and its session a session or a
 * token. `machine-id` repeats the holder's id where it is a service account; a server of before, which writes another
 * holder beside it, means a user. `lease-ends-on` is the end that a consume has set for itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table licenses
  drop constraint "licenses_holder-id_fkey",
  drop constraint "licenses_previous-holder-id_fkey",
  add column "machine-id" uuid,
  add column "lease-ends-on" timestamptz;
`)
    .execute(db);
}
