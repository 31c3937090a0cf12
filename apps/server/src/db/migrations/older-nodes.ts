import type pg from 'pg';
import { kindOf } from './kinds.ts';

const listening = 'keyhold listen';

/**
 * The `application_name` of a server's listener, which contains the number of its newest migration. The listener is the
 * one connection that each server always has, bypassing any pooler.
 */
export function listenerName(schema: string): string {
  return `${listening} ${schema.slice(0, 4)}`;
}

/** Counts the running servers of an older version, which do not know a migration. */
export async function countOlderNodes(client: pg.ClientBase, migration: string): Promise<number> {
  if (kindOf(migration) !== 'contract') throw new Error(`${migration} waits for nobody.`);
  const { rows } = await client.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)',
    [listening],
  );
  // Listeners of version 1.0 name no schema, and '' sorts before all others.
  return rows.filter(({ name }) => name.slice(listening.length).trim() < migration.slice(0, 4)).length;
}
