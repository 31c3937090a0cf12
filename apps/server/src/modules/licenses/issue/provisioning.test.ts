import { consumePolicy, type License } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { issueAddonLicense, issueLicense } from '../../../../test/licensing/issued-licenses.ts';

let test: TestApp;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  acme = test.accounts.acme;
});
afterAll(() => test.close());

const unknown = '0198c0de-0000-7000-8000-000000000000';

async function addProduct(id: string): Promise<string> {
  const reply = await test.as(test.people.system, 'POST /license/v1/admin/products', { id, name: `Product ${id}` });
  expect(reply.status).toBe(201);
  return reply.body.item.rn;
}

const issue = (by: Person, body: Record<string, unknown>) =>
  test.as(by, 'POST /license/v1/admin/licenses', {
    'account-id': acme,
    type: 'Subscription',
    expiry: { date: '2030-01-01' },
    ...body,
  });

describe('the catalogue', () => {
  it('is managed by system administrators, and forbidden to all others', async () => {
    const rn = await addProduct('keyhold-press');
    expect(rn).toBe(`keyhold:eu-1:${test.accounts.provider}:product:keyhold-press`);
    const again = await test.as(test.people.root, 'POST /license/v1/admin/products', {
      id: 'keyhold-press',
      name: 'X',
    });
    expect([again.status, again.body.problems?.[0]?.path]).toEqual([409, 'id']);
    const list = await test.as(test.people.root, 'GET /license/v1/admin/products?search=PRESS');
    expect(list.body.items).toMatchObject([{ rn, name: 'Product keyhold-press', description: '' }]);
    for (const other of [test.people.accountAdmin, test.people.acmeAdmin, test.people.acmeUser]) {
      expect((await test.as(other, 'GET /license/v1/admin/products')).status).toBe(403);
      expect((await test.as(other, 'POST /license/v1/admin/addons', { id: 'x', name: 'X' })).status).toBe(403);
    }
    for (const id of ['', 'Upper', 'a:b', '-a', 'a b']) {
      expect((await test.as(test.people.root, 'POST /license/v1/admin/addons', { id, name: 'X' })).status).toBe(400);
    }
  });
});

describe('licenses', () => {
  it('are issued in batches to any account by system administrators', async () => {
    const product = await addProduct('issued');
    const reply = await issue(test.people.system, { product, version: '26.1', count: 25, description: 'Desk' });
    expect(reply.status).toBe(201);
    const items = reply.body.items as unknown as License[];
    expect(new Set(items.map((item) => item.rn)).size).toBe(25);
    expect(items[0]).toMatchObject({
      rn: expect.stringMatching(/:license:[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/),
      description: 'Desk',
      status: 'Active',
      policies: [],
      certificate: {
        product,
        type: 'Subscription',
        version: '26.1',
        expiry: { perpetual: false, date: '2030-01-01T23:59:59.999Z', period: null },
      },
    });
    expect((await issue(test.people.accountAdmin, { product })).status).toBe(403);
    expect((await issue(test.people.acmeAdmin, { product })).status).toBe(403);
  });

  it('are refused with the name of the invalid field', async () => {
    const product = await addProduct('refused');
    const { root } = test.people;
    const pathOf = async (body: Record<string, unknown>) => {
      const reply = await issue(root, { product, ...body });
      return [reply.status, reply.body.problems?.[0]?.path];
    };
    expect(await pathOf({ product: product.replace('refused', 'missing') })).toEqual([400, 'product']);
    expect(await pathOf({ type: 'Gift' })).toEqual([400, 'type']);
    expect(await pathOf({ count: 0 })).toEqual([400, 'count']);
    expect(await pathOf({ expiry: {} })).toEqual([400, 'expiry']);
    expect(await pathOf({ expiry: { period: 1.5 } })).toEqual([400, 'expiry.period']);
    expect(await pathOf({ 'maintenance-start': '2026-02-01', 'maintenance-end': '2026-01-01' })).toEqual([
      400,
      'maintenance-end',
    ]);
    expect((await issue(root, { product, 'account-id': unknown })).status).toBe(404);
  });

  it('are suspended and resumed, extended and ended, by their terms', async () => {
    const { key } = await issueLicense(test, acme);
    const { system } = test.people;
    const put = (part: string, body: unknown) => test.as(system, `PUT /license/v1/licenses/${key}/${part}`, body);
    expect((await put('status', { status: 'Suspended' })).body.item).toMatchObject({ status: 'Suspended' });
    expect((await put('status', { status: 'Active' })).body.item).toMatchObject({ status: 'Active' });
    expect((await put('status', { status: 'Expired' })).status).toBe(400);
    const past = await put('terms', { expiry: { date: '2020-01-01T00:00:00Z' } });
    expect(past.body.item).toMatchObject({ status: 'Expired' });
    const future = await put('terms', { expiry: { perpetual: true }, 'maintenance-end': '2040-01-01' });
    expect(future.body.item).toMatchObject({
      status: 'Active',
      certificate: { expiry: { perpetual: true }, 'maintenance-end': '2040-01-01T23:59:59.999Z' },
    });
    expect((await put('terms', {})).status).toBe(400);
    expect(
      (await test.as(test.people.acmeAdmin, `PUT /license/v1/licenses/${key}/status`, { status: 'Suspended' })).status,
    ).toBe(403);
  });

  it('move to another account with their add-ons, and are for no one there', async () => {
    const { key } = await issueLicense(test, acme, [consumePolicy({ kind: 'Everyone' })]);
    const addon = await issueAddonLicense(test, acme, 'movable');
    await test.as(test.people.root, `POST /license/v1/licenses/${key}/addons`, { addon: addon.rn });
    const moved = await test.as(test.people.root, `PUT /license/v1/licenses/${key}/account`, {
      'account-id': test.accounts.birch,
    });
    expect(moved.body.item).toMatchObject({
      rn: `keyhold:eu-1:${test.accounts.birch}:license:${key}`,
      policies: [],
      addons: [`keyhold:eu-1:${test.accounts.birch}:addon-license:${addon.key}`],
    });
    expect((await test.as(test.people.acmeAdmin, `GET /license/v1/licenses/${key}`)).status).toBe(404);
    expect((await test.as(test.people.birchAdmin, `GET /license/v1/licenses/${key}`)).status).toBe(200);
  });
});

describe('add-on licenses', () => {
  it('are issued unassigned', async () => {
    const addon = await test.as(test.people.root, 'POST /license/v1/admin/addons', {
      id: 'issued-addon',
      name: 'Issued',
    });
    const body = { 'account-id': acme, addon: addon.body.item.rn, type: 'Trial', count: 3 };
    const reply = await test.as(test.people.root, 'POST /license/v1/admin/addon-licenses', body);
    expect([reply.status, reply.body.items.map((item) => item['license'])]).toEqual([201, [null, null, null]]);
  });
});
