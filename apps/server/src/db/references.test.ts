import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('Every reference to a user, tag or license has an index', async () => {
  const { rows } = await client.query<{ reference: string; indexed: boolean }>(`
    select conrelid::regclass || '.' || attname as reference, exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indisvalid
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
      ) as indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('users'::regclass, 'tags'::regclass, 'licenses'::regclass) order by 1`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ indexed }) => !indexed)).toEqual([]);
});
