import { type Kysely, sql } from 'kysely';

/**
 * Browsers and applications that users have signed in with, and the networks they have signed in from: what strangers
 * do to an e-mail or an address does not stop a sign-in from there. A renewed session knows whether its newest access
 * token was used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "device-marks" (
  hash bytea not null,
  "user-id" uuid not null references users,
  "account-id" uuid not null references accounts,
  "last-used-on" timestamptz not null default now(),
  "expires-on" timestamptz not null default now() + interval '400 days',
  -- Whether it was presented by a later sign-in: a client that keeps no cookies leaves a new mark each time.
  "used-again" boolean not null default false,
  primary key (hash, "user-id")
);
create index "device-marks-by-user" on "device-marks" ("user-id");

create table "known-addresses" (
  "user-id" uuid not null references users,
  "account-id" uuid not null references accounts,
  -- The hash of an IPv4 address, or of the network of an IPv6 address.
  network bytea not null,
  "last-on" timestamptz not null default now(),
  primary key ("user-id", network)
);
create index "known-addresses-by-time" on "known-addresses" ("last-on");
grant select, insert, update, delete on "device-marks", "known-addresses" to keyhold_app;

-- When the access token of an application's session was first used after its last renewal.
alter table sessions add column "renewal-used-on" timestamptz;
`)
    .execute(db);
  for (const table of ['device-marks', 'known-addresses']) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
`)
      .execute(db);
  }
}
