import { type Kysely, sql } from 'kysely';

/** The reason of a failed delivery as a code, beside the sentence, for consoles in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table "webhook-deliveries" add column failure text`).execute(db);
}
