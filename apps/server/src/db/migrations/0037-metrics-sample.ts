import { type Kysely, sql } from 'kysely';

/** The counts of whole tables for the metrics, shared by all servers. */
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
