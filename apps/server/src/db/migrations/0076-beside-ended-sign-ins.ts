import { type Kysely, sql } from 'kysely';

/** Indexes sign-ins by single sign-on by their end: each new one deletes a few that ended long ago. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "sign-in-requests-by-end"`.execute(db);
  await sql`create index ${concurrently} "sign-in-requests-by-end" on "sign-in-requests" ("expires-on")`.execute(db);
}
