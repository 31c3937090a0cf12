import { type Kysely, sql } from 'kysely';

/** What servers count of whole tables for their metrics, once for all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "metrics-sample" (
  "only" boolean primary key default true check ("only"),
  "counted-on" timestamptz not null default '-infinity',
  counted jsonb
);
insert into "metrics-sample" default values;
grant select, update on "metrics-sample" to keyhold_app;
`)
    .execute(db);
}
