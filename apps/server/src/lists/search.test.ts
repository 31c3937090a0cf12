import { resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createProduct } from '../../test/licensing/leases.ts';
import { createMaker } from '../../test/made/maker.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // Autovacuum would empty the index's pending list.
  await sql`alter table "search-texts" set (autovacuum_enabled = false)`.execute(test.services.db);
});
afterAll(() => test.close());

it('A search finds a new user immediately, in the pending list and in the index itself', async () => {
  const make = createMaker(test);
  const account = (await make.account()).id;
  const admin = await test.createPerson(account, 'Searcher', 'Administrator');
  await sortPendingList();
  const search = async (text: string) =>
    (await test.as(admin, `GET /iam/v1/users?search=${text}`)).body.items.map((user) => user['email']);
  const email = `newly-created@${account}.example`;
  const user = { email, 'first-name': 'Newly', 'last-name': 'Created', title: '', description: '' };
  const created = await test.as(admin, 'POST /iam/v1/users', { ...user, 'account-id': account });
  expect(created.status).toBe(201);
  expect(await search('newly-created')).toEqual([email]);
  expect(await sortPendingList()).toBeGreaterThan(0);
  expect(await search('newly-created')).toEqual([email]);

  const id = created.body.resources[0]?.rn.split(':').at(-1);
  const renamed = await test.as(admin, `PUT /iam/v1/users/${id}`, { ...user, 'last-name': 'Renamed' });
  expect(renamed.status).toBe(200);
  expect(await search('renamed')).toEqual([email]);
  expect(await search('newly-created')).toEqual([email]);
});

it('the texts of many new rows are indexed with their statement, those of a few later', async () => {
  const account = await test.createAccount('Many');
  const product = resourceIdOf(await createProduct(test));
  const add = (count: number, name: string) =>
    inTransaction(test.services.db, 'every account', (tx) =>
      sql`insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", policies, description)
        select ${name}::text || '-' || n, ${account}, ${product}, 'Perpetual', true, '[]', ${name}::text || ' desk ' || n
        from generate_series(1, ${count}::int) as n`.execute(tx),
    );
  const found = async (text: string) =>
    (await test.as(test.people.root, `GET /license/v1/admin/licenses?account=${account}&search=${text}`)).body['total'];
  await sortPendingList();
  await add(200, 'many');
  expect([await sortPendingList(), await found('many')]).toEqual([0, 200]);
  await add(3, 'few');
  expect(await found('few')).toBe(3);
  expect(await sortPendingList()).toBeGreaterThan(0);
  const { rows } = await sql`show gin_pending_list_limit`.execute(test.services.db);
  expect(rows).toEqual([{ gin_pending_list_limit: '4MB' }]);
});

/** Flushes the pending list. Returns the number of its pages. */
async function sortPendingList(): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('"search-texts-found"') as pages`.execute(test.services.db);
  return Number(rows[0]?.pages);
}
