import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestTables, type TestTables } from '../test/database.ts';
import { isOutdatedPlan } from './connection/prepared.ts';
import { planFor, type Statement } from './connection/statement.ts';
import { commitBeforeFlush, defer, deferToCommit, inAutocommit, inTransaction, openDatabase } from './database.ts';
import type { RoundTripTransaction } from './internals.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await createTestTables(`create table steps (step text primary key); create table shapes (one int);
    insert into shapes values (1)`);
});
afterAll(() => tables.drop());
afterEach(() => tables.plain.query('truncate steps'));

type Schema = Record<string, Record<string, unknown>>;
type Tx = RoundTripTransaction<Schema>;
const none = { statements: [] };
const insert = (step: string) => sql<{ step: string }>`insert into steps values (${step}) returning step`;
const steps = async () =>
  (await tables.plain.query('select step from steps order by step')).rows.map(({ step }) => step);

/** The statements of each round trip. */
let trips: string[][];
beforeEach(() => {
  trips = [];
  const original = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [sent] = args as readonly { readonly statements?: readonly Statement[] }[];
    if (sent?.statements) trips.push(sent.statements.map(({ text }) => text));
    return Reflect.apply(original, this, args);
  });
});
afterEach(() => void vi.restoreAllMocks());

const begin = 'begin isolation level read committed';

describe('a transaction', () => {
  it('begins with its opening and its first query, in one round trip', async () => {
    const opening = { statements: [{ text: `select set_config('my.tenant', $1, true)`, values: ['acme'] }] };
    const tenant = await inTransaction(tables.db, opening, async (tx) => {
      const { rows } = await sql<{ tenant: string }>`select current_setting('my.tenant') as tenant`.execute(tx);
      return rows[0]?.tenant;
    });
    expect(tenant).toBe('acme');
    expect(trips.map((trip) => trip.length)).toEqual([3, 1]);
  });

  it('sends nothing when there is nothing to do', async () => {
    expect(await inTransaction(tables.db, none, async () => 'done')).toBe('done');
    expect(trips).toEqual([]);
  });

  it('executes the queries of one turn in order in one round trip, each seeing the previous ones', async () => {
    const rows = await inTransaction(tables.db, none, async (tx) => {
      const count = sql<{ count: number }>`select count(*)::int as count from steps`;
      const all = await Promise.all([
        insert('a').execute(tx),
        tx.selectFrom('steps').selectAll().execute(),
        insert('b').execute(tx),
        count.execute(tx),
      ]);
      return [all[0].rows, all[1], all[2].rows, all[3].rows];
    });
    expect(rows).toEqual([[{ step: 'a' }], [{ step: 'a' }], [{ step: 'b' }], [{ count: 2 }]]);
    expect(trips.map((trip) => trip.length)).toEqual([5, 1]);
  });

  it('rolls everything back when its work throws', async () => {
    const failing = inTransaction(tables.db, none, async (tx) => {
      await insert('a').execute(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await steps()).toEqual([]);
  });

  it('rejects the query that fails and those after it in the same round trip', async () => {
    const settled = await inTransaction(tables.db, none, (tx) =>
      Promise.allSettled([insert('a').execute(tx), sql`select 1 / 0`.execute(tx), insert('b').execute(tx)]),
    ).catch((error: unknown) => error);
    expect(settled).toMatchObject({ name: 'AbortedTransactionError' });
    expect(await steps()).toEqual([]);
  });

  it('rejects when a query failed and the work continued', async () => {
    const failed = inTransaction(tables.db, none, async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('rolled back instead of committed');
  });

  it('executes nothing after a query whose value cannot be serialized, not even outside the transaction', async () => {
    const loop: Record<string, unknown> = {};
    loop['itself'] = loop;
    const failed = inTransaction(tables.db, none, async (tx) => {
      await sql`select ${loop}`.execute(tx).catch(() => undefined);
      await insert('a').execute(tx);
    });
    await expect(failed).rejects.toThrow('circular');
    expect(await steps()).toEqual([]);
  });

  it('throws at a query or a deferred statement after its end', async () => {
    const handle = await inTransaction(tables.db, none, async (tx) => ({ tx }));
    await expect(insert('a').execute(handle.tx)).rejects.toThrow('has ended');
    expect(() => defer(handle.tx, insert('a'))).toThrow('has ended');
  });

  it('waits for a query that its work issued and did not await', async () => {
    await inTransaction(tables.db, none, async (tx) => void insert('a').execute(tx));
    expect(await steps()).toEqual(['a']);
  });

  it('reads from its own connection, and other transactions do not see its uncommitted changes', async () => {
    await inTransaction(tables.db, none, async (tx) => {
      await insert('a').execute(tx);
      expect(await steps()).toEqual([]);
    });
    expect(await steps()).toEqual(['a']);
  });
});

describe('a deferred statement', () => {
  it('is sent with the next query or with the commit, in order', async () => {
    await inTransaction(tables.db, none, async (tx) => {
      defer(tx, insert('a'));
      expect((await sql`select * from steps`.execute(tx)).rows).toEqual([{ step: 'a' }]);
      defer(tx, insert('b'));
    });
    expect(await steps()).toEqual(['a', 'b']);
    expect(trips.map((trip) => trip.length)).toEqual([3, 2]);
  });

  it('can be the only statement of a transaction', async () => {
    await inTransaction(tables.db, none, async (tx) => defer(tx, insert('a')));
    expect(await steps()).toEqual(['a']);
    expect(trips).toEqual([[begin, expect.stringContaining('insert'), 'commit']]);
  });

  it('fails the transaction when it fails at the commit', async () => {
    const failing = inTransaction(tables.db, none, async (tx) => {
      await insert('a').execute(tx);
      defer(tx, sql`insert into steps values (1 / 0)`);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await steps()).toEqual([]);
  });

  it('fails the transaction when it fails after the last query', async () => {
    const failing = inTransaction(tables.db, none, async (tx) => {
      const inserted = insert('a').execute(tx);
      await Promise.resolve();
      defer(tx, sql`insert into steps values (1 / 0)`);
      await inserted;
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await steps()).toEqual([]);
  });

  it.each([defer, deferToCommit])('is rejected without a transaction: %o', async (deferring) => {
    const failing = inAutocommit(tables.db, none, async (tx) => deferring(tx, insert('a')));
    await expect(failing).rejects.toThrow('no transaction');
  });
});

it('sends a statement deferred to the commit only with it, after all others', async () => {
  await inTransaction(tables.db, none, async (tx) => {
    deferToCommit(tx, sql`insert into steps select 'after ' || step from steps`);
    expect((await sql`select * from steps`.execute(tx)).rows).toEqual([]);
    defer(tx, insert('a'));
  });
  expect(await steps()).toEqual(['a', 'after a']);
  expect(trips.map((trip) => trip.length)).toEqual([2, 3]);
});

describe("an opening's check", () => {
  const opening = {
    statements: [{ text: 'select false as valid', values: [] }],
    check: () => {
      throw new Error('not valid');
    },
  };

  it.each([
    ['a query', (tx: Tx) => insert('a').execute(tx)],
    ['a deferred statement', async (tx: Tx) => defer(tx, insert('a'))],
    ['nothing', async () => undefined],
    [
      'a query whose failure is caught',
      (tx: Tx) =>
        insert('a')
          .execute(tx)
          .catch(() => undefined),
    ],
  ])('that throws prevents the commit of %s', async (_what, work) => {
    await expect(inTransaction<Schema, unknown>(tables.db, opening, work)).rejects.toThrow('not valid');
    expect(await steps()).toEqual([]);
  });

  it('that throws withholds results without a transaction, too', async () => {
    const read = inAutocommit(tables.db, opening, (tx) => sql`select 1`.execute(tx));
    await expect(read).rejects.toThrow('not valid');
  });
});

describe('a transaction whose commit comes before its flush', () => {
  // The tests' PostgreSQL does not flush by default.
  const flushing = { statements: [{ text: `select set_config('synchronous_commit', 'on', false)`, values: [] }] };

  it('is on the disk when it ends, with one more round trip', async () => {
    for (let round = 0; round < 20; round += 1) {
      trips = [];
      const written = await inTransaction(tables.db, flushing, async (tx) => {
        commitBeforeFlush(tx);
        await insert(`${round}`).execute(tx);
        return (await sql<{ lsn: string }>`select pg_current_wal_insert_lsn() as lsn`.execute(tx)).rows[0]?.lsn;
      });
      const { rows } = await tables.plain.query('select pg_current_wal_flush_lsn() >= $1 as flushed', [written]);
      expect(rows).toEqual([{ flushed: true }]);
      expect(
        trips.slice(2).map((trip) => trip.map((text) => /synchronous_commit|commit|flush/.exec(text)?.[0])),
      ).toEqual([['synchronous_commit', 'commit'], ['flush']]);
    }
  });

  it('sends the notifications of its commit once, before it ends', async () => {
    const heard: string[] = [];
    const listener = new pg.Client(tables.config);
    await listener.connect();
    listener.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await listener.query('listen steps');
    const all = [...Array(30).keys()].map((number) =>
      inTransaction(tables.db, flushing, async (tx) => {
        commitBeforeFlush(tx, [{ channel: 'steps', payload: `${number}` }]);
        await insert(`${number}`).execute(tx);
        if (number % 3 === 0) throw new Error('undone');
      }),
    );
    const committed = (await Promise.allSettled(all)).flatMap(({ status }, number) =>
      status === 'fulfilled' ? [`${number}`] : [],
    );
    await listener.query('select');
    expect(heard.toSorted()).toEqual(committed.toSorted());
    expect(await steps()).toEqual(committed.toSorted());
    expect(heard).toHaveLength(20);
    await listener.end();
  });

  it('does not change the setting of its connection', async () => {
    await inTransaction(tables.db, flushing, async (tx) => {
      defer(tx, insert('a'));
      commitBeforeFlush(tx);
    });
    const setting = await inTransaction(tables.db, none, (tx) => sql`show synchronous_commit`.execute(tx));
    expect(setting.rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('rejects when a query failed and the work continued', async () => {
    const failed = inTransaction(tables.db, none, async (tx) => {
      commitBeforeFlush(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow();
    expect(await steps()).toEqual([]);
  });
});

describe('without a transaction', () => {
  it('executes the queries of one turn in one round trip', async () => {
    const opening = { statements: [{ text: `select set_config('transaction_read_only', 'on', true)`, values: [] }] };
    const read = inAutocommit(tables.db, opening, (tx) =>
      Promise.all([sql`select 1`.execute(tx), tx.selectFrom('steps').selectAll().execute()]),
    );
    expect((await read)[1]).toEqual([]);
    expect(trips.map((trip) => trip.length)).toEqual([3]);
    const write = inAutocommit(tables.db, opening, (tx) => insert('a').execute(tx));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('rejects a query when the database cannot be reached', async () => {
    const away = openDatabase(new pg.Pool({ host: '127.0.0.1', port: 1 }));
    await expect(inAutocommit(away, none, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await away.destroy();
  });
});

describe("Kysely's own API", () => {
  it('executes a query, a transaction, and a transaction that is rolled back', async () => {
    const { db } = tables;
    const { numInsertedOrUpdatedRows } = await db.insertInto('steps').values({ step: 'a' }).executeTakeFirstOrThrow();
    expect(numInsertedOrUpdatedRows).toBe(1n);
    await db.transaction().execute((tx) => tx.insertInto('steps').values({ step: 'b' }).execute());
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('steps').values({ step: 'c' }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await steps()).toEqual(['a', 'b']);
  });
});

describe('a prepared statement', () => {
  it('fails once when its table has changed, and is prepared again by every connection', async () => {
    const all = () => Promise.all([1, 2, 3].map(() => sql`select * from shapes`.execute(tables.db)));
    await all();
    await tables.plain.query('alter table shapes add column two int default 2');
    await expect(sql`select * from shapes`.execute(tables.db)).rejects.toSatisfy(isOutdatedPlan);
    expect((await all()).map(({ rows }) => rows)).toEqual(Array(3).fill([{ one: 1, two: 2 }]));
  });

  it('is not used for a value that determines the plan, which is sent unchanged', async () => {
    const { rows } = await sql<{ value: number }>`select ${planFor(7)}::int as value`.execute(tables.db);
    expect(rows).toEqual([{ value: 7 }]);
  });
});

it('ends its pool, even when it is destroyed twice', async () => {
  const db = openDatabase(new pg.Pool(tables.config));
  await inTransaction(db, none, (tx) => sql`select 1`.execute(tx));
  await Promise.all([db.destroy(), db.destroy()]);
  expect(db.pool.ended).toBe(true);
  await expect(inAutocommit(db, none, (tx) => sql`select 1`.execute(tx))).rejects.toThrow('Cannot use a pool');
});
