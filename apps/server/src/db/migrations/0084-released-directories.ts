import { type Kysely, sql } from 'kysely';

/**
 * A directory is removed by its row: `released-by` says who removed it, and nobody is managed by it from then on. Its
 * users and tags follow in chunks. A service account with `deleted-on` exists only until they have followed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table "service-accounts"
  add column "released-by" jsonb,
  add column "deleted-on" timestamptz;
create index "service-accounts-released" on "service-accounts" (id) where "released-by" is not null;
`)
    .execute(db);
}
