import { type Kysely, sql } from 'kysely';

/** Why a directory was refused, as a code besides the sentence, which consoles show in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table "directory-failures" add column code text`).execute(db);
}
