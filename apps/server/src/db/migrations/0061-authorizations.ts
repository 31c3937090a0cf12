import { type Kysely, sql } from 'kysely';

/**
 * Tables of the authorization server: authorization codes, and device authorizations by a code that the user types,
 * both stored as hashes. A renewable session counts its renewals. An application's sessions are deleted with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "authorization-codes" (
  hash bytea primary key,
  "application-id" text not null references applications on delete cascade,
  "user-id" uuid not null references users on delete cascade,
  "decider-id" uuid not null,
  device text,
  "redirect-uri" text not null,
  "code-challenge" text not null,
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "used-on" timestamptz,
  "session-id" uuid
);
create index "authorization-codes-by-end" on "authorization-codes" ("expires-on");
create index "authorization-codes-by-application" on "authorization-codes" ("application-id");
create index "authorization-codes-by-user" on "authorization-codes" ("user-id");

create table "device-authorizations" (
  hash bytea primary key,
  "user-code-hash" bytea not null unique,
  "application-id" text not null references applications on delete cascade,
  device text,
  address text not null,
  "user-agent" text not null,
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "interval-seconds" integer not null default 5,
  "polled-on" timestamptz,
  "decided-on" timestamptz,
  allowed boolean,
  "user-id" uuid references users on delete cascade,
  "decider-id" uuid,
  "used-on" timestamptz
);
create index "device-authorizations-by-end" on "device-authorizations" ("expires-on");
create index "device-authorizations-by-application" on "device-authorizations" ("application-id");
create index "device-authorizations-by-user" on "device-authorizations" ("user-id");
grant select, insert, update, delete on "authorization-codes", "device-authorizations" to keyhold_app;

alter table sessions add column renewals integer;
alter table sessions add column "renewed-on" timestamptz;
alter table sessions drop constraint "sessions_application-id_fkey",
  add constraint "sessions_application-id_fkey" foreign key ("application-id") references applications on delete cascade;
`)
    .execute(db);
}
