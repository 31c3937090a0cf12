import { type Kysely, sql } from 'kysely';

/** Few users have policies of their own; who looks for those that may change something finds them without reading all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index "users-with-policies" on users ("account-id") where policies <> '[]'`).execute(db);
}
