import { type Kysely, sql } from 'kysely';

/** The index of who has waited in an account since when, for its usage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "waiters-by-time"`.execute(db);
  await sql`create index ${concurrently} "waiters-by-time" on waiters ("account-id", since)`.execute(db);
}
