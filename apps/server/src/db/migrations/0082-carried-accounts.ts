import { type Kysely, sql } from 'kysely';

/**
 * An account is deleted and restored by its row: what belongs to it follows in chunks. `carrying` says what is under
 * way, `carried-on` is the `deleted-on` of its rows. Sessions that began before `sessions-ended-on` are over. The e-mail
 * of a person whose account is being deleted is free at once: whoever takes it completes that person's deletion.
 *
 * A list's version is written once for each transaction, and the triggers of the other rows only look for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts
  add column carrying text check (carrying in ('deletion', 'restoration')),
  add column "carried-on" timestamptz,
  add column "sessions-ended-on" timestamptz;
create index "accounts-carried" on accounts (id) where carrying is not null or "sessions-ended-on" is not null;
create index "accounts-deleting" on accounts (id) where carrying = 'deletion';

create function "free-email"() returns trigger language plpgsql set search_path from current as $$
declare seen text := current_setting('keyhold.account', true);
begin
  -- The person may belong to any account.
  perform set_config('keyhold.account', '*', true);
  if exists (select from accounts where carrying = 'deletion') then
    update users set "deleted-on" = accounts."carried-on" from accounts
    where accounts.id = users."account-id" and accounts.carrying = 'deletion'
      and users."folded-email" = fold(new.email) and users."deleted-on" is null and users.id <> new.id;
  end if;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return new;
end $$;
create trigger "free-email" before insert or update of email, "deleted-on" on users
  for each row when (new."deleted-on" is null) execute function "free-email"();

create or replace function "change-sessions-of-account"() returns trigger language plpgsql as $$
begin
  -- Those beyond are ended by the account's row.
  update sessions set version = version + 1 where id in (
    select id from sessions where "account-id" = new.id and "ended-on" is null limit 1000);
  return null;
end $$;

create or replace function "note-list-version"() returns trigger language plpgsql security definer set search_path from current as $$
declare
  account uuid;
  accounts uuid[] := case tg_op when 'INSERT' then array[new."account-id"] when 'DELETE' then array[old."account-id"]
    else array[least(old."account-id", new."account-id"), greatest(old."account-id", new."account-id")] end;
begin
  foreach account in array accounts loop
    continue when exists (select from "list-versions"
      where "account-id" = account and list = tg_argv[0] and version = pg_current_xact_id());
    update "list-versions" set version = pg_current_xact_id() where "account-id" = account and list = tg_argv[0];
    if not found then
      insert into "list-versions" values (account, tg_argv[0], pg_current_xact_id())
      on conflict ("account-id", list) do update set version = excluded.version;
    end if;
  end loop;
  return null;
end $$;
`)
    .execute(db);
}
