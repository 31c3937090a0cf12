import { calls } from '@keyhold/contract';
import { toast } from '../browser/screen.ts';
import { rootApi, unique } from '../fixtures/api.ts';
import { idOf } from '../fixtures/company.ts';
import { demoPerson } from '../fixtures/people.ts';
import { expect } from '../test.ts';
import { insist, type Scene } from './stage.ts';

async function createProduct() {
  const id = `product-${unique()}`;
  return (await (await rootApi()).send(calls.createProduct, { body: { id, name: `Name of ${id}` } })).item;
}

async function createAddon() {
  const id = `addon-${unique()}`;
  return (await (await rootApi()).send(calls.createAddon, { body: { id, name: `Name of ${id}` } })).item;
}

/** Two people who work on the catalogue. */
export const catalogue: readonly Scene[] = [
  {
    writes: ['updateProduct'],
    title: 'Change the lease times of a product while somebody else retires it',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { rn, ...product } = await createProduct();
      const params = { id: idOf({ rn }) };
      const path = new RegExp(`/products/${params.id}$`);
      mayBeStale(path);
      const page = await open(await demoPerson('Root Administrator', 'provider'), `/admin/products/${params.id}`);
      await page.getByLabel('Lease lasts').fill('180');
      const theirs = { ...product, status: 'Retired', description: 'Theirs' } as const;
      await meanwhile(page, path, () => root.send(calls.updateProduct, { params, body: theirs }));
      await insist(page, { name: 'Update' }, 'Product successfully updated');
      const now = (await root.send(calls.getProduct, { params })).item;
      expect(now).toMatchObject({ status: 'Retired', description: 'Theirs', 'lease-seconds': 180 });
    },
  },
  {
    writes: ['deleteProduct'],
    title: 'Delete a product that somebody else has just renamed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { rn, ...product } = await createProduct();
      const params = { id: idOf({ rn }) };
      mayBeStale(new RegExp(`/products/${params.id}$`));
      const person = await demoPerson('Root Administrator', 'provider');
      const page = await open(person, `/admin/products?search=${params.id}`);
      await page.getByRole('button', { name: `Delete ${product.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete product' });
      const body = { ...product, name: `In use ${params.id}` };
      await meanwhile(page, /\/products$/, () => root.send(calls.updateProduct, { params, body }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Somebody changed this in the meantime.');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Product successfully deleted')).toBeVisible();
    },
  },
  {
    writes: ['updateAddon'],
    title: 'Describe an add-on while somebody else retires it',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { rn, ...addon } = await createAddon();
      const params = { id: idOf({ rn }) };
      const path = new RegExp(`/addons/${params.id}$`);
      mayBeStale(path);
      const page = await open(await demoPerson('Root Administrator', 'provider'), `/admin/addons/${params.id}`);
      await page.getByLabel('Description').fill('mine');
      await meanwhile(page, path, () =>
        root.send(calls.updateAddon, { params, body: { ...addon, status: 'Retired' } }),
      );
      await insist(page, { name: 'Update' }, 'Addon successfully updated');
      const now = (await root.send(calls.getAddon, { params })).item;
      expect(now).toMatchObject({ status: 'Retired', description: 'mine' });
    },
  },
  {
    writes: ['deleteAddon'],
    title: 'Delete an add-on that somebody else has just renamed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { rn, ...addon } = await createAddon();
      const params = { id: idOf({ rn }) };
      mayBeStale(new RegExp(`/addons/${params.id}$`));
      const person = await demoPerson('Root Administrator', 'provider');
      const page = await open(person, `/admin/addons?search=${params.id}`);
      await page.getByRole('button', { name: `Delete ${addon.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete addon' });
      const body = { ...addon, name: `In use ${params.id}` };
      await meanwhile(page, /\/addons$/, () => root.send(calls.updateAddon, { params, body }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Somebody changed this in the meantime.');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Addon successfully deleted')).toBeVisible();
    },
  },
];
