import { type Kysely, sql } from 'kysely';

/**
 * The columns of 0082 have the names that the code uses for them: an account's deletion or restoration cascades.
 * Servers of before go on with `carrying` and `carried-on` (0140 drops them): whichever is changed, both are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts
  add column cascading text check (cascading in ('deletion', 'restoration')),
  add column "cascaded-on" timestamptz;
update accounts set cascading = carrying, "cascaded-on" = "carried-on" where carrying is not null or "carried-on" is not null;
create index "accounts-cascading" on accounts (id) where cascading is not null or "sessions-ended-on" is not null;
create index "accounts-cascading-deletion" on accounts (id) where cascading = 'deletion';

create function "note-cascade"() returns trigger language plpgsql as $$
begin
  if (new.carrying, new."carried-on") is distinct from (old.carrying, old."carried-on") then
    new.cascading := new.carrying;
    new."cascaded-on" := new."carried-on";
  else
    new.carrying := new.cascading;
    new."carried-on" := new."cascaded-on";
  end if;
  return new;
end $$;
create trigger "note-cascade" before update of carrying, "carried-on", cascading, "cascaded-on" on accounts
  for each row execute function "note-cascade"();

create or replace function "free-email"() returns trigger language plpgsql set search_path from current as $$
declare seen text := current_setting('keyhold.account', true);
begin
  -- The person may belong to any account.
  perform set_config('keyhold.account', '*', true);
  if exists (select from accounts where cascading = 'deletion') then
    update users set "deleted-on" = accounts."cascaded-on" from accounts
    where accounts.id = users."account-id" and accounts.cascading = 'deletion'
      and users."folded-email" = fold(new.email) and users."deleted-on" is null and users.id <> new.id;
  end if;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return new;
end $$;
`)
    .execute(db);
}
