import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runBatch } from './batch.ts';
import { connect, type Database, inTransaction, lastly, later, reading, SessionChanged, together } from './database.ts';

let database: TestDatabase;
let client: pg.Client;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  db = connect(database.connectionString, 4);
});
afterAll(async () => {
  await client.end();
  await db.destroy();
  await database.drop();
});

const statement = (text: string, ...values: unknown[]) => ({ text, values });

async function preparedNow(): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from pg_prepared_statements');
  return Number(rows[0]?.count);
}

describe.each([
  ['kept by the connection', true],
  ['not kept', false],
])('statements sent together, %s', (_how, keeping) => {
  it('answer each what it answers, as often as they are sent', async () => {
    for (let time = 0; time < 3; time += 1) {
      const results = await runBatch(
        client,
        [
          statement('select $1::int as one, $2::text as two', 1, 'zwei'),
          statement('select 1 as one where false'),
          statement("select $1::timestamptz as at, null as none, '{1,2}'::int[] as list", new Date(0)),
        ],
        keeping,
      );
      expect(results).toEqual([
        { tag: 'SELECT 1', rows: [{ one: 1, two: 'zwei' }] },
        { tag: 'SELECT 0', rows: [] },
        { tag: 'SELECT 1', rows: [{ at: new Date(0), none: null, list: [1, 2] }] },
      ]);
    }
  });

  it('are one transaction: when one fails, nothing of the others stays, and the connection goes on', async () => {
    await client.query('create table if not exists notes (text text primary key)');
    const insert = (text: string) => statement('insert into notes values ($1)', text);
    const failing = runBatch(client, [insert('a'), insert('a'), insert('b')], keeping);
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await expect(runBatch(client, [statement('select no_such_column')], keeping)).rejects.toMatchObject({
      code: '42703',
    });
    const [count] = await runBatch(client, [statement('select count(*)::int as count from notes')], keeping);
    expect(count?.rows).toEqual([{ count: 0 }]);
  });

  it('say what value cannot be sent, and do nothing', async () => {
    await client.query('create table if not exists notes (text text primary key)');
    const loop: Record<string, unknown> = {};
    loop['itself'] = loop;
    const failing = [statement('insert into notes values ($1)', 'a'), statement('select $1', loop)];
    await expect(runBatch(client, failing, keeping)).rejects.toThrow('circular');
    expect(await runBatch(client, [statement('select text from notes')], keeping)).toEqual([
      { tag: 'SELECT 0', rows: [] },
    ]);
  });
});

describe('a connection that keeps statements', () => {
  it('keeps a bounded number of them', async () => {
    for (let number = 0; number < 300; number += 1)
      await runBatch(client, [statement(`select ${number} as number`)], true);
    expect(await preparedNow()).toBeLessThanOrEqual(201);
  });

  it('prepares them again when the table they answer from has changed meanwhile', async () => {
    await sql`create table shapes (one int)`.execute(db);
    await sql`grant select on shapes to keyhold_app`.execute(db);
    await sql`insert into shapes values (1)`.execute(db);
    const all = () => reading(db, 'every account', (tx) => sql`select * from shapes`.execute(tx));
    expect((await all()).rows).toEqual([{ one: 1 }]);
    await sql`alter table shapes add column two int default 2`.execute(db);
    expect((await all()).rows).toEqual([{ one: 1, two: 2 }]);
  });
});

describe('a transaction', () => {
  it('does what nobody waits for before its next statement, and before its end', async () => {
    await sql`create table steps (step text)`.execute(db);
    await sql`grant select, insert on steps to keyhold_app`.execute(db);
    const seen = await inTransaction(db, 'every account', async (tx) => {
      later(tx, sql`insert into steps values ('first')`);
      const { rows } = await sql<{ step: string }>`select step from steps`.execute(tx);
      later(tx, sql`insert into steps values ('second')`);
      return rows;
    });
    expect(seen).toEqual([{ step: 'first' }]);
    expect((await sql`select step from steps`.execute(db)).rows).toEqual([{ step: 'first' }, { step: 'second' }]);
  });

  it('fails with what nobody waited for, and leaves nothing', async () => {
    const failing = inTransaction(db, 'every account', async (tx) => {
      await sql`insert into steps values ('third')`.execute(tx);
      later(tx, sql`insert into steps values (1 / 0)`);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await sql`select from steps where step = 'third'`.execute(db)).rows).toEqual([]);
  });

  it('does not end well when a statement had failed and the work went on', async () => {
    const failed = inTransaction(db, 'every account', async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('had failed');
  });

  it('answers queries that go together each what it answers, in their order and after what waited', async () => {
    const query = (text: string) => CompiledQuery.raw(text) as CompiledQuery<{ one: number }>;
    const answers = await inTransaction(db, 'every account', async (tx) => {
      later(tx, sql`create temporary table pairs on commit drop as select 1 as one`);
      return together(
        tx,
        query('insert into pairs values (2) returning one'),
        query('select one from pairs where false'),
        query('select one from pairs order by one'),
      );
    });
    expect(answers).toEqual([[{ one: 2 }], [], [{ one: 1 }, { one: 2 }]]);
  });

  it('can end with its last statement, and does nothing afterwards', async () => {
    const last = (step: string) => CompiledQuery.raw('insert into steps values ($1) returning step', [step]);
    const done = await inTransaction(db, 'every account', async (tx) => {
      later(tx, sql`insert into steps values ('last but one')`);
      return lastly(tx, last('last'));
    });
    expect(done).toEqual([{ step: 'last' }]);
    const after = inTransaction(db, 'every account', async (tx) => {
      await lastly(tx, last('very last'));
      await sql`select`.execute(tx);
    });
    await expect(after).rejects.toThrow('has ended');
    const failed = inTransaction(db, 'every account', async (tx) => {
      later(tx, sql`insert into steps values ('lost')`);
      await lastly(tx, CompiledQuery.raw('select 1 / 0'));
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    const { rows } = await sql<{
      step: string;
    }>`select step from steps where step like '%last%' or step = 'lost'`.execute(db);
    expect(rows.map(({ step }) => step)).toEqual(['last but one', 'last', 'very last']);
  });

  it('does nothing for a session that is not as it was remembered', async () => {
    const scope = { account: '*', session: { id: '01980000-0000-7000-8000-000000000000', version: 0 } };
    const write = inTransaction(db, scope, async (tx) => later(tx, sql`insert into steps values ('fourth')`));
    await expect(write).rejects.toThrow(SessionChanged);
    const last = inTransaction(db, scope, (tx) => lastly(tx, CompiledQuery.raw(`insert into steps values ('fourth')`)));
    await expect(last).rejects.toThrow(SessionChanged);
    const read = reading(db, scope, (tx) => tx.selectFrom('accounts').selectAll().execute());
    await expect(read).rejects.toThrow(SessionChanged);
    expect((await sql`select from steps where step = 'fourth'`.execute(db)).rows).toEqual([]);
  });
});

describe('reading', () => {
  it('can only read, and only what the scope shows', async () => {
    const write = reading(db, 'every account', (tx) => sql`insert into steps values ('fifth')`.execute(tx));
    await expect(write).rejects.toMatchObject({ code: '25006' });
    const none = { account: '01980000-0000-7000-8000-000000000000' };
    expect(await reading(db, none, (tx) => tx.selectFrom('accounts').select('id').execute())).toEqual([]);
  });
});
