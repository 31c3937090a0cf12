import { type Kysely, sql } from 'kysely';

/** An index for the log of all accounts, by time. Its entries are appended: it costs a change little. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "audit-of-all-by-time"`.execute(db);
  await sql`create index ${concurrently} "audit-of-all-by-time" on audit ("on", "account-id", seq)`.execute(db);
}
