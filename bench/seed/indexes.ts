import type pg from 'pg';
import { quoted } from '../../apps/server/src/operator/tables.ts';

/**
 * Takes the indexes away that no constraint needs, and brings them back: sorting all rows once is much quicker than
 * putting each in its place.
 *
 * @returns what brings them back, in the same transaction
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
