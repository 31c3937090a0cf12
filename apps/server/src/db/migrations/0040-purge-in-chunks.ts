import { type Kysely, sql } from 'kysely';

/** What is removed in chunks is locked first, so that a row which is in use is left out: that takes the right to update. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant update on "lease-messages" to keyhold_app`.execute(db);
}
