import { consumePolicy, type License, type Policy, resources } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { issueAddonLicense, issueLicense } from '../../../test/licensing/issued-licenses.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  acme = test.accounts.acme;
});
afterAll(() => test.close());

const everyone = consumePolicy({ kind: 'Everyone' });

async function createTag(name: string): Promise<string> {
  const reply = await test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': acme });
  return reply.body.item.rn;
}

const read = async (key: string) =>
  (await test.as(test.people.acmeAdmin, `GET /license/v1/licenses/${key}`)).body.item as unknown as License;

const setPolicies = (key: string, policies: readonly Policy[]) =>
  test.as(test.people.acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, { policies });

describe('licenses', () => {
  it('are listed with their resources, even if there are very many', async () => {
    const { birch } = test.accounts;
    const { birchAdmin, birchUser } = test.people;
    const [statement] = consumePolicy({ kind: 'User', user: birchUser.rn }).statements;
    if (!statement) throw new Error('There is no statement.');
    // More users than the maximum number of parameters of an SQL statement.
    for (let license = 0; license < 66; license += 1) {
      const ids = Array.from({ length: 999 }, () => crypto.randomUUID());
      const rns = [birchUser.rn, ...ids.map((id) => `keyhold:eu-1:${birch}:user:${id}`)];
      const principals = rns.flatMap((id) => statement.principals.map((principal) => ({ ...principal, id })));
      await issueLicense(test, birch, [{ name: 'Consume License Policy', statements: [{ ...statement, principals }] }]);
    }
    const reply = await test.as(birchAdmin, 'GET /license/v1/licenses?resolve=all');
    expect([reply.status, reply.body.errors]).toEqual([200, []]);
    expect(Object.keys(reply.body['resources'] as object)).toContain(birchUser.rn);
    await inTransaction(test.services.db, { account: birch }, (tx) =>
      tx.updateTable('licenses').set({ policies: '[]' }).where('account-id', '=', birch).execute(),
    );
  });

  it('are readable only by administrators and by users whom their policy allows', async () => {
    const open = await issueLicense(test, acme, [everyone]);
    const closed = await issueLicense(test, acme);
    const { acmeAdmin, acmeUser, birchAdmin, birchUser, root } = test.people;
    const status = async (person: typeof root, key: string) =>
      (await test.as(person, `GET /license/v1/licenses/${key}`)).status;
    expect(await status(acmeAdmin, closed.key)).toBe(200);
    expect(await status(root, closed.key)).toBe(200);
    expect(await status(acmeUser, open.key)).toBe(200);
    expect(await status(acmeUser, closed.key)).toBe(404);
    expect(await status(acmeUser, 'NOSUCH')).toBe(404);
    expect(await status(birchUser, open.key)).toBe(404);
    expect(await status(birchAdmin, open.key)).toBe(404);
    expect((await test.as(acmeUser, 'GET /license/v1/licenses')).status).toBe(403);
  });

  it('have the documented shape, with their product in resources, ordered by product and key', async () => {
    const account = await test.createAccount('Shapes');
    const admin = await test.createPerson(account, 'Shaper', 'Administrator');
    const later = await issueLicense(test, account, [], { 'product-id': 'zeta' });
    const start = new Date('2026-01-01T00:00:00Z');
    const { key, of: product } = await issueLicense(test, account, [], {
      description: 'Desk 1',
      'maintenance-start': start,
    });
    const reply = await test.as(admin, 'GET /license/v1/licenses?resolve=all');
    const items = reply.body.items;
    expect(items.map((item) => item.rn.split(':').at(-1))).toEqual([key, later.key]);
    expect(items[0]).toEqual({
      ...Object.fromEntries(resources.license.texts.map((name) => [name, ''])),
      rn: expect.stringContaining(`:license:${key}`),
      description: 'Desk 1',
      status: 'Active',
      'created-on': expect.any(String),
      'updated-on': expect.any(String),
      certificate: {
        product,
        type: 'Perpetual',
        version: '26.1',
        expiry: { perpetual: true, date: null, period: null },
        'maintenance-start': start.toISOString(),
        'maintenance-end': null,
        'grace-days': 0,
      },
      pool: null,
      overdraft: false,
      state: {
        user: null,
        'activation-date': null,
        'client-name': null,
        'client-version': null,
        'device-id': null,
        'device-ip': null,
        'device-locale': null,
        'device-name': null,
        'device-os': null,
        'device-user': null,
        'maintenance-status': null,
        'offline-until': null,
        'stream-id': null,
        'subscription-status': null,
      },
      policies: [],
      addons: [],
    });
    expect(reply.body.resources[product]).toMatchObject({ name: 'Keyhold Studio' });
  });

  it('are found by product, key, description, type and shown status', async () => {
    const account = await test.createAccount('Finders');
    const admin = await test.createPerson(account, 'Finder', 'Administrator');
    const { key } = await issueLicense(test, account, [], {
      description: 'Corner office',
      type: 'Trial',
      'product-id': 'unique-product',
    });
    await issueLicense(test, account);
    for (const search of ['corner OFF', key.toLowerCase(), 'TRIAL', 'unique-prod']) {
      const found = await test.as(admin, `GET /license/v1/licenses?search=${encodeURIComponent(search)}`);
      expect(found.body.items.map((item) => item.rn.split(':').at(-1))).toEqual([key]);
    }
    expect((await test.as(admin, 'GET /license/v1/licenses?search=available')).body.items).toHaveLength(2);
    expect((await test.as(admin, 'GET /license/v1/licenses?search=in%20use')).body.items).toHaveLength(0);
  });

  it('are filtered and sorted by their expiry', async () => {
    const account = await test.createAccount('Endings');
    const admin = await test.createPerson(account, 'Ender', 'Administrator');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const issued = async (days: number | null, perpetual = false) => {
      const date = days === null ? null : inDays(days);
      return (await issueLicense(test, account, [], { 'expiry-date': date, 'expiry-perpetual': perpetual })).key;
    };
    const soon = await issued(29);
    const [later, never, past, unknown] = [
      await issued(31),
      await issued(5, true),
      await issued(-1),
      await issued(null),
    ];
    const { body } = await test.as(admin, 'GET /license/v1/licenses?ending-within=30&limit=1');
    expect(body.items.map((item) => item.rn.split(':').at(-1))).toEqual([soon]);
    expect(body.total).toBe(1);
    const byEnd = async (query: string) =>
      (await test.as(admin, `GET /license/v1/licenses?${query}`)).body.items.map((item) => item.rn.split(':').at(-1));
    const endless = [never, unknown].toSorted();
    expect(await byEnd('sort=expiry')).toEqual([past, soon, later, ...endless]);
    expect(await byEnd('sort=-expiry')).toEqual([...endless.toReversed(), later, soon, past]);
    const first = await test.as(admin, 'GET /license/v1/licenses?sort=expiry&limit=4');
    expect(await byEnd(`sort=expiry&limit=4&cursor=${first.body['next-cursor']}`)).toEqual(endless.slice(1));
    const refused = await test.as(admin, 'GET /license/v1/licenses?ending-within=0');
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, 'ending-within']);
  });

  it('show an expiry in the past as Expired, and a suspension first', async () => {
    const expired = await issueLicense(test, acme, [], { 'expiry-date': new Date(Date.now() - 1000) });
    const suspended = await issueLicense(test, acme, [], { 'expiry-date': new Date(0), status: 'Suspended' });
    expect((await read(expired.key)).status).toBe('Expired');
    expect((await read(suspended.key)).status).toBe('Suspended');
  });

  it('are found by the reason that the list shows why they cannot be used', async () => {
    const account = await test.createAccount('Hindered');
    const admin = await test.createPerson(account, 'Finder', 'Administrator');
    await issueLicense(test, account);
    const { key: expired } = await issueLicense(test, account, [], { 'expiry-date': new Date(0) });
    const { key: suspended } = await issueLicense(test, account, [], {
      'expiry-date': new Date(0),
      status: 'Suspended',
    });
    for (const [query, keys] of [
      ['search=EXPIR', [expired]],
      ['search=suspended', [suspended]],
      ['search=abgelaufen&search-also=Expired', [expired]],
      ['search=available', 3],
      ['search=active', []],
    ] as const) {
      const { body } = await test.as(admin, `GET /license/v1/licenses?${query}`);
      const found = body.items.map((item) => item.rn.split(':').at(-1));
      expect([query, typeof keys === 'number' ? found.length : found]).toEqual([query, keys]);
    }
  });

  it('allow only root and system administrators to change the description, and nobody the certificate', async () => {
    const { key } = await issueLicense(test, acme);
    const { root, system, acmeAdmin, accountAdmin } = test.people;
    for (const other of [acmeAdmin, accountAdmin]) {
      expect((await test.as(other, `PUT /license/v1/licenses/${key}`, { description: 'Mine' })).status).toBe(403);
    }
    const { certificate } = await read(key);
    for (const staff of [root, system]) {
      const body = { description: `By ${staff.email}`, certificate };
      const reply = await test.as(staff, `PUT /license/v1/licenses/${key}`, body);
      expect(reply.body.item).toMatchObject({ description: body.description });
    }
    const forged = { description: '', certificate: { ...certificate, version: '99' } };
    const refused = await test.as(root, `PUT /license/v1/licenses/${key}`, forged);
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, 'certificate']);
  });

  it('accept policies of any name, but only existing users and tags', async () => {
    const { key } = await issueLicense(test, acme);
    const { acmeUser, birchUser } = test.people;
    const tag = await createTag('Policy tag');
    const policies = [consumePolicy({ kind: 'User', user: acmeUser.rn }), { name: 'House rules', statements: [] }];
    const saved = await setPolicies(key, policies);
    expect([saved.status, saved.body.item.policies]).toEqual([200, policies]);
    expect((await setPolicies(key, [consumePolicy({ kind: 'Tags', tags: [tag] })])).status).toBe(200);
    for (const user of [birchUser.rn, acmeUser.rn.replace(/.{4}$/, 'ffff'), tag]) {
      const refused = await setPolicies(key, [consumePolicy({ kind: 'User', user })]);
      expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([
        400,
        'policies.0.statements.0.principals.0.id',
      ]);
    }
    const wrongTag = await setPolicies(key, [consumePolicy({ kind: 'Tags', tags: [tag, acmeUser.rn] })]);
    const path = 'policies.0.statements.0.conditions.0.tags.1';
    expect([wrongTag.status, wrongTag.body.problems?.[0]?.path]).toEqual([400, path]);
    expect((await setPolicies(key, [])).status).toBe(200);
    const unreadable = await test.as(test.people.acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, {
      policies: [{ name: 'x', statements: [{ actions: ['a'], effect: 'Allow', color: 'red' }] }],
    });
    expect(unreadable.status).toBe(400);
    const many = await setPolicies(
      key,
      Array.from({ length: 101 }, (_, index) => ({ name: `Policy ${index}`, statements: [] })),
    );
    expect([many.status, many.body.errors]).toEqual([400, ['A license has at most 100 policies.']]);
  });

  it('prevent the deletion of tags that their consume policy names', async () => {
    const { key } = await issueLicense(test, acme);
    const tag = await createTag('Needed');
    const id = tag.split(':').at(-1);
    await setPolicies(key, [consumePolicy({ kind: 'Tags', tags: [tag] })]);
    const refused = await test.as(test.people.acmeAdmin, `DELETE /iam/v1/tags/${id}`);
    expect([refused.status, refused.body.problems?.[0]?.code]).toEqual([409, 'tag-in-use']);
    expect(refused.body.errors[0]).toContain(key);
    await setPolicies(key, []);
    expect((await test.as(test.people.acmeAdmin, `DELETE /iam/v1/tags/${id}`)).status).toBe(200);
  });

  it('are for no one, not for everyone, after their only consumer is deleted', async () => {
    const person = await test.createPerson(acme, 'Sole', null);
    const { key } = await issueLicense(test, acme, [consumePolicy({ kind: 'User', user: person.rn })]);
    await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${person.id}`);
    const { policies } = await read(key);
    expect(policies).toEqual([consumePolicy({ kind: 'No one' })]);
  });

  it('can be released when nobody holds them', async () => {
    const { key } = await issueLicense(test, acme);
    expect((await test.as(test.people.acmeAdmin, `POST /license/v1/licenses/${key}/unassign`, {})).status).toBe(200);
    expect((await test.as(test.people.birchAdmin, `POST /license/v1/licenses/${key}/unassign`, {})).status).toBe(404);
    expect((await test.as(test.people.acmeUser, `POST /license/v1/licenses/${key}/unassign`, {})).status).toBe(403);
  });

  it('make an account Shared only through the shared product', async () => {
    const account = await test.createAccount('Sharers');
    const admin = await test.createPerson(account, 'Sharer', 'Administrator');
    const strategy = async () => (await test.as(admin, 'GET /license/v1/strategy')).body.item;
    await issueLicense(test, account);
    expect(await strategy()).toEqual({ strategy: 'User-based' });
    await issueLicense(test, account, [], { 'product-id': test.services.installation.sharedProductId });
    expect(await strategy()).toEqual({ strategy: 'Shared' });
  });
});

describe('add-ons', () => {
  it('are assigned once each, removed, and listed while unassigned', async () => {
    const { acmeAdmin } = test.people;
    const desk = await issueLicense(test, acme, [], { description: 'Desk 7' });
    const [one, two] = [
      await issueAddonLicense(test, acme, 'colour', 'Colour'),
      await issueAddonLicense(test, acme, 'colour'),
    ];
    const unassigned = async () => {
      const reply = await test.as(acmeAdmin, 'GET /license/v1/addon-licenses?resolve=all&unassigned-only=true');
      return reply.body.items.map((item) => item.rn);
    };
    const assign = (key: string, addon: string) =>
      test.as(acmeAdmin, `POST /license/v1/licenses/${key}/addons`, { addon });
    expect(await unassigned()).toEqual([one.rn, two.rn]);
    expect((await assign(desk.key, one.rn)).body.item).toMatchObject({ addons: [one.rn] });
    const again = await assign(desk.key, two.rn);
    expect([again.status, again.body.errors]).toEqual([
      409,
      ['The addon Colour for printers is already assigned to the license Desk 7.'],
    ]);
    const other = await issueLicense(test, acme);
    expect((await assign(other.key, one.rn)).status).toBe(409);
    expect(await unassigned()).toEqual([two.rn]);
    const detail = await test.as(acmeAdmin, `GET /license/v1/licenses/${desk.key}?resolve=all`);
    expect(Object.keys(detail.body.resources)).toEqual(expect.arrayContaining([one.rn, one.of]));
    const remove = (addon: string) => test.as(acmeAdmin, `DELETE /license/v1/licenses/${desk.key}/addons/${addon}`);
    expect((await remove(one.key)).status).toBe(200);
    expect((await remove(one.key)).status).toBe(404);
    expect(await unassigned()).toHaveLength(2);
  });

  it('in another account are refused like unknown ones', async () => {
    const desk = await issueLicense(test, acme);
    const foreign = await issueAddonLicense(test, test.accounts.birch, 'foreign');
    const bodies = await Promise.all(
      [foreign.rn, foreign.rn.replace(test.accounts.birch, acme), desk.rn].map((addon) =>
        test.as(test.people.acmeAdmin, `POST /license/v1/licenses/${desk.key}/addons`, { addon }),
      ),
    );
    expect(bodies.map((reply) => reply.status)).toEqual([400, 400, 400]);
    expect(new Set(bodies.map((reply) => reply.body.errors[0])).size).toBe(1);
  });
});
