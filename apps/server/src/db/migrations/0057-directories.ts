import { type Kysely, sql } from 'kysely';

/**
 * The directory that manages a user or a tag, and its id for them. A directory is a service account; after its
 * deletion, the users and tags are unmanaged again. Rejected changes of a directory are kept for a while.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'tags']) {
    await sql
      .raw(`
alter table ${table} add column "external-id" text,
  add column "directory-id" uuid references "service-accounts" on delete set null;
create index "${table}-by-directory" on ${table} ("directory-id") where "directory-id" is not null;
create index "${table}-by-external-id" on ${table} ("account-id", "external-id") where "external-id" is not null;
`)
      .execute(db);
  }

  await sql
    .raw(`
create table "directory-failures" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "directory-id" uuid not null references "service-accounts" on delete cascade,
  "on" timestamptz not null default now(),
  method text not null,
  target text not null,
  name text not null,
  status integer not null,
  message text not null
);
create index "directory-failures-by-directory" on "directory-failures" ("directory-id", id);
create index "directory-failures-by-account" on "directory-failures" ("account-id");
create index "directory-failures-by-time" on "directory-failures" ("on");

grant select, insert, update, delete on "directory-failures" to keyhold_app;
alter table "directory-failures" enable row level security;
alter table "directory-failures" force row level security;
create policy tenant on "directory-failures" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
`)
    .execute(db);
}
