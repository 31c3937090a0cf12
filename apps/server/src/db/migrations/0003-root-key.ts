import { type Kysely, sql } from 'kysely';

/** The key that is built into applications: it certifies the keys that sign offline leases and is never replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "root-key" (
  "only" boolean primary key default true check ("only"),
  id text not null,
  "private-key" jsonb not null,
  "public-key" jsonb not null,
  "created-on" timestamptz not null default now()
);
grant select, insert on "root-key" to keyhold_app;
`)
    .execute(db);
}
