import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTables, type TestTables } from '../../test/database.ts';
import { runPipeline } from './pipeline.ts';
import { createPreparedStatements } from './prepared.ts';

let tables: TestTables;
let client: pg.Client;
beforeAll(async () => {
  tables = await createTestTables('create table notes (text text primary key)');
  client = new pg.Client(tables.config);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await tables.drop();
});

const statement = (text: string, ...values: unknown[]) => ({ text, values });

describe.each([
  ['prepared', createPreparedStatements(200)],
  ['not prepared', null],
])('statements of one round trip, %s', (_how, prepared) => {
  it('return their own rows each time they are sent', async () => {
    for (let time = 0; time < 3; time += 1) {
      const statements = [
        statement('select $1::int as one, $2::text as two', 1, 'zwei'),
        statement('select 1 as one where false'),
        statement("select $1::timestamptz as at, null as none, '{1,2}'::int[] as list", new Date(0)),
      ];
      expect(await runPipeline(client, statements, prepared)).toEqual({
        results: [
          { tag: 'SELECT 1', rows: [{ one: 1, two: 'zwei' }] },
          { tag: 'SELECT 0', rows: [] },
          { tag: 'SELECT 1', rows: [{ at: new Date(0), none: null, list: [1, 2] }] },
        ],
      });
    }
  });

  it('are one transaction: when one fails, all are rolled back, and the connection stays usable', async () => {
    const insert = (text: string) => statement('insert into notes values ($1)', text);
    const { results, failure } = await runPipeline(client, [insert('a'), insert('a'), insert('b')], prepared);
    expect(results).toEqual([{ tag: 'INSERT 0 1', rows: [] }]);
    expect(failure?.error).toMatchObject({ code: '23505' });
    const unknown = await runPipeline(client, [statement('select no_such_column')], prepared);
    expect(unknown.failure?.error).toMatchObject({ code: '42703' });
    const count = await runPipeline(client, [statement('select count(*)::int as count from notes')], prepared);
    expect(count.results[0]?.rows).toEqual([{ count: 0 }]);
  });

  it('are not sent when a value cannot be serialized', async () => {
    const loop: Record<string, unknown> = {};
    loop['itself'] = loop;
    const statements = [statement('insert into notes values ($1)', 'a'), statement('select $1', loop)];
    const { results, failure } = await runPipeline(client, statements, prepared);
    expect(results).toEqual([]);
    expect(String(failure?.error)).toContain('circular');
    const left = await runPipeline(client, [statement('select text from notes')], prepared);
    expect(left.results).toEqual([{ tag: 'SELECT 0', rows: [] }]);
  });
});

describe('a connection', () => {
  const preparedNow = async () =>
    (await client.query<{ name: string; statement: string }>('select name, statement from pg_prepared_statements'))
      .rows;

  it('keeps the most recently used statements, up to its limit', async () => {
    const prepared = createPreparedStatements(3);
    const send = (number: number) => runPipeline(client, [statement(`select ${number} as kept`)], prepared);
    for (const number of [1, 2, 3, 1, 4, 5]) await send(number);
    await send(5);
    const kept = (await preparedNow()).filter((one) => one.statement.endsWith('as kept'));
    expect(kept.map((one) => one.statement).sort()).toEqual([
      'select 1 as kept',
      'select 4 as kept',
      'select 5 as kept',
    ]);
  });

  it('keeps no statement that is planned for its values', async () => {
    const prepared = createPreparedStatements(3);
    await runPipeline(client, [{ ...statement('select $1::int as planned', 1), plannedForValues: true }], prepared);
    expect((await preparedNow()).filter((one) => one.statement.endsWith('as planned'))).toEqual([]);
  });
});
