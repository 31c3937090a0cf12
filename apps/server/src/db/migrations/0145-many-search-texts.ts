import { type Kysely, sql } from 'kysely';

/** The tables of whose rows one statement adds many. */
const tables = ['users', 'licenses', 'addon-licenses'];

/**
 * Indexes the texts of many new rows together. One by one they were merged into the index some dozens at a time, and most of
 * the time of issuing thousands of licenses was that; the texts of few rows still are, so that the pending list stays short
 * for searches (0047). The functions set its limit, instead of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter function "note-search-text"() set gin_pending_list_limit = 64;
alter index "search-texts-found" reset (gin_pending_list_limit);

create function "note-search-texts"() returns trigger language plpgsql security definer
  set search_path from current set gin_pending_list_limit = 64 as $$
declare
  "are-many" boolean := 50 < (select count(*) from (select from added limit 51) as first);
begin
  -- Until the end of the function.
  if "are-many" then perform set_config('gin_pending_list_limit', '16384', true); end if;
  insert into "search-texts" select id::text, tg_argv[0] || ' ' || "account-id", "search-text" from added
  on conflict (id) do update set list = excluded.list, text = excluded.text;
  if "are-many" then perform gin_clean_pending_list('"search-texts-found"'); end if;
  return null;
end $$;
`)
    .execute(db);
  for (const table of tables) {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = ${`"${table}"`}::regclass and tgname = 'note-search-text'`.execute(db);
    const changes = rows[0]?.definition
      .replace('CREATE TRIGGER', 'create or replace trigger')
      .replace('AFTER INSERT OR DELETE', 'after delete');
    await sql
      .raw(`
create trigger "note-search-texts" after insert on "${table}" referencing new table as added
  for each statement execute function "note-search-texts"('${table}');
${changes};
`)
      .execute(db);
  }
}
