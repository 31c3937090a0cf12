import { type Kysely, sql } from 'kysely';

/** Removal in chunks locks rows first, to skip rows in use; this requires the right to update. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant update on "lease-messages" to keyhold_app`.execute(db);
}
