import { type Kysely, sql } from 'kysely';

/** Drops the indexes of whole descriptions and addresses, which refuse long ones: see 0070. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists "licenses-by-description"`.execute(db);
  await sql`drop index if exists "webhooks-by-account"`.execute(db);
}
