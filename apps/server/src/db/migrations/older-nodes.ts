import type pg from 'pg';
import { kindOf } from './kinds.ts';

const listening = 'keyhold listen';

/**
 * How a server's listener calls itself to PostgreSQL: by the schema that the server knows. It is the one connection that each
 * server always has, past a pooler.
 */
export function listenerName(schema: string): string {
  return `${listening} ${schema.slice(0, 4)}`;
}

/** How many servers listen that do not know a migration, because they are of an older version. */
export async function countOlderNodes(client: pg.ClientBase, migration: string): Promise<number> {
  if (kindOf(migration) !== 'contract') throw new Error(`${migration} waits for nobody.`);
  const { rows } = await client.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)',
    [listening],
  );
  // Those of version 1.0 name no schema, and '' is before all others.
  return rows.filter(({ name }) => name.slice(listening.length).trim() < migration.slice(0, 4)).length;
}
