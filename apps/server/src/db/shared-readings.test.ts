import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Statement } from './batch.ts';
import { anyOf, foundById } from './built-once.ts';
import { connect, type Database, inTransaction, reading, SessionChanged } from './database.ts';
import { theIds } from './finding.ts';
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

const nameById = foundById((tx, ids) => tx.selectFrom('accounts').select(['id', 'name']).where('id', '=', anyOf(ids)));
const read = (account: string, id: string) => reading(db, { account }, (tx) => nameById(tx, id));

describe('readings of many requests that come together', () => {
  it('see each its own account and no other', async () => {
    const [acme = '', zenith = ''] = accounts;
    const asked = Array.from({ length: 150 }, (_, index) => ({
      account: index % 2 === 0 ? acme : zenith,
      id: index % 3 === 0 ? acme : zenith,
    }));
    const found = await Promise.all(asked.map(({ account, id }) => read(account, id)));
    expect(found.map((row) => row?.name)).toEqual(
      asked.map(({ account, id }) => (account === id ? (id === acme ? 'Acme' : 'Zenith') : undefined)),
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
      { id: acme, name: 'Acme' },
      expect.objectContaining({ code: '22P02' }),
      expect.any(SessionChanged),
      { id: acme, name: 'Acme' },
    ]);
  });

  it('can only read', async () => {
    const removal = foundById((tx, ids) => tx.deleteFrom('accounts').where('id', '=', anyOf(ids)).returning('id'));
    await expect(
      reading(db, 'every account', (tx) => removal(tx, '01980000-0000-7000-8000-000000000000')),
    ).rejects.toMatchObject({ code: '25006' });
  });
});

describe('a transaction', () => {
  it('finds by its id what it has written itself', async () => {
    const [acme = ''] = accounts;
    const found = await inTransaction(db, { account: acme }, async (tx) => {
      await tx.updateTable('accounts').set({ name: 'Acme & Sons' }).where('id', '=', acme).execute();
      const row = await nameById(tx, acme);
      await tx.updateTable('accounts').set({ name: 'Acme' }).where('id', '=', acme).execute();
      return row;
    });
    expect(found).toEqual({ id: acme, name: 'Acme & Sons' });
  });
});

describe('the way to the database', () => {
  const names = sql`select name ${theIds}`.compile(connect('postgres://nowhere', 1));
  const titles = sql`select title ${theIds}`.compile(connect('postgres://nowhere', 1));

  it('is shared by what is there, two at once; those who ask the same share a statement', async () => {
    const sent: Statement[][] = [];
    const answer: (() => void)[] = [];
    const shared = shareReadings(
      (statements) =>
        new Promise((resolve) => {
          sent.push([...statements]);
          const rows = ({ text, values }: Statement) => [values[0]].flat().map((id) => ({ id, text }));
          answer.push(() => resolve(statements.map((one) => ({ tag: 'SELECT', rows: rows(one) }))));
        }),
    );
    const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const idsOf = (statements: readonly Statement[] | undefined) =>
      statements?.filter(({ text }) => text.startsWith('select name')).map(({ values }) => values[0]);

    const first = [shared.findById({ account: 'a' }, names, '1'), shared.findById({ account: 'b' }, names, '2')];
    await turn();
    const second = [shared.findById({ account: 'a' }, names, '3')];
    await turn();
    const third = ['4', '5', '4'].map((id) => shared.findById({ account: 'a' }, names, id));
    third.push(shared.findById({ account: 'b' }, names, '5'), shared.findById({ account: 'a' }, titles, '4'));
    await turn();
    expect(sent.map(idsOf)).toEqual([[['1'], ['2']], [['3']]]);
    answer[0]?.();
    await Promise.all(first);
    await turn();
    expect(sent.map(idsOf)[2]).toEqual([['4', '5'], ['5']]);
    answer[1]?.();
    answer[2]?.();
    const found = await Promise.all([...second, ...third]);
    expect(found.map((row) => row?.['id'])).toEqual(['3', '4', '5', '4', '5', '4']);
    expect(found[5]?.['text']).toContain('title');
  });

  it('fails all that share it when the database is away, and asks no second time', async () => {
    let sent = 0;
    const shared = shareReadings(async () => {
      sent += 1;
      throw new Error('Connection terminated unexpectedly');
    });
    const settled = await Promise.allSettled([
      shared.findById('every account', names, '1'),
      shared.findById({ account: 'a' }, names, '1'),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sent).toBe(1);
  });
});
