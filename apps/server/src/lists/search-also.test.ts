import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/app.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';

let test: TestApp;
let make: Maker;
let account: string;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  account = (await make.account()).id;
  admin = await test.createPerson(account, 'Finder', 'Administrator');
});
afterAll(() => test.close());

type Row = Readonly<Record<string, unknown>> & { readonly rn: string };

async function found(path: string, query: Readonly<Record<string, string>>, person = admin): Promise<string[]> {
  const reply = await test.as(person, `GET ${path}?limit=50&${new URLSearchParams(query)}`);
  expect([reply.status, reply.body.total]).toEqual([200, reply.body.items?.length]);
  return (reply.body.items as unknown as Row[]).map(({ rn }) => rn.split(':').at(-1) as string).sort();
}

describe('A search also matches the words of search-also', () => {
  it('in the status of a user, in any order and with a short search', async () => {
    const pending = await make.user(account, { status: 'Pending' });
    for (const search of ['ausstehend', 'au']) {
      for (const sort of ['name', '-last-login', 'status']) {
        expect(await found('/iam/v1/users', { search, sort })).toEqual([]);
        expect(await found('/iam/v1/users', { search, sort, 'search-also': 'Pending,Inactive' })).toEqual([pending.id]);
      }
    }
    const either = { search: 'Finder', 'search-also': 'Pending' };
    expect(await found('/iam/v1/users', either)).toEqual([admin.id, pending.id].sort());
    expect(await found('/iam/v1/users', { ...either, status: 'Active' })).toEqual([admin.id]);
    // Without a search, it does not match everything.
    expect(await found('/iam/v1/users', { 'search-also': 'Pending' })).toEqual([pending.id]);
  });

  it('in the status of an account', async () => {
    const { id } = await make.account();
    const { root } = test.people;
    expect((await test.as(root, `PUT /admin/v1/accounts/${id}/status`, { status: 'Inactive' })).status).toBe(200);
    expect(await found('/admin/v1/accounts', { search: 'inaktiv' }, root)).toEqual([]);
    expect(await found('/admin/v1/accounts', { search: 'inaktiv', 'search-also': 'Inactive' }, root)).toEqual([id]);
  });

  it('in the use and the type of a license, and the type of an add-on license', async () => {
    const license = await make.license(account, { everyone: true });
    const addon = await make.addonLicense(account);
    const own = async (path: string, also: string) =>
      found(`/license/v1/${path}`, { search: 'qqq', 'search-also': also });
    expect(await own('licenses', 'Available')).toEqual([license.id]);
    expect(await own('licenses', 'In use,Trial')).toEqual([]);
    expect(await own('licenses', 'Perpetual,Subscription,Trial')).toEqual([license.id]);
    expect(await own('addon-licenses', 'Perpetual,Subscription,Trial')).toEqual([addon.id]);
    expect(await found('/license/v1/addon-licenses', { search: 'qqq' })).toEqual([]);
  });

  it('in a bulk change, which affects as many as the list shows', async () => {
    const users = [await make.user(account, { status: 'Pending' }), await make.user(account, { status: 'Pending' })];
    const search = { search: 'ausstehend', 'search-also': 'Pending' };
    const count = (await found('/iam/v1/users', search)).length;
    const remove = (more: object) =>
      test.as(admin, 'POST /iam/v1/users/bulk/delete', { 'account-id': account, count, ...more });
    expect((await remove({ search: 'ausstehend' })).status).toBe(412);
    expect((await remove(search)).body).toMatchObject({ changed: count, failures: [] });
    expect(await found('/iam/v1/users', search)).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(users.length);

    const licenses = { 'account-id': account, search: 'verfügbar', 'search-also': 'Available' };
    const all = (await found('/license/v1/licenses', {})).length;
    const release = await test.as(admin, 'POST /license/v1/licenses/bulk/release', { ...licenses, count: all });
    expect(release.body).toMatchObject({ changed: 0, unchanged: all });
  });

  it('but rejects words that the list does not have', async () => {
    for (const also of ['Inaktiv', '', 'Pending,', 'pending', 'Trial', 'Pending,'.repeat(50)]) {
      const reply = await test.as(admin, `GET /iam/v1/users?search=a&search-also=${also}`);
      expect([also, reply.status, reply.body.errors]).toEqual([
        also,
        400,
        expect.arrayContaining(['search-also must be some of Pending, Active, Inactive, with commas between them.']),
      ]);
    }
    expect((await test.as(admin, 'GET /license/v1/licenses?search-also=Active')).status).toBe(400);
    const body = { 'account-id': account, 'search-also': 'Gone' };
    expect((await test.as(admin, 'POST /iam/v1/users/bulk/delete', body)).status).toBe(400);
  });
});
