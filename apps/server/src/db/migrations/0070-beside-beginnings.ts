import { type Kysely, sql } from 'kysely';

/** Indexes the beginning of descriptions and addresses: long ones in letters of several bytes fit into no index entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "licenses-by-beginning"`.execute(db);
  await sql`create index ${concurrently} "licenses-by-beginning" on licenses
    ("account-id", left(description, 200) collate "name-order", id) where "deleted-on" is null`.execute(db);
  await sql`drop index ${concurrently} if exists "webhooks-by-beginning"`.execute(db);
  await sql`create index ${concurrently} "webhooks-by-beginning" on webhooks
    ("account-id", left(url, 200) collate "name-order", id)`.execute(db);
}
