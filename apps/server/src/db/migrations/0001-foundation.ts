import { type Kysely, sql } from 'kysely';

/**
 * Columns use the kebab-case names of the API, so that replies rename no columns.
 *
 * Requests run as the role keyhold_app (app-role.ts), which owns nothing: row-level security applies to it, and it can
 * only append to the audit log. The setting keyhold.account names the account whose rows a transaction may see: '*' for
 * all, absent for none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create extension if not exists pg_trgm;

-- Names sort and compare as people read them: by Unicode, whatever their case.
create collation "name-order" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create function fold(text) returns text language sql immutable strict parallel safe
  return lower($1 collate "und-x-icu");

-- Ids that sort by the time they were made (RFC 9562, section 5.7).
create function "new-id"() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create table installation (
  "only" boolean primary key default true check ("only"),
  region text not null,
  "provider-account-id" uuid not null,
  "created-on" timestamptz not null default now()
);

create table accounts (
  id uuid primary key default "new-id"(),
  name text not null,
  description text not null default '',
  status text not null default 'Pending' check (status in ('Pending', 'Active', 'Inactive')),
  "owner-id" uuid,
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  "deleted-on" timestamptz
);
create unique index "accounts-name-taken" on accounts (fold(name)) where "deleted-on" is null;
create index "accounts-by-name" on accounts (name collate "name-order", id) where "deleted-on" is null;

create table users (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  email text not null,
  "first-name" text not null,
  "last-name" text not null,
  title text not null default '',
  description text not null default '',
  status text not null default 'Pending' check (status in ('Pending', 'Active', 'Inactive')),
  "password-hash" text,
  "last-login" timestamptz,
  "last-password-change" timestamptz,
  policies jsonb not null default '[]',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  "deleted-on" timestamptz
);
create unique index "users-email-taken" on users (fold(email)) where "deleted-on" is null;
create index "users-by-name" on users ("account-id", "first-name" collate "name-order", "last-name" collate "name-order", fold(email), id) where "deleted-on" is null;
alter table accounts add constraint "accounts-owner" foreign key ("owner-id") references users;

create table roles (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  name text not null,
  description text not null default '',
  policies jsonb not null,
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  unique ("account-id", name)
);

create table tags (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  name text not null,
  description text not null default '',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  "deleted-on" timestamptz
);
create unique index "tags-name-taken" on tags ("account-id", fold(name)) where "deleted-on" is null;
create index "tags-by-name" on tags ("account-id", name collate "name-order", id) where "deleted-on" is null;

create table "user-roles" (
  "user-id" uuid not null references users,
  "role-id" uuid not null references roles,
  "account-id" uuid not null references accounts,
  primary key ("user-id", "role-id")
);
create index "user-roles-by-role" on "user-roles" ("role-id");

create table "user-tags" (
  "user-id" uuid not null references users,
  "tag-id" uuid not null references tags,
  "account-id" uuid not null references accounts,
  primary key ("user-id", "tag-id")
);
create index "user-tags-by-tag" on "user-tags" ("tag-id");

create table products (
  id text primary key,
  name text not null,
  description text not null default '',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);

create table addons (
  id text primary key,
  name text not null,
  description text not null default '',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);

-- One license is one seat: its row carries the lease. No index holds a column that a heartbeat changes, so that the
-- update stays within its page.
create table licenses (
  id text primary key,
  "account-id" uuid not null references accounts,
  "product-id" text not null references products,
  description text not null default '',
  type text not null check (type in ('Perpetual', 'Subscription', 'Trial')),
  version text not null default '',
  "expiry-perpetual" boolean not null default false,
  "expiry-date" timestamptz,
  "expiry-period" integer check ("expiry-period" > 0),
  "maintenance-start" timestamptz,
  "maintenance-end" timestamptz,
  status text not null default 'Active' check (status in ('Active', 'Suspended')),
  policies jsonb not null default '[]',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  "deleted-on" timestamptz,
  "lease-state" text not null default 'free' check ("lease-state" in ('free', 'active', 'releasing', 'offline')),
  "lease-id" uuid,
  epoch integer not null default 0,
  "holder-id" uuid references users,
  "leased-on" timestamptz,
  "expires-at" timestamptz,
  "heartbeat-seq" bigint,
  "activation-date" timestamptz,
  "client-name" text,
  "client-version" text,
  "device-id" text,
  "device-ip" text,
  "device-locale" text,
  "device-name" text,
  "device-os" text,
  "device-user" text,
  "stream-id" text,
  "release-reason" text,
  "release-by" text,
  "last-device-id" text,
  "freed-on" timestamptz,
  check (("lease-state" = 'free') = ("lease-id" is null)),
  check ("lease-state" = 'free' or ("holder-id" is not null and "expires-at" is not null))
) with (fillfactor = 70);
create unique index "licenses-lease" on licenses ("lease-id") where "lease-id" is not null;
create index "licenses-by-account" on licenses ("account-id", "product-id", id) where "deleted-on" is null;
create index "licenses-by-holder" on licenses ("holder-id") where "holder-id" is not null;

create table "addon-licenses" (
  id text primary key,
  "account-id" uuid not null references accounts,
  "addon-id" text not null references addons,
  type text not null check (type in ('Perpetual', 'Subscription', 'Trial')),
  "license-id" text references licenses,
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now(),
  "deleted-on" timestamptz
);
create index "addon-licenses-by-account" on "addon-licenses" ("account-id", "addon-id", id) where "deleted-on" is null;
create unique index "addon-licenses-once" on "addon-licenses" ("license-id", "addon-id") where "license-id" is not null;

create table sessions (
  id uuid primary key default "new-id"(),
  "user-id" uuid not null references users,
  "account-id" uuid not null references accounts,
  "created-on" timestamptz not null default now(),
  "last-used-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "ended-on" timestamptz,
  address text not null,
  "user-agent" text not null
);
create index "sessions-by-user" on sessions ("user-id") where "ended-on" is null;

-- Activation and reset keys are kept as hashes only; a used or replaced one stays until it is purged, and opens nothing.
create table "activation-keys" (
  hash bytea primary key,
  "user-id" uuid not null references users,
  "account-id" uuid not null references accounts,
  purpose text not null check (purpose in ('activation', 'reset')),
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "ended-on" timestamptz
);
create index "activation-keys-by-user" on "activation-keys" ("user-id") where "ended-on" is null;

create table "signing-keys" (
  id text primary key,
  "private-key" jsonb not null,
  "public-key" jsonb not null,
  "created-on" timestamptz not null default now(),
  "retired-on" timestamptz
);

-- Every request for a reset is kept alike, whether its e-mail is known or not: a job finds that out afterwards.
create table "reset-requests" (
  id uuid primary key default "new-id"(),
  email text not null,
  "created-on" timestamptz not null default now(),
  "handled-on" timestamptz,
  -- Whether it was answered with a mail; those are counted.
  mailed boolean not null default false
);
create index "reset-requests-by-email" on "reset-requests" (fold(email));
create index "reset-requests-waiting" on "reset-requests" ("created-on") where "handled-on" is null;

create table outbox (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  "created-on" timestamptz not null default now(),
  "next-attempt-on" timestamptz not null default now(),
  attempts integer not null default 0,
  "last-error" text,
  "sent-on" timestamptz
);
create index "outbox-waiting" on outbox ("next-attempt-on") where "sent-on" is null;

-- Failed attempts within a window, by what was attempted (an e-mail, an address); shared by every node.
create table attempts (
  subject text primary key,
  failures integer not null,
  "window-start" timestamptz not null,
  "blocked-until" timestamptz
);

create table audit (
  "account-id" uuid not null references accounts,
  seq bigint not null,
  "on" timestamptz not null default clock_timestamp(),
  actor jsonb not null,
  action text not null,
  resource text not null,
  before jsonb,
  after jsonb,
  address text,
  "request-id" text,
  previous bytea not null,
  hash bytea not null,
  primary key ("account-id", seq)
);
create index "audit-by-resource" on audit ("account-id", resource, seq);

create table "audit-heads" (
  "account-id" uuid primary key references accounts,
  seq bigint not null,
  hash bytea not null
);

-- Each row's hash covers the row and the hash before it; the account's head row orders its writers.
create function "chain-audit"() returns trigger language plpgsql security definer set search_path from current as $$
declare head "audit-heads"%rowtype;
begin
  insert into "audit-heads" values (new."account-id", 0, '\\x') on conflict do nothing;
  select * into head from "audit-heads" where "account-id" = new."account-id" for update;
  new.seq := head.seq + 1;
  new."on" := clock_timestamp();
  new.previous := head.hash;
  new.hash := "audit-hash"(new);
  update "audit-heads" set seq = new.seq, hash = new.hash where "account-id" = new."account-id";
  return new;
end $$;

create function "audit-hash"(entry audit) returns bytea language sql stable parallel safe as $$
  select sha256(entry.previous || convert_to(jsonb_build_array(entry."account-id", entry.seq, extract(epoch from entry."on"), entry.actor, entry.action,
    entry.resource, entry.before, entry.after, entry.address, entry."request-id")::text, 'UTF8'))
$$;

create trigger "audit-chain" before insert on audit for each row execute function "chain-audit"();

-- Jobs are added by the transaction that causes them, and happen only if it commits. A job with the same key that has not
-- started yet stands for both.
create function "add-job"(task text, payload json, key text default null) returns void language sql volatile
  security definer set search_path = pg_catalog
  as $$ select graphile_worker.add_job(task, payload, job_key => key, job_key_mode => 'preserve_run_at') $$;
revoke execute on function "add-job" from public;
grant execute on function "add-job" to keyhold_app;

grant usage on schema public to keyhold_app;
grant select, insert, update, delete on accounts, users, roles, tags, "user-roles", "user-tags", products, addons, licenses,
  "addon-licenses", sessions, "activation-keys", "signing-keys", outbox, attempts, "reset-requests" to keyhold_app;
grant select, insert on installation to keyhold_app;
grant select, insert on audit to keyhold_app;
`)
    .execute(db);

  for (const [table, column] of tenantTables) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using (current_setting('keyhold.account', true) in ('*', "${column}"::text));
`)
      .execute(db);
  }
}

/** Every table with rows of accounts, and its column with the account's id. */
const tenantTables = [
  ['accounts', 'id'],
  ['users', 'account-id'],
  ['roles', 'account-id'],
  ['tags', 'account-id'],
  ['user-roles', 'account-id'],
  ['user-tags', 'account-id'],
  ['licenses', 'account-id'],
  ['addon-licenses', 'account-id'],
  ['sessions', 'account-id'],
  ['activation-keys', 'account-id'],
  ['outbox', 'account-id'],
  ['audit', 'account-id'],
] as const;
