import type pg from 'pg';
import { quoted } from '../../apps/server/src/backups/tables.ts';

/**
 * Drops the indexes that no constraint needs: sorting all rows once is much faster than inserting each into an index.
 *
 * @returns a function that restores them, in the same transaction
 */
export async function suspendIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<(onStep: (done: number, total: number) => void) => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select relname::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
    [tables.map(quoted)],
  );
  for (const { name } of rows) await client.query(`drop index ${quoted(name)}`);
  return async (onStep) => {
    for (const [index, { definition }] of rows.entries()) {
      onStep(index, rows.length);
      await client.query(definition);
    }
  };
}

/**
 * Drops the triggers that fire before a row is inserted: even disabled, they make PostgreSQL insert rows one by one.
 * One trigger remains, which writes a row's search text only into that row.
 *
 * @returns a function that restores them unchanged, in the same transaction
 */
export async function suspendTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const beforeInsert = 2 + 4;
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select tgrelid::regclass::text as table, tgname::text as name, pg_get_triggerdef(oid) as definition
       from pg_trigger where tgrelid = any ($1::text[]::regclass[]) and not tgisinternal and tgtype & $2 = $2
        and tgname <> 'write-search-text'`,
    [tables.map(quoted), beforeInsert],
  );
  for (const { table, name } of rows) await client.query(`drop trigger ${quoted(name)} on ${table}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}
