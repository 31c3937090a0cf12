import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Statement } from './batch.ts';
import { builtOnce } from './built-once.ts';
import { connect, type Database, inTransaction, reading, SessionChanged } from './database.ts';
import { shareReadings } from './shared-readings.ts';

let database: TestDatabase;
let db: Database;
const accounts: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 4);
  await inTransaction(db, 'every account', async (tx) => {
    for (const name of ['Acme', 'Zenith']) {
      const columns = { name, description: '', status: 'Active' } as const;
      const { id } = await tx.insertInto('accounts').values(columns).returning('id').executeTakeFirstOrThrow();
      accounts.push(id);
    }
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const nameById = builtOnce((tx, id: string) => tx.selectFrom('accounts').select('name').where('id', '=', id));
const read = (account: string, id: string) => reading(db, { account }, (tx) => nameById(tx, id));

describe('readings of many requests that come together', () => {
  it('see each its own account and no other', async () => {
    const [acme = '', zenith = ''] = accounts;
    const asked = Array.from({ length: 150 }, (_, index) => ({
      account: index % 2 === 0 ? acme : zenith,
      id: index % 3 === 0 ? acme : zenith,
    }));
    const found = await Promise.all(asked.map(({ account, id }) => read(account, id)));
    expect(found.map((rows) => rows.map(({ name }) => name))).toEqual(
      asked.map(({ account, id }) => (account === id ? [id === acme ? 'Acme' : 'Zenith'] : [])),
    );
  });

  it('fail each for itself: by its query, or by who asks', async () => {
    const [acme = ''] = accounts;
    const session = { id: '01980000-0000-7000-8000-000000000000', version: 0 };
    const settled = await Promise.allSettled([
      read(acme, acme),
      read(acme, 'no id at all'),
      reading(db, { account: '*', session }, (tx) => nameById(tx, acme)),
      read(acme, acme),
    ]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
      [{ name: 'Acme' }],
      expect.objectContaining({ code: '22P02' }),
      expect.any(SessionChanged),
      [{ name: 'Acme' }],
    ]);
  });

  it('can only read', async () => {
    const removal = builtOnce((tx, id: string) => tx.deleteFrom('accounts').where('id', '=', id));
    await expect(
      reading(db, 'every account', (tx) => removal(tx, '01980000-0000-7000-8000-000000000000')),
    ).rejects.toMatchObject({ code: '25006' });
  });
});

describe('the way to the database', () => {
  const query = sql`select 1`.compile(connect('postgres://nowhere', 1));

  it('is shared by what is there, two at once, and each session is bound once', async () => {
    const sent: Statement[][] = [];
    const answer: (() => void)[] = [];
    const shared = shareReadings(
      (statements) =>
        new Promise((resolve) => {
          sent.push([...statements]);
          answer.push(() => resolve(statements.map(({ text }) => ({ tag: 'SELECT 1', rows: [{ text }] }))));
        }),
    );
    const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const first = [shared.read({ account: 'a' }, query), shared.read({ account: 'b' }, query)];
    await turn();
    const second = [shared.read({ account: 'a' }, query)];
    await turn();
    const third = ['a', 'b', 'a'].map((account) => shared.read({ account }, query));
    await turn();
    expect(sent.map((statements) => statements.length)).toEqual([5, 3]);
    answer[0]?.();
    await Promise.all(first);
    await turn();
    expect(sent.map((statements) => statements.length)).toEqual([5, 3, 6]);
    answer[1]?.();
    answer[2]?.();
    const results = await Promise.all([...second, ...third]);
    expect(results.map(({ rows }) => rows)).toEqual(Array.from({ length: 4 }, () => [{ text: 'select 1' }]));
  });

  it('fails all that share it when the database is away, and asks no second time', async () => {
    let sent = 0;
    const shared = shareReadings(async () => {
      sent += 1;
      throw new Error('Connection terminated unexpectedly');
    });
    const settled = await Promise.allSettled([
      shared.read('every account', query),
      shared.read({ account: 'a' }, query),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sent).toBe(1);
  });
});
