import { type Kysely, sql } from 'kysely';

/**
 * A license goes on for some days after its end (`grace-days`), and remembers the end and the window of the last warning.
 * A product or an add-on may be retired; a product may enforce versions, and say whether it is shared: null as long as
 * nobody has decided, which leaves it to the installation's setting. No column is filled: every row has its default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table licenses
  add column "grace-days" integer not null default 0,
  add column "end-warned-for" timestamptz,
  add column "end-warned-days" integer;
alter table products
  add column status text not null default 'Active',
  add column "enforce-version" boolean not null default false,
  add column shared boolean;
alter table addons add column status text not null default 'Active';
alter table accounts add column "end-warnings" integer[] not null default '{30,7,1}';
`)
    .execute(db);
}
