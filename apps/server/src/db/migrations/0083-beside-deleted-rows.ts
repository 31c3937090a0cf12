import { type Kysely, sql } from 'kysely';

/** Indexes by which a restored account finds its rows, chunk by chunk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  for (const table of ['users', 'tags', 'licenses', 'addon-licenses']) {
    const index = sql.id(`${table}-deleted`);
    // An interrupted concurrent creation leaves an index that is never used.
    await sql`drop index ${concurrently} if exists ${index}`.execute(db);
    await sql`create index ${concurrently} ${index} on ${sql.id(table)} ("account-id", "deleted-on")
      where "deleted-on" is not null`.execute(db);
  }
}
