import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestTables, type TestTables } from '../test/database.ts';
import { compileOnce, type ParametersFor } from './compile-once.ts';
import { defer, inTransaction } from './database.ts';
import type { RoundTripTransaction } from './internals.ts';

type Tx = RoundTripTransaction<Record<string, Record<string, unknown>>>;

let tables: TestTables;
beforeAll(async () => {
  tables = await createTestTables('create table tags (name text, account text)');
});
afterAll(() => tables.drop());

const working = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(tables.db, { statements: [] }, work);

it('builds a query once, and executes it with the values of each call', async () => {
  const build = vi.fn((tx: Tx, { name, account }: ParametersFor<{ name: string; account: string | null }>) =>
    tx.insertInto('tags').values({ name, account }).returningAll(),
  );
  const insertTag = compileOnce(build);
  const inserted = await working(async (tx) => [
    (await insertTag({ name: 'red', account: 'acme' }).execute(tx)).rows,
    (await insertTag({ name: 'blue', account: null }).execute(tx)).rows,
  ]);
  expect(inserted).toEqual([[{ name: 'red', account: 'acme' }], [{ name: 'blue', account: null }]]);
  expect(build).toHaveBeenCalledTimes(1);
});

it('puts a value into every place where the query uses it, also in a template', async () => {
  const echo = compileOnce(
    (_tx: Tx, { text, number }: ParametersFor<{ text: string; number: number }>) =>
      sql<{ both: string; number: number }>`select ${text}::text || ${text}::text as both, ${number}::int as number`,
  );
  const { rows } = await working((tx) => echo({ text: 'a', number: 1 }).execute(tx));
  expect(rows).toEqual([{ both: 'aa', number: 1 }]);
});

it('builds a query that can be deferred', async () => {
  const insertTag = compileOnce((tx: Tx, { name }: ParametersFor<{ name: string }>) =>
    tx.insertInto('tags').values({ name }),
  );
  await working(async (tx) => defer(tx, insertTag({ name: 'deferred' })));
  expect(await tables.db.selectFrom('tags').selectAll().where('name', '=', 'deferred').execute()).toHaveLength(1);
});
