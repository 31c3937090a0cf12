import { describe, expect, it } from 'vitest';
import { createLicense, everyone, openLeaseTest, studio } from '../../../test/licensing/leases.ts';

const here = openLeaseTest();
let made = 0;
const root = () => here.test.people.root;

async function add(kind: 'products' | 'addons', fields: object = {}): Promise<{ id: string; rn: string }> {
  made += 1;
  const id = `entry-${made}`;
  const { body } = await here.test.as(root(), `POST /license/v1/admin/${kind}`, {
    id,
    name: `Entry ${made}`,
    ...fields,
  });
  return { id, rn: body.item.rn };
}

const change = (path: string, fields: object) =>
  here.test.as(root(), `PUT /license/v1/admin/${path}`, { name: 'Entry', ...fields });
const issue = (fields: object) =>
  here.test.as(root(), `POST /license/v1/admin/${'addon' in fields ? 'addon-licenses' : 'licenses'}`, {
    ...{ 'account-id': here.account, type: 'Trial' },
    ...('addon' in fields ? {} : { expiry: { perpetual: true } }),
    ...fields,
  });
const strategy = async () => (await here.test.as(here.ada, 'GET /license/v1/strategy')).body.item['strategy'];

describe('a retired product or addon', () => {
  it('cannot be issued any more, until it is active again', async () => {
    const [product, addon] = [await add('products'), await add('addons')];
    for (const [path, body] of [
      [`products/${product.id}`, { product: product.rn }],
      [`addons/${addon.id}`, { addon: addon.rn }],
    ] as const) {
      expect((await issue(body)).status).toBe(201);
      expect((await change(path, { status: 'Retired' })).body.item).toMatchObject({ status: 'Retired' });
      const refused = await issue(body);
      expect([refused.status, refused.body.problems]).toMatchObject([
        409,
        [{ code: 'retired', path: Object.keys(body)[0] }],
      ]);
      expect((await change(path, { status: 'Active' })).status).toBe(200);
      expect((await issue(body)).status).toBe(201);
      expect((await change(path, { status: 'Gone' })).body.problems).toMatchObject([{ path: 'status' }]);
    }
  });

  it('is deleted if it was never issued', async () => {
    for (const kind of ['products', 'addons'] as const) {
      const [fresh, issued] = [await add(kind), await add(kind)];
      expect((await issue({ [kind === 'products' ? 'product' : 'addon']: issued.rn })).status).toBe(201);
      const remove = (id: string) => here.test.as(root(), `DELETE /license/v1/admin/${kind}/${id}`);
      expect((await here.test.as(here.ada, `DELETE /license/v1/admin/${kind}/${fresh.id}`)).status).toBe(403);
      expect((await remove(fresh.id)).status).toBe(200);
      expect((await here.test.as(root(), `GET /license/v1/admin/${kind}/${fresh.id}`)).status).toBe(404);
      expect((await remove(fresh.id)).status).toBe(404);
      expect((await remove(issued.id)).body.problems).toMatchObject([{ code: 'was-issued' }]);
    }
    const product = await add('products');
    const application = { id: `app-${made}`, name: 'App', product: product.rn };
    expect((await here.test.as(root(), 'POST /license/v1/applications', application)).status).toBe(201);
    const refused = await here.test.as(root(), `DELETE /license/v1/admin/products/${product.id}`);
    expect(refused.body.problems).toMatchObject([{ code: 'has-applications' }]);
  });
});

describe('a shared product', () => {
  it('makes the strategy of the accounts that have a license of it Shared', async () => {
    await createLicense(here.test, here.account, everyone);
    expect(await strategy()).toBe('User-based');
    expect((await change(`products/${studio}`, { shared: true })).body.item).toMatchObject({ shared: true });
    expect(await strategy()).toBe('Shared');
    expect((await change(`products/${studio}`, {})).body.item).toMatchObject({ shared: true });
    expect((await change(`products/${studio}`, { shared: false })).body.item).toMatchObject({ shared: false });
    expect(await strategy()).toBe('User-based');
    const born = await add('products', { shared: true });
    expect((await here.test.as(root(), `GET /license/v1/admin/products/${born.id}`)).body.item).toMatchObject({
      shared: true,
    });
  });

  it('is at first the one that the setting names', async () => {
    const id = here.test.services.installation.sharedProductId;
    await here.test.as(root(), 'POST /license/v1/admin/products', { id, name: 'Shared' });
    const read = async () => (await here.test.as(root(), `GET /license/v1/admin/products/${id}`)).body.item['shared'];
    expect(await read()).toBe(true);
    expect((await change(`products/${id}`, { shared: false })).status).toBe(200);
    expect(await read()).toBe(false);
  });
});

describe('the number of issued licenses', () => {
  const count = async (rn: string) =>
    (await here.test.as(root(), 'GET /license/v1/admin/issued')).body.items.find(({ entry }) => entry === rn);

  it('is that of the licenses that were not voided, with the number of their accounts', async () => {
    const [product, addon] = [await add('products'), await add('addons')];
    expect(await count(product.rn)).toBeUndefined();
    const { body } = await issue({ product: product.rn, count: 3 });
    await issue({ product: product.rn, 'account-id': here.test.accounts.birch });
    await issue({ addon: addon.rn, count: 2 });
    expect(await count(product.rn)).toEqual({ entry: product.rn, licenses: 4, accounts: 2 });
    expect(await count(addon.rn)).toEqual({ entry: addon.rn, licenses: 2, accounts: 1 });
    const key = String(body.items[0]?.['rn']).split(':').at(-1);
    expect((await here.test.as(root(), `DELETE /license/v1/admin/licenses/${key}`)).status).toBe(200);
    expect(await count(product.rn)).toMatchObject({ licenses: 3 });
  });
});
