import { type Kysely, sql } from 'kysely';

const indexes = {
  'licenses-by-product': sql`licenses ("product-id", "account-id")`,
  'addon-licenses-by-addon': sql`"addon-licenses" ("addon-id", "account-id")`,
};

/** Indexes that count the licenses of each product and add-on without reading the licenses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  for (const [name, columns] of Object.entries(indexes)) {
    // An interrupted concurrent creation leaves an index that is never used.
    await sql`drop index ${concurrently} if exists ${sql.id(name)}`.execute(db);
    await sql`create index ${concurrently} ${sql.id(name)} on ${columns} where "deleted-on" is null`.execute(db);
  }
}
