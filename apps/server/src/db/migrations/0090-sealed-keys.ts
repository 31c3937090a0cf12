import { type Kysely, sql } from 'kysely';

/**
 * Private keys in sealed form, beside the clear form that only servers of earlier versions need: 0091 removes that. A key that no
 * longer signs needs neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table "signing-keys" add column "private-key-secret" bytea, alter column "private-key" drop not null;
alter table "root-key" add column "private-key-secret" bytea, alter column "private-key" drop not null;
grant update ("private-key-secret") on "root-key" to keyhold_app;
`)
    .execute(db);
}
