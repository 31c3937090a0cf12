import { type Kysely, sql } from 'kysely';

/** Why a delivery failed, as a code besides the sentence, which consoles show in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table "webhook-deliveries" add column failure text`).execute(db);
}
