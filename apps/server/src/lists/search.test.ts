import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createMaker } from '../../test/made/maker.ts';

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

/** Flushes the pending list. Returns the number of its pages. */
async function sortPendingList(): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('"search-texts-found"') as pages`.execute(test.services.db);
  return Number(rows[0]?.pages);
}
