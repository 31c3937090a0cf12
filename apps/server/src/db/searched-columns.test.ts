import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { searchedColumns } from './searched-columns.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe.each(Object.entries(searchedColumns))('The searched columns of %s', (table, columns) => {
  it('are the texts that the resource description names', async () => {
    // A generated column, or a column that a trigger writes once a migration has added a text.
    const { rows } = await sql<{ expression: string }>`
      select pg_get_expr(adbin, adrelid) as expression from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where adrelid = ${`"${table}"`}::regclass and attname = 'search-text'
      union all
      select substring(prosrc from 'fold\\(.*\\)') from pg_proc where proname = ${`write-search-text-of-${table}`}`.execute(
      test.services.db,
    );
    expect(rows).toHaveLength(1);
    const named = rows[0]?.expression
      .match(/[a-z]+(-[a-z]+)*/g)
      ?.filter((word) => !['fold', 'text', 'n', 'new'].includes(word));
    expect(named?.sort()).toEqual([...columns].sort());
  });

  it('update the search text on every change', async () => {
    const { rows } = await sql<{ name: string }>`
      select event_object_column as name from information_schema.triggered_update_columns
      where event_object_table = ${table} and trigger_name = 'note-search-text'`.execute(test.services.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(columns.filter((name) => name !== 'id').sort());
  });
});
