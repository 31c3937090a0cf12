import { defer, loadById } from '@keyhold/pg-round-trip';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import {
  connect,
  type Database,
  inOneRoundTrip,
  inTransaction,
  keepPlans,
  readOnly,
  SessionChanged,
  type Transaction,
} from './database.ts';
import { anyOf } from './expressions.ts';

let database: TestDatabase;
let db: Database;
let acme: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 4);
  await inTransaction(db, 'every account', async (tx) => {
    const columns = { name: 'Acme', description: '', status: 'Active' } as const;
    ({ id: acme } = await tx.insertInto('accounts').values(columns).returning('id').executeTakeFirstOrThrow());
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const other = '01980000-0000-7000-8000-000000000000';
const nobody = { account: '*', session: { of: 'user' as const, id: other, version: 0 } };
const loadName = loadById((tx: Transaction, ids) =>
  tx.selectFrom('accounts').select(['id', 'name']).where('id', '=', anyOf(ids)),
);
const rename = (name: string) => sql`update accounts set name = ${name}`;
const names = async () =>
  (await readOnly(db, 'every account', (tx) => tx.selectFrom('accounts').select('name').execute())).map(
    ({ name }) => name,
  );

describe('readOnly', () => {
  it('sees the rows of its scope', async () => {
    expect(await readOnly(db, { account: acme }, (tx) => loadName(tx, acme))).toEqual({ id: acme, name: 'Acme' });
    expect(await readOnly(db, { account: other }, (tx) => loadName(tx, acme))).toBeUndefined();
    expect(await readOnly(db, { account: other }, (tx) => tx.selectFrom('accounts').select('id').execute())).toEqual(
      [],
    );
  });

  it('cannot write', async () => {
    const removal = loadById((tx: Transaction, ids) =>
      tx.deleteFrom('accounts').where('id', '=', anyOf(ids)).returning('id'),
    );
    await expect(readOnly(db, 'every account', (tx) => removal(tx, acme))).rejects.toMatchObject({ code: '25006' });
    const write = readOnly(db, 'every account', (tx) => rename('Zenith').execute(tx));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('succeeds after a migration has changed a table', async () => {
    await sql`create table shapes (one int)`.execute(db);
    await sql`grant select on shapes to keyhold_app`.execute(db);
    await sql`insert into shapes values (1)`.execute(db);
    const all = () => readOnly(db, 'every account', (tx) => sql`select * from shapes`.execute(tx));
    expect((await all()).rows).toEqual([{ one: 1 }]);
    await sql`alter table shapes add column two int default 2`.execute(db);
    expect((await all()).rows).toEqual([{ one: 1, two: 2 }]);
  });
});

it('A single round trip is its own transaction, limited to its scope', async () => {
  await inOneRoundTrip(db, { account: other }, CompiledQuery.raw(`update accounts set name = 'Zenith'`));
  expect(await names()).toEqual(['Acme']);
});

it('Statements keep one plan within the transaction that requires it', async () => {
  const mode = async (tx: Transaction) =>
    (await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(tx)).rows[0]?.mode;
  const one = connect(database.connectionString, 1);
  await sql`set plan_cache_mode = auto`.execute(one);
  const kept = await inTransaction(one, 'every account', (tx) => {
    keepPlans(tx);
    return mode(tx);
  });
  expect([kept, await inTransaction(one, 'every account', mode)]).toEqual(['force_generic_plan', 'auto']);
  await one.destroy();
});

it('A session that differs from its cached version reads and writes nothing', async () => {
  const deferred = inTransaction(db, nobody, async (tx) => defer(tx, rename('Zenith')));
  await expect(deferred).rejects.toThrow(SessionChanged);
  const written = inTransaction(db, nobody, (tx) => rename('Zenith').execute(tx));
  await expect(written).rejects.toThrow(SessionChanged);
  const read = readOnly(db, nobody, (tx) => tx.selectFrom('accounts').selectAll().execute());
  await expect(read).rejects.toThrow(SessionChanged);
  await expect(readOnly(db, nobody, (tx) => loadName(tx, acme))).rejects.toThrow(SessionChanged);
  expect(await names()).toEqual(['Acme']);
});
