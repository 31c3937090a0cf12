import { type Kysely, sql } from 'kysely';

/**
 * Single sign-on: the connection of an account with an OpenID Connect provider, its domains, the identities of users,
 * and sign-ins in progress. A session records the provider's session it originates from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "sign-in-connections" (
  "account-id" uuid primary key references accounts,
  issuer text not null,
  "client-id" text not null,
  "client-secret" bytea not null,
  "create-users" boolean not null,
  "tags-claim" text,
  "trust-provider-factor" boolean not null,
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);

create table "connection-domains" (
  "account-id" uuid not null references "sign-in-connections" on delete cascade,
  name text not null,
  record text not null,
  "verified-on" timestamptz,
  primary key ("account-id", name)
);
-- Anybody may name a domain; one account has it.
create unique index "connection-domains-taken" on "connection-domains" (name) where "verified-on" is not null;

create table "connection-roles" (
  "account-id" uuid not null references "sign-in-connections" on delete cascade,
  "role-id" uuid not null references roles,
  primary key ("account-id", "role-id")
);
create index "connection-roles-by-role" on "connection-roles" ("role-id");

-- A person at the provider of an account, who is one user here and no other.
create table identities (
  "account-id" uuid not null references "sign-in-connections" on delete cascade,
  issuer text not null,
  subject text not null,
  "user-id" uuid not null unique references users,
  "created-on" timestamptz not null default now(),
  primary key ("account-id", issuer, subject)
);

-- Sign-ins that are under way at a provider: found by the hash of their state, and used once.
create table "sign-in-requests" (
  hash bytea primary key,
  "account-id" uuid not null references "sign-in-connections" on delete cascade,
  browser bytea not null,
  nonce text not null,
  verifier text not null,
  "expires-on" timestamptz not null,
  "used-on" timestamptz
);
create index "sign-in-requests-by-account" on "sign-in-requests" ("account-id");

-- Sign-ins that the provider has finished: found by the hash of their code, and used once.
create table "sign-in-codes" (
  hash bytea primary key,
  "account-id" uuid not null references "sign-in-connections" on delete cascade,
  "user-id" uuid not null references users,
  browser bytea not null,
  "second-factor" boolean not null,
  "provider-session" text,
  "expires-on" timestamptz not null,
  "used-on" timestamptz
);
create index "sign-in-codes-by-account" on "sign-in-codes" ("account-id");
create index "sign-in-codes-by-user" on "sign-in-codes" ("user-id");

alter table sessions add column "provider-session" text;
alter table challenges add column "provider-session" text;

grant select, insert, update, delete on "sign-in-connections", "connection-domains", "connection-roles", identities,
  "sign-in-requests", "sign-in-codes" to keyhold_app;
`)
    .execute(db);

  const tables = [
    'sign-in-connections',
    'connection-domains',
    'connection-roles',
    'identities',
    'sign-in-requests',
    'sign-in-codes',
  ];
  for (const table of tables) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
`)
      .execute(db);
  }
}
