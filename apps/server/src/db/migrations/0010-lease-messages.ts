import { type Kysely, sql } from 'kysely';

/** Messages of administrators to the holders of licenses, until they are delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "lease-messages" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "lease-id" uuid not null,
  message text not null,
  "by" text not null,
  "created-on" timestamptz not null default now()
);
create index "lease-messages-by-lease" on "lease-messages" ("lease-id");
alter table "lease-messages" enable row level security;
alter table "lease-messages" force row level security;
create policy tenant on "lease-messages" using (current_setting('keyhold.account', true) in ('*', "account-id"::text));
grant select, insert, delete on "lease-messages" to keyhold_app;
`)
    .execute(db);
}
