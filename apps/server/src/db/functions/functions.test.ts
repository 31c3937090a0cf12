import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'));

let database: TestDatabase;
let functions: Map<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string; text: string }>(
    `select proname as name, pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace and prokind <> 'a'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  await client.end();
  functions = new Map(rows.map(({ name, text }) => [`${name}.sql`, `${text.trimEnd()};\n`]));
  expect(functions.size).toBe(rows.length);
});
afterAll(() => database.drop());

it('has a file for each function of the migrated database', () => {
  expect(files.toSorted()).toEqual([...functions.keys()].toSorted());
});

it('has the text of each function as the database has it', async () => {
  for (const [file, text] of functions) await expect.soft(text).toMatchFileSnapshot(join(import.meta.dirname, file));
});
