import { type Kysely, sql } from 'kysely';

/**
 * Makes the triggers of every creation cheaper. An audit entry needs no foreign key to its account: the head of its
 * chain has one. A search text finds its account without converting the row to JSON. A list's version, which usually
 * exists, is updated before an insert is tried.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table audit drop constraint "audit_account-id_fkey";

create or replace function "note-search-text"() returns trigger language plpgsql security definer set search_path from current as $$
declare searched text := tg_argv[0];
begin
  if tg_op = 'DELETE' then
    delete from "search-texts" where id = old.id::text;
  else
    if tg_argv[0] <> 'accounts' then searched := searched || ' ' || new."account-id"; end if;
    insert into "search-texts" values (new.id::text, searched, new."search-text")
    on conflict (id) do update set list = excluded.list, text = excluded.text;
  end if;
  return null;
end $$;

create or replace function "note-list-version"() returns trigger language plpgsql security definer set search_path from current as $$
declare
  account uuid;
  accounts uuid[] := case tg_op when 'INSERT' then array[new."account-id"] when 'DELETE' then array[old."account-id"]
    else array[least(old."account-id", new."account-id"), greatest(old."account-id", new."account-id")] end;
begin
  foreach account in array accounts loop
    update "list-versions" set version = pg_current_xact_id()
    where "account-id" = account and list = tg_argv[0] and version <> pg_current_xact_id();
    if not found then
      insert into "list-versions" values (account, tg_argv[0], pg_current_xact_id())
      on conflict ("account-id", list) do update set version = excluded.version
        where "list-versions".version <> excluded.version;
    end if;
  end loop;
  return null;
end $$;
`)
    .execute(db);
}
