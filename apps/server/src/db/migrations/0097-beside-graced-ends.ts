import { type Kysely, sql } from 'kysely';

/** An index of the few licenses that go on after their end, by which the sweep finds those whose grace is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "licenses-graced"`.execute(db);
  await sql`create index ${concurrently} "licenses-graced" on licenses ("expiry-date")
    where "grace-days" > 0 and "deleted-on" is null`.execute(db);
}
