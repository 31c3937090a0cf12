import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTables, type TestTables } from '../test/database.ts';
import type { Outcome } from './connection/pipeline.ts';
import type { Statement } from './connection/statement.ts';
import { inAutocommit, inTransaction } from './database.ts';
import type { RoundTripTransaction } from './internals.ts';
import { createLoader, loadById } from './load-by-id.ts';

interface Schema {
  colors: { id: string; name: string; owner: string };
}
type Tx = RoundTripTransaction<Schema>;

let tables: TestTables;
beforeAll(async () => {
  tables = await createTestTables(`create table colors (id uuid primary key, name text, owner text);
    insert into colors values ('${red}', 'red', 'ada'), ('${blue}', 'blue', 'bo')`);
});
afterAll(() => tables.drop());

const red = '01980000-0000-7000-8000-000000000001';
const blue = '01980000-0000-7000-8000-000000000002';

/** Loads only the owner's own rows. */
const loadColor = loadById((tx: Tx, ids) =>
  tx
    .selectFrom('colors')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner', '=', sql<string>`current_setting('my.owner')`),
);
const openingOf = (owner: string, check?: () => void) => ({
  statements: [
    { text: `select set_config('transaction_read_only', 'on', true)`, values: [] },
    { text: `select set_config('my.owner', $1, true)`, values: [owner] },
  ],
  check,
});
const load = (owner: string, id: string, check?: () => void) =>
  inAutocommit(tables.db, openingOf(owner, check), (tx) => loadColor(tx as unknown as Tx, id));

describe('concurrent loads of many requests', () => {
  it('see only what their own opening shows', async () => {
    const asked = Array.from({ length: 250 }, (_, index) => ({
      owner: index % 2 === 0 ? 'ada' : 'bo',
      id: index % 3 === 0 ? red : blue,
    }));
    const found = await Promise.all(asked.map(({ owner, id }) => load(owner, id)));
    const names = asked.map(({ owner, id }) =>
      owner === 'ada' && id === red ? 'red' : owner === 'bo' && id === blue ? 'blue' : undefined,
    );
    expect(found.map((row) => row?.name)).toEqual(names);
  });

  it('fail individually, by their query or by their check', async () => {
    const settled = await Promise.allSettled([
      load('ada', red),
      load('ada', 'no id at all'),
      load('bo', blue, () => {
        throw new Error('not valid');
      }),
      load('ada', red),
    ]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
      { id: red, name: 'red' },
      expect.objectContaining({ code: '22P02' }),
      new Error('not valid'),
      { id: red, name: 'red' },
    ]);
  });

  it('are each checked, also when several queries share one opening', async () => {
    const loadOwner = loadById((tx: Tx, ids) =>
      tx.selectFrom('colors').select(['id', 'owner']).where('id', '=', sql<string>`any(${ids}::uuid[])`),
    );
    const opening = openingOf('ada', () => {
      throw new Error('not valid');
    });
    const settled = await inAutocommit(tables.db, opening, (tx) =>
      Promise.allSettled([loadColor(tx as unknown as Tx, red), loadOwner(tx as unknown as Tx, red)]),
    );
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

it('a load within a transaction sees what the transaction has written', async () => {
  const found = await inTransaction(tables.db, { statements: openingOf('ada').statements.slice(1) }, async (tx) => {
    await sql`update colors set name = 'crimson' where id = ${red}`.execute(tx);
    const row = await loadColor(tx as unknown as Tx, red);
    await sql`update colors set name = 'red' where id = ${red}`.execute(tx);
    return row;
  });
  expect(found).toEqual({ id: red, name: 'crimson' });
});

describe('round trips of loads', () => {
  const compile = (text: string) => ({ ...sql.raw(text).compile(tables.db), parameters: [] });
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const opening = (owner: string) => ({ statements: [{ text: 'open', values: [owner] }] });

  it('are at most two at once; later loads share the next one', async () => {
    const sent: Statement[][] = [];
    const reply: (() => void)[] = [];
    const load = createLoader(
      (statements) =>
        new Promise((resolve) => {
          sent.push([...statements]);
          reply.push(() => resolve({ results: statements.map(() => ({ tag: 'SELECT', rows: [] })) }));
        }),
    );
    const names = compile('names');
    const loads = [load(opening('a'), names, '1'), load(opening('b'), names, '2')];
    await turn();
    loads.push(load(opening('a'), names, '3'));
    await turn();
    loads.push(
      load(opening('a'), names, '4'),
      load(opening('a'), names, '5'),
      load(opening('a'), compile('titles'), '4'),
    );
    await turn();
    const texts = () => sent.map((statements) => statements.map(({ text }) => text));
    expect(texts()).toEqual([
      ['open', 'names', 'open', 'names'],
      ['open', 'names'],
    ]);
    reply[0]?.();
    await turn();
    expect(texts()[2]).toEqual(['open', 'names', 'open', 'titles']);
    reply[1]?.();
    reply[2]?.();
    expect(await Promise.all(loads)).toEqual(Array(6).fill(undefined));
  });

  it('fail all their loads when the connection is lost, and are not retried', async () => {
    let sent = 0;
    const load = createLoader(async (): Promise<Outcome> => {
      sent += 1;
      return { results: [], failure: { error: new Error('Connection terminated unexpectedly') } };
    });
    const settled = await Promise.allSettled(['1', '2'].map((id) => load(opening('a'), compile('names'), id)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sent).toBe(1);
  });

  it('are retried one by one after an error of the database', async () => {
    let sent = 0;
    const load = createLoader(async (): Promise<Outcome> => {
      sent += 1;
      return { results: [], failure: { error: new pg.DatabaseError('no', 0, 'error') } };
    });
    await Promise.allSettled(['1', '2'].map((id) => load(opening('a'), compile('names'), id)));
    expect(sent).toBe(3);
  });
});
