import { type Kysely, sql } from 'kysely';

/** Few users have policies of their own; this index finds them without reading all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index "users-with-policies" on users ("account-id") where policies <> '[]'`).execute(db);
}
