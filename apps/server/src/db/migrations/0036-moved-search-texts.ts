import { type Kysely, sql } from 'kysely';

/** Moves the search text of a license or add-on license to the list of its new account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function "note-search-text"() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    delete from "search-texts" where id = old.id::text;
  else
    insert into "search-texts" values (new.id::text, tg_argv[0] || coalesce(' ' || (to_jsonb(new) ->> 'account-id'), ''), new."search-text")
    on conflict (id) do update set list = excluded.list, text = excluded.text;
  end if;
  return null;
end $$;
create trigger "note-search-text-of-moved" after update of "account-id" on licenses
  for each row when (old."account-id" is distinct from new."account-id") execute function "note-search-text"('licenses');
create trigger "note-search-text-of-moved" after update of "account-id" on "addon-licenses"
  for each row when (old."account-id" is distinct from new."account-id") execute function "note-search-text"('addon-licenses');

update "search-texts" set list = 'licenses ' || licenses."account-id" from licenses
where "search-texts".id = licenses.id and list like 'licenses %' and list <> 'licenses ' || licenses."account-id";
update "search-texts" set list = 'addon-licenses ' || "addon-licenses"."account-id" from "addon-licenses"
where "search-texts".id = "addon-licenses".id and list like 'addon-licenses %' and list <> 'addon-licenses ' || "addon-licenses"."account-id";
`)
    .execute(db);
}
