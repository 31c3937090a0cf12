import { type Kysely, sql } from 'kysely';

/** The reason of a directory's rejection as a code, beside the sentence, for consoles in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table "directory-failures" add column code text`).execute(db);
}
