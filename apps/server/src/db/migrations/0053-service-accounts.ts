import { type Kysely, sql } from 'kysely';

/**
 * Service accounts and their tokens, which are stored as hashes only. A cached token is confirmed by a version, like a
 * session (migration 0020). Replies to an Idempotency-Key belong to a user or a service account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "service-accounts" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  name text not null,
  description text not null default '',
  policies jsonb not null default '[]',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);
create index "service-accounts-by-name" on "service-accounts" ("account-id", name collate "name-order", id);

create table "service-account-roles" (
  "service-account-id" uuid not null references "service-accounts" on delete cascade,
  "role-id" uuid not null references roles,
  "account-id" uuid not null references accounts,
  primary key ("service-account-id", "role-id")
);
create index "service-account-roles-by-role" on "service-account-roles" ("role-id");

create table "service-account-tokens" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "service-account-id" uuid not null references "service-accounts" on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  addresses text[] not null,
  "maker-id" uuid references users on delete set null,
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "last-used-on" timestamptz,
  "warned-on" timestamptz,
  version integer not null default 0
);
create index "service-account-tokens-by-name" on "service-account-tokens" ("service-account-id", name collate "name-order", id);
create index "service-account-tokens-by-account" on "service-account-tokens" ("account-id");
create index "service-account-tokens-by-maker" on "service-account-tokens" ("maker-id") where "maker-id" is not null;
create index "service-account-tokens-by-end" on "service-account-tokens" ("expires-on");

create function "change-tokens-of-service-account"() returns trigger language plpgsql as $$
begin
  update "service-account-tokens" set version = version + 1 where "service-account-id" = new.id;
  return null;
end $$;
create trigger "change-tokens" after update of "account-id", name, policies on "service-accounts"
  for each row when ((old."account-id", old.name, old.policies) is distinct from (new."account-id", new.name, new.policies))
  execute function "change-tokens-of-service-account"();

create function "change-tokens-of-carrier"() returns trigger language plpgsql as $$
begin
  update "service-account-tokens" set version = version + 1
  where "service-account-id" in (old."service-account-id", new."service-account-id");
  return null;
end $$;
create trigger "change-tokens" after insert or update or delete on "service-account-roles"
  for each row execute function "change-tokens-of-carrier"();

create function "change-tokens-of-role"() returns trigger language plpgsql as $$
begin
  update "service-account-tokens" set version = version + 1
  where "service-account-id" in (select "service-account-id" from "service-account-roles" where "role-id" = new.id);
  return null;
end $$;
create trigger "change-tokens" after update of policies on roles
  for each row when (old.policies is distinct from new.policies) execute function "change-tokens-of-role"();

create function "change-tokens-of-account"() returns trigger language plpgsql as $$
begin
  update "service-account-tokens" set version = version + 1 where "account-id" = new.id;
  return null;
end $$;
create trigger "change-tokens" after update of status, "deleted-on" on accounts
  for each row when ((old.status, old."deleted-on") is distinct from (new.status, new."deleted-on"))
  execute function "change-tokens-of-account"();

alter table "idempotency-keys" drop constraint "idempotency-keys_user-id_fkey";
-- Servers of before go on for a while with "user-id" (0064 drops it): whichever of both is given, both are written.
alter table "idempotency-keys" add column "caller-id" uuid;
update "idempotency-keys" set "caller-id" = "user-id";
create unique index "idempotency-keys-of-caller" on "idempotency-keys" ("caller-id", "key-hash");
create function "note-caller"() returns trigger language plpgsql as $$
begin
  new."caller-id" := coalesce(new."caller-id", new."user-id");
  new."user-id" := new."caller-id";
  return new;
end $$;
create trigger "note-caller" before insert on "idempotency-keys" for each row execute function "note-caller"();

grant select, insert, update, delete on "service-accounts", "service-account-roles", "service-account-tokens" to keyhold_app;
`)
    .execute(db);

  for (const table of ['service-accounts', 'service-account-roles', 'service-account-tokens']) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
`)
      .execute(db);
  }
}
