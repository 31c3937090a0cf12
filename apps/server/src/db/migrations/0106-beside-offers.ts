import { type Kysely, sql } from 'kysely';

/** The index of the seats that are offered to a waiter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "licenses-offered"`.execute(db);
  await sql`create unique index ${concurrently} "licenses-offered" on licenses ("offered-to")
    where "offered-to" is not null`.execute(db);
}
