import type pg from 'pg';
import { quoted } from './tables.ts';

/** Triggers that complete a row from its own columns, not all of which a backup contains. */
const completing = ['note-caller'];

/**
 * Suspends the constraints that would reject rows inserted table by table. The owner of the tables has the rights for
 * this; no superuser is needed. Restoring the foreign keys checks each of them.
 *
 * @returns a function that restores the constraints, in the same transaction
 */
export async function suspendConstraints(client: pg.ClientBase): Promise<() => Promise<void>> {
  const references = await query<{ table: string; name: string; definition: string }>(
    client,
    `select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and relnamespace = 'public'::regnamespace order by relname, conname`,
  );
  const secured = await query<{ table: string }>(
    client,
    `select relname::text as table from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  const triggers = await query<{ table: string; name: string }>(
    client,
    `select relname::text as table, tgname::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O'
        and tgname <> all ($1) order by relname, tgname`,
    [completing],
  );
  const alter = async (table: string, change: string) => {
    await client.query(`alter table ${quoted(table)} ${change}`);
  };
  for (const { table, name } of references) await alter(table, `drop constraint ${quoted(name)}`);
  for (const { table } of secured) await alter(table, 'no force row level security');
  for (const { table, name } of triggers) await alter(table, `disable trigger ${quoted(name)}`);
  return async () => {
    for (const { table, name } of triggers) await alter(table, `enable trigger ${quoted(name)}`);
    for (const { table, name, definition } of references)
      await alter(table, `add constraint ${quoted(name)} ${definition}`);
    for (const { table } of secured) await alter(table, 'force row level security');
  };
}

async function query<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  return (await client.query<Row>(text, values)).rows;
}
