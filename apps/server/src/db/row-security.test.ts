import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';
import { inTransaction } from './database.ts';
import type { Schema } from './schema.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await issueLicense(test, test.accounts.acme);
});
afterAll(() => test.close());

/** The tables with an `account-id` column, from the database's catalog. */
async function tenantTables(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'account-id' and table_type = 'BASE TABLE'
      and table_name <> 'audit-heads'`.execute(test.services.db);
  return rows.map((row) => row.table);
}

/** Runs work as the role of requests, without the account that every request sets. */
function asBoundRole<Result>(work: (tx: Kysely<Schema>) => Promise<Result>): Promise<Result> {
  return test.services.db.transaction().execute(async (tx) => {
    await sql`select set_config('role', 'keyhold_app', true)`.execute(tx);
    return work(tx);
  });
}

/** Tables without row-level security that requests may read: they belong to the installation, not to an account. */
const everyones = [
  'addons',
  'applications',
  'attempts',
  'authorization-codes',
  'device-authorizations',
  'installation',
  'link-mails',
  'metrics-sample',
  'passkey-requests',
  'products',
  'reset-requests',
  'root-key',
  'signing-keys',
  'upkeep',
  'usage-marks',
];

describe('row-level security', () => {
  it('is forced on every table that carries an account', async () => {
    const tables = [...(await tenantTables()), 'accounts'];
    expect(tables.length).toBeGreaterThan(10);
    const { rows } = await sql<{ table: string }>`
      select relname as table from pg_class where relrowsecurity and relforcerowsecurity`.execute(test.services.db);
    expect(rows.map((row) => row.table).toSorted()).toEqual(tables.toSorted());
  });

  it('evaluates the visible account once per statement', async () => {
    const { rows } = await sql<{ policy: string }>`
      select distinct replace(qual, '(id =', '("account-id" =') as policy from pg_policies`.execute(test.services.db);
    expect(rows).toEqual([
      { policy: expect.stringMatching(/SELECT "sees-every-account"\(\).* OR .*\( SELECT "seen-account"\(\)/s) },
    ]);
  });

  it('shows nothing without an account', async () => {
    const { rows } = await asBoundRole((tx) => sql`select id from users`.execute(tx));
    expect(rows).toEqual([]);
  });

  it("refuses to write another account's rows", async () => {
    const { acme, birch } = test.accounts;
    const write = inTransaction(test.services.db, { account: birch }, (tx) =>
      tx.insertInto('tags').values({ 'account-id': acme, name: 'Smuggled' }).execute(),
    );
    await expect(write).rejects.toThrow('row-level security');
    const changed = await inTransaction(test.services.db, { account: birch }, (tx) =>
      tx.updateTable('users').set({ title: 'Changed' }).where('account-id', '=', acme).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
  });
});

describe('the search in lists', () => {
  const find = (account: string, kind: string, wanted: string | null, pattern: string) =>
    inTransaction(test.services.db, { account }, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from "found-in-list"(${kind}, ${wanted}, ${pattern}, 100) as id`.execute(tx);
      return rows.map(({ id }) => id);
    });

  it('reads a table that requests cannot', async () => {
    const { rows } = await sql<{ table: string }>`
      select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity
        and has_table_privilege('keyhold_app', oid, 'select, insert, update, delete')`.execute(test.services.db);
    expect(rows.map(({ table }) => table).toSorted()).toEqual(everyones);
    for (const reading of ['select id from "search-texts"', 'select "fill-search-texts"()']) {
      const read = inTransaction(test.services.db, 'every account', (tx) => sql.raw(reading).execute(tx));
      await expect(read).rejects.toThrow('permission denied');
    }
  });

  it('returns no rows of another account, whatever the arguments', async () => {
    const { acme, birch } = test.accounts;
    expect(await find(acme, 'users', acme, '%')).toHaveLength(2);
    expect(await find(birch, 'users', acme, '%')).toEqual([]);
    expect(await find(birch, 'users', null, '%')).toEqual([]);
    expect(await find(birch, `users ${acme}`, null, '%')).toEqual([]);
    expect(await find(birch, 'licenses', acme, '%')).toEqual([]);
    expect(await find(birch, 'accounts', null, '%')).toEqual([]);
    // The kind and the account are joined by a space: a kind that contains an account reaches no other list.
    expect(await find(birch, `users ${acme}`, birch, '%')).toEqual([]);
  });

  it('returns rows to a transaction that sees every account', async () => {
    const { acme } = test.accounts;
    const all = await inTransaction(test.services.db, 'every account', async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from "found-in-list"('accounts', null, '%acme%', 100) as id`.execute(tx);
      return rows;
    });
    expect(all).toEqual([{ id: acme }]);
  });

  it('is refused where no account was named', async () => {
    const found = asBoundRole((tx) =>
      sql`select * from "found-in-list"('users', ${test.accounts.acme}, '%', 100)`.execute(tx),
    );
    await expect(found).rejects.toThrow('No account was named.');
  });
});
