import { type Kysely, sql } from 'kysely';
import { type SearchedTable, searchedColumns } from '../searched-columns.ts';

/**
 * Rebuilds the search text of a table from the searched columns in its resource description. A migration that adds a
 * searched column calls it; columns that later migrations add do not exist yet and are omitted. No row is rewritten:
 * existing rows keep their search text, as the new column is still empty.
 */
export async function rebuildSearchText(db: Kysely<unknown>, table: SearchedTable): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  const columns = searchedColumns[table].filter((column) => rows.some(({ name }) => name === column));
  const changed = columns.filter((column) => column !== 'id').map((column) => `"${column}"`);
  // Since 0145, a statement's new rows are noted together.
  const together = await sql`select from pg_trigger
    where tgrelid = ${`"${table}"`}::regclass and tgname = 'note-search-texts'`.execute(db);
  const events = together.rows.length > 0 ? 'delete' : 'insert or delete';
  await sql
    .raw(`
alter table "${table}" alter column "search-text" drop expression if exists;
create or replace function "write-search-text-of-${table}"() returns trigger language plpgsql set search_path from current as $$
begin
  new."search-text" := fold(${columns.map((column) => `new."${column}"`).join(` || E'\\n' || `)});
  return new;
end $$;
drop trigger if exists "write-search-text" on "${table}";
create trigger "write-search-text" before insert or update of ${changed.join(', ')} on "${table}"
  for each row execute function "write-search-text-of-${table}"();
-- Also for rows that are loaded with triggers off: no row is without it.
alter table "${table}" enable always trigger "write-search-text";
drop trigger "note-search-text" on "${table}";
create trigger "note-search-text" after ${events} or update of ${changed.join(', ')} on "${table}"
  for each row execute function "note-search-text"('${table}');
`)
    .execute(db);
}
