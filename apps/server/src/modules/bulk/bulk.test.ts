import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { issueLicense } from '../../../test/licensing/issued-licenses.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  acme = test.accounts.acme;
});
afterAll(() => test.close());

async function createTag(name: string): Promise<string> {
  return (await test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': acme })).body.item.rn;
}

const tagsOf = async (id: string) =>
  (await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`)).body.item['tags'];

describe('bulk changes of users', () => {
  it('add and remove tags, and report changes and failures', async () => {
    const [one, two] = [await test.createPerson(acme, 'Bulka', null), await test.createPerson(acme, 'Bulkb', null)];
    const [red, blue] = [await createTag('Bulk red'), await createTag('Bulk blue')];
    const change = (body: Record<string, unknown>) =>
      test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/tags', { 'account-id': acme, ...body });
    const ids = [one.id, two.id];
    expect((await change({ ids, add: [red] })).body).toMatchObject({ changed: 2, unchanged: 0, failures: [] });
    expect((await change({ ids, add: [red] })).body).toMatchObject({ changed: 0, unchanged: 2 });
    const foreign = test.people.birchUser.id;
    const mixed = await change({ ids: [...ids, foreign, 'nonsense'], add: [blue], remove: [red] });
    expect(mixed.body).toMatchObject({
      changed: 2,
      failures: [
        { id: foreign, name: foreign, message: 'Not found' },
        { id: 'nonsense', message: 'Not found' },
      ],
    });
    expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([[blue], [blue]]);
    expect((await change({ search: 'bulk', remove: [blue] })).body).toMatchObject({ changed: 2 });
    const twice = { ids: [one.id, one.id.toUpperCase(), 'none', 'NONE'], count: 2 };
    expect((await change({ ...twice, add: [red] })).body).toMatchObject({ changed: 1, failures: [{ id: 'none' }] });
  });

  it('are refused when the search matches a different number than the caller was shown', async () => {
    const people = [];
    for (const first of ['Showna', 'Shownb', 'Meanwhile']) people.push(await test.createPerson(acme, first, null));
    const remove = (count: number, search = 'shown') =>
      test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/delete', { 'account-id': acme, search, count });
    const late = await remove(1);
    expect(late.status).toBe(412);
    expect(late.body.problems).toEqual([
      {
        code: 'other-count',
        path: 'count',
        message: 'This is about 2 by now, not about 1. Look at the list, and choose again.',
      },
    ]);
    for (const { id } of people) {
      expect((await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`)).status).toBe(200);
    }
    expect((await remove(2)).body).toMatchObject({ changed: 2, failures: [] });
  });

  it('skip excepted users, and count the others', async () => {
    const people = [];
    for (const first of ['Excepta', 'Exceptb', 'Exceptc']) people.push(await test.createPerson(acme, first, null));
    const [first, second, third] = people.map(({ id }) => id) as [string, string, string];
    const remove = (body: Record<string, unknown>) =>
      test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/delete', { 'account-id': acme, ...body });
    const found = { search: 'except', except: [second.toUpperCase(), 'nonsense'] };
    expect((await remove({ ...found, count: 3 })).status).toBe(412);
    expect((await remove({ ...found, count: 2 })).body).toMatchObject({ changed: 2, failures: [] });
    const statuses = [];
    for (const id of [first, second, third]) {
      statuses.push((await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`)).status);
    }
    expect(statuses).toEqual([404, 200, 404]);
    expect((await remove({ ids: [second], except: [second] })).body).toMatchObject({ changed: 0, failures: [] });
    expect((await remove({ search: 'except', except: 'all' })).body.problems).toMatchObject([
      { path: 'except', message: 'except must be a list of ids.' },
    ]);
  });

  it('respect the limits of each single change', async () => {
    const { providerAdmin, accountAdmin, providerUser } = test.people;
    const ids = [accountAdmin.id, providerUser.id];
    const reply = await test.as(providerAdmin, 'POST /iam/v1/users/bulk/delete', {
      'account-id': test.accounts.provider,
      ids,
    });
    expect(reply.body).toMatchObject({
      changed: 1,
      failures: [
        { id: accountAdmin.id, name: accountAdmin.email, message: "You don't have authorization for this action." },
      ],
    });
  });

  it('require the permission of each single change', async () => {
    const body = { 'account-id': acme, ids: [test.people.acmeUser.id] };
    expect((await test.as(test.people.acmeUser, 'POST /iam/v1/users/bulk/delete', body)).status).toBe(403);
    expect((await test.as(test.people.birchAdmin, 'POST /iam/v1/users/bulk/delete', body)).status).toBe(404);
    expect((await test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/delete', { ...body, ids: [] })).status).toBe(
      400,
    );
  });
});

describe('the status of many users', () => {
  it('is set, unless they have it', async () => {
    const [one, two] = [await test.createPerson(acme, 'Statusa', null), await test.createPerson(acme, 'Statusb', null)];
    const set = async (status: string, more: object = { search: 'status' }) => {
      const body = { 'account-id': acme, status, ...more };
      return (await test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/status', body)).body;
    };
    const status = async ({ id }: { id: string }) =>
      (await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`)).body.item['status'];
    expect(await set('Inactive', { ids: [one.id] })).toMatchObject({ changed: 1, unchanged: 0, failures: [] });
    expect([await status(one), await status(two)]).toEqual(['Inactive', 'Active']);
    expect(await set('Inactive', { search: 'status', count: 2 })).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await test.as(one, 'GET /iam/v1/tags')).status).toBe(401);
    expect(await set('Active', { search: 'status', except: [two.id] })).toMatchObject({ changed: 1, unchanged: 0 });
    expect([await status(one), await status(two)]).toEqual(['Active', 'Inactive']);
    const { acmeAdmin } = test.people;
    expect(await set('Inactive', { ids: [acmeAdmin.id] })).toMatchObject({
      changed: 0,
      failures: [{ id: acmeAdmin.id, name: acmeAdmin.email, code: 'deactivating-yourself' }],
    });
    expect((await set('Pending')).problems).toMatchObject([{ path: 'status' }]);
  });
});

