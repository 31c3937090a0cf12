import { type Kysely, sql } from 'kysely';

/** The language that a user has chosen for mails and pages; null for the browser's language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text check (language in ('en', 'de', 'fr'))`.execute(db);
}
