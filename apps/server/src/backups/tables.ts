import pg from 'pg';
import { queryRow } from '../db/open/query-row.ts';

/** A table in a backup. */
export interface Table {
  readonly name: string;
  /** The columns, in the order of the backup. */
  readonly columns: readonly string[];
}

/** Tables with the applied migrations; a backup names the migrations instead. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock'];

/** Tables that servers derive from other tables, or that describe only this database. */
const derived = ['list-versions', 'metrics-sample', 'upkeep'];

/** A column derived from other columns of its row, by a trigger or as a generated column. */
const derivedColumn = 'search-text';

/** Lists the tables of a backup, by name. Jobs are excluded: they are queued again for their rows. */
export async function listTables(client: pg.ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
        and attnum > 0 and not attisdropped and attgenerated = '' and attname <> $2
      group by relname order by relname collate "C"`,
    [[...bookkeeping, ...derived], derivedColumn],
  );
  return rows;
}

/** The names of the applied migrations, oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  const { migrated } = await queryRow(client, "select to_regclass('public.kysely_migration') is not null as migrated");
  if (!migrated) return [];
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return applied.rows.map(({ name }) => name);
}

export async function countRows(client: pg.ClientBase, table: Pick<Table, 'name'>): Promise<number> {
  return Number((await queryRow(client, `select count(*) from ${quoted(table.name)}`))['count']);
}

/** Builds the statement that reads a table as text, one line per row, in an order that depends only on the rows. */
export async function copyOutStatement(client: pg.ClientBase, { name, columns }: Table): Promise<string> {
  const { rows } = await client.query<{ name: string; text: boolean }>(
    `select attname::text as name, attcollation <> 0 as text
       from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = $1::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
    [quoted(name)],
  );
  if (rows.length === 0) throw new Error(`The table ${name} has no primary key.`);
  const order = rows.map((column) => quoted(column.name) + (column.text ? ' collate "C"' : ''));
  return `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order.join(', ')}) to stdout`;
}

/** Builds the statement that writes lines of {@link copyOutStatement} into a table. */
export function copyInStatement({ name, columns }: Table): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
}

export function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
