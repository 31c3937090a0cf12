import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database/database.ts';

it('The decision record lists every trigger', async () => {
  const text = await readFile(new URL('../../../../docs/decisions/0051-triggers.md', import.meta.url), 'utf8');
  const listed = text.split('\n').flatMap((line) => {
    const [, names] = /^\| (`.*?) \| /.exec(line) ?? [];
    return [...(names ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  });
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace order by 1`,
  );
  await client.end();
  await database.drop();
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name));
});