describe('activation links of many users', () => {
  it('are mailed to those who have not activated', async () => {
    const create = async (name: string) => {
      const body = { email: `${name}@acme.example`, 'first-name': name, 'last-name': 'Linked', 'account-id': acme };
      return (await test.as(test.people.acmeAdmin, 'POST /iam/v1/users', body)).body.resources[0]?.rn ?? '';
    };
    const rns = [await create('linka'), await create('linkb')];
    const active = await test.createPerson(acme, 'Linked', null);
    const ids = [...rns.map((rn) => rn.split(':').at(-1)), active.id];
    const send = (more: object) =>
      test.as(test.people.acmeAdmin, 'POST /iam/v1/users/bulk/activation-links', { 'account-id': acme, ...more });
    expect((await send({ ids, 'valid-days': 30 })).body).toMatchObject({
      changed: 2,
      unchanged: 0,
      failures: [{ id: active.id, code: 'already-activated' }],
    });
    expect((await send({ search: 'linked', status: 'Pending', 'valid-days': 1, count: 2 })).body).toMatchObject({
      changed: 2,
    });
    const mails = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').select('recipient').where('recipient', 'like', 'link_@acme.example').execute(),
    );
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(
      new Set(['linka@acme.example', 'linkb@acme.example']),
    );
    expect((await send({ ids })).body.problems).toMatchObject([{ path: 'valid-days' }]);
  });
});

describe('bulk changes of licenses', () => {
  it('release licenses, and leave those without a holder unchanged', async () => {
    const keys = [(await issueLicense(test, acme)).key, (await issueLicense(test, acme)).key];
    const reply = await test.as(test.people.acmeAdmin, 'POST /license/v1/licenses/bulk/release', {
      'account-id': acme,
      ids: [...keys, 'NOSUCH'],
    });
    expect(reply.body).toMatchObject({ changed: 0, unchanged: 2, failures: [{ id: 'NOSUCH', message: 'Not found' }] });
    const all = { 'account-id': acme, search: keys[0] };
    const release = (count: number) =>
      test.as(test.people.acmeAdmin, 'POST /license/v1/licenses/bulk/release', { ...all, count });
    expect([(await release(2)).status, (await release(1)).status]).toEqual([412, 200]);
    const but = await test.as(test.people.acmeAdmin, 'POST /license/v1/licenses/bulk/release', {
      'account-id': acme,
      ids: keys,
      except: [keys[0]],
      count: 1,
    });
    expect(but.body).toMatchObject({ changed: 0, unchanged: 1, failures: [] });
  });
});
