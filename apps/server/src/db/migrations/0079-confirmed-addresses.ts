import { type Kysely, sql } from 'kysely';

/**
 * Whose address it is: when and which e-mail of a user was last confirmed, the links that confirm a changed one, and the
 * domain of each e-mail, to find people of a domain that another account has proven. A connection with another client
 * counts its generation, so that links of earlier ones end at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table users add column "email-confirmed-on" timestamptz,
  add column "confirmed-email" text,
  add column "email-domain" text;

create function "note-email-domain"() returns trigger language plpgsql as $$
begin
  new."email-domain" := regexp_replace(fold(new.email), '^.*@', '');
  return new;
end $$;
create trigger "note-email-domain" before insert or update of email on users
  for each row execute function "note-email-domain"();

create table "email-confirmations" (
  hash bytea primary key,
  "user-id" uuid not null references users on delete cascade,
  "account-id" uuid not null references accounts,
  email text not null,
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null,
  "ended-on" timestamptz
);
create index "email-confirmations-by-user" on "email-confirmations" ("user-id");
create index "email-confirmations-by-account" on "email-confirmations" ("account-id");
create index "email-confirmations-by-end" on "email-confirmations" ("expires-on");
grant select, insert, update, delete on "email-confirmations" to keyhold_app;
alter table "email-confirmations" enable row level security;
alter table "email-confirmations" force row level security;
create policy tenant on "email-confirmations" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));

alter table "sign-in-connections" add column generation integer not null default 0;
alter table identities add column generation integer not null default 0;

-- Callers of one account must not see others: these functions answer with a truth value and a number only.
create function "email-domain-taken"(domain text, account uuid) returns boolean language plpgsql volatile
  security definer set search_path from current as $$
declare
  seen text := current_setting('keyhold.account', true);
  taken boolean;
begin
  perform set_config('keyhold.account', '*', true);
  taken := exists (
    select from "connection-domains" join accounts on accounts.id = "connection-domains"."account-id"
    where "connection-domains".name = domain and "verified-on" is not null
      and accounts.id <> account and accounts."deleted-on" is null);
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return taken;
end $$;

create function "people-elsewhere"(domains text[], account uuid) returns integer language plpgsql volatile
  security definer set search_path from current as $$
declare
  seen text := current_setting('keyhold.account', true);
  people integer;
begin
  perform set_config('keyhold.account', '*', true);
  select count(*) into people from users join accounts on accounts.id = users."account-id"
  where users."email-domain" = any(domains) and users."account-id" <> account
    and users."deleted-on" is null and accounts."deleted-on" is null;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return people;
end $$;
`)
    .execute(db);
}
