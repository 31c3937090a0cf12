import { type Kysely, sql } from 'kysely';

/**
 * Waiting for a seat: who waits, with the lines in which they stand and the class in each; the seat that is offered to a
 * waiter, in the license's row; what waiters say to holders; and how long the user of a seat has been idle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table waiters (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "product-id" text not null references products,
  consumer text not null,
  "user-id" uuid not null,
  "license-id" text,
  "released-on" timestamptz,
  "client-version" text,
  "device-id" text not null,
  "device-name" text not null,
  "stream-id" text not null,
  classes jsonb not null,
  class smallint check (class between 1 and 3),
  "class-since" timestamptz,
  "claimed-license" text,
  since timestamptz not null default clock_timestamp(),
  "seen-on" timestamptz not null default clock_timestamp(),
  "first-place" integer not null default 0,
  "ended-on" timestamptz,
  "ended-reason" text
);
create unique index "waiters-waiting" on waiters ("account-id", "product-id", "user-id") where "ended-on" is null;
create index "waiters-by-user" on waiters ("user-id");
create index "waiters-taken" on waiters ("account-id", "product-id", "first-place", "ended-on") where "ended-reason" = 'taken';
create index "waiters-ended" on waiters ("ended-on") where "ended-on" is not null;
create index "waiters-seen" on waiters ("seen-on") where "ended-on" is null;
alter table waiters enable row level security;
alter table waiters force row level security;
create policy tenant on waiters using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
grant select, insert, update, delete on waiters to keyhold_app;

create table "seat-asks" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "by-id" uuid not null,
  "by-name" text not null,
  "holder-id" uuid not null,
  "lease-id" uuid not null,
  message text not null,
  waiting integer not null,
  "asked-on" timestamptz not null default now(),
  "sent-on" timestamptz
);
create index "seat-asks-by-asker" on "seat-asks" ("by-id", "asked-on");
create index "seat-asks-by-holder" on "seat-asks" ("holder-id", "asked-on");
create index "seat-asks-by-lease" on "seat-asks" ("lease-id") where "sent-on" is null;
create index "seat-asks-by-time" on "seat-asks" ("asked-on");
alter table "seat-asks" enable row level security;
alter table "seat-asks" force row level security;
create policy tenant on "seat-asks" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
grant select, insert, update, delete on "seat-asks" to keyhold_app;

alter table licenses add column "offered-to" uuid;
alter table licenses add column "offered-until" timestamptz;
alter table licenses add column "idle-ms" bigint;
`)
    .execute(db);
}
