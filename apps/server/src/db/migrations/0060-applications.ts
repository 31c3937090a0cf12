import { type Kysely, sql } from 'kysely';

/**
 * Applications that users sign in to through the browser, and the application and device of each session. The catalogue
 * is shared by all accounts, like products. An application's product determines the rights of its sessions, so changing
 * it increases their versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table applications (
  id text primary key,
  name text not null,
  "product-id" text references products,
  redirect text not null default 'loopback' check (redirect in ('loopback')),
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  check ("product-id" is not null or id = 'keyhold')
);
create index "applications-by-product" on applications ("product-id");
-- A new installation gets it when it is made: a database without one has no rows.
insert into applications (id, name) select 'keyhold', 'Keyhold command' from installation;
grant select, insert, update, delete on applications to keyhold_app;

alter table sessions add column "application-id" text references applications on delete set null;
alter table sessions add column device text;
create index "sessions-by-application" on sessions ("application-id") where "ended-on" is null and "application-id" is not null;

create function "change-sessions-of-application"() returns trigger language plpgsql as $$
begin
  update sessions set version = version + 1 where "application-id" = new.id and "ended-on" is null;
  return null;
end $$;
create trigger "change-sessions" after update of "product-id" on applications
  for each row when (old."product-id" is distinct from new."product-id") execute function "change-sessions-of-application"();
`)
    .execute(db);
}
