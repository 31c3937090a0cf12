import { type Kysely, sql } from 'kysely';
import { type SearchedTable, searchedColumns } from '../searched-columns.ts';

/**
 * Rebuilds what is searched of a table from the texts that its resource's description names. A migration that adds a
 * searched column calls it; columns that later migrations add are not there yet, and left out.
 */
export async function rebuildSearchText(db: Kysely<unknown>, table: SearchedTable): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  const columns = searchedColumns[table].filter((column) => rows.some(({ name }) => name === column));
  const changed = columns.filter((column) => column !== 'id').map((column) => `"${column}"`);
  await sql
    .raw(`
alter table "${table}" drop column "search-text";
alter table "${table}" add column "search-text" text not null
  generated always as (fold(${columns.map((column) => `"${column}"`).join(` || E'\\n' || `)})) stored;
drop trigger "note-search-text" on "${table}";
create trigger "note-search-text" after insert or delete or update of ${changed.join(', ')} on "${table}"
  for each row execute function "note-search-text"('${table}');
`)
    .execute(db);
}
