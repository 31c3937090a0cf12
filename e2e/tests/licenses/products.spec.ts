import { calls } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { errorAlert, row, sent, toast } from '../../browser/screen.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('provider staff create a product, change it, retire it and delete it', async ({ open, faults }) => {
  const id = `studio-${unique()}`;
  const name = `Studio ${id}`;
  const page = await open(await demoPerson('System Administrator', 'provider'), '/admin/products');

  await test.step('create', async () => {
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create new product' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('Empty name')).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Id').fill('keyhold-studio');
    faults.expectRefusal(409, /\/products$/);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(errorAlert(dialog)).toContainText('in use already');
    await dialog.getByLabel('Id').fill(id);
    await dialog.getByLabel('Licenses may be shared').check();
    await expect(dialog).toContainText('it has tags');
    await expectAccessible(page, 'a new product');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toast(page, 'Product successfully created')).toBeVisible();
    await expect(row(page, name)).toContainText('Shared');
  });

  await test.step('change', async () => {
    await row(page, name).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('code')).toHaveText(new RegExp(`:product:${id}$`));
    await page.getByLabel('Heartbeat every').fill('50');
    await page.getByLabel('Outage grace').fill('20000');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('A lease must last at least two heartbeats')).toBeVisible();
    await expect(page.getByText('Enter a whole number of seconds from 0 to 14,400')).toBeVisible();
    await expect(page.getByLabel('Lease lasts')).toBeFocused();
    await expectAccessible(page, 'a product, refused');
    await page.getByLabel('Lease lasts').fill('120');
    await page.getByLabel('Outage grace').fill('3600');
    await page.getByLabel('Refuse versions newer than the license').check();
    await page.getByLabel('Algorithm of lease tokens').selectOption('EdDSA');
    const bodies = sent(page, 'PUT', /\/admin\/products\//);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Product successfully updated')).toBeVisible();
    expect(bodies).toEqual([
      {
        ...{ name, description: '', status: 'Active', shared: true, 'enforce-version': true, 'token-alg': 'EdDSA' },
        ...{ 'heartbeat-seconds': 50, 'lease-seconds': 120, 'grace-seconds': 3600 },
      },
    ]);
  });

  await test.step('retire and activate', async () => {
    for (const [name, status] of [
      ['Retire product', 'Retired'],
      ['Activate product', 'Active'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: name.split(' ')[0] ?? '', exact: true })
        .click();
      await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(status);
    }
    await page.getByRole('button', { name: 'Activity' }).click();
    await expect(page.getByRole('main')).toContainText('created this product');
    await expect(page.getByRole('main')).toContainText('Refuse newer versions');
  });

  await test.step('delete, on a phone, once nothing of it was issued', async () => {
    await page.goto('/admin/products');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await beyondTheEdge(page)).toEqual([]);
    await page.getByRole('searchbox').fill(id);
    await row(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click();
    const question = page.getByRole('dialog', { name: 'Delete product' });
    await expect(question).toContainText('Only a product that was never issued');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page, 'Product successfully deleted')).toBeVisible();
    await expect(row(page, name)).toHaveCount(0);
  });
});

test('a product of which licenses were issued cannot be deleted, and the server says why', async ({ open, faults }) => {
  const { id: account } = await foundCompany('User-based');
  const license = await issueOne(account);
  const { item } = await (await rootApi()).send(calls.getProduct, {
    params: { id: license.certificate.product.split(':').at(-1) ?? '' },
  });
  const page = await open(await demoPerson('Root Administrator', 'provider'), `/admin/products?search=${idOf(item)}`);
  await row(page, item.name).first().getByRole('button', { name: 'Delete' }).click();
  faults.expectRefusal(409, /\/products\//);
  const question = page.getByRole('dialog', { name: 'Delete product' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(errorAlert(question)).toContainText('Retire it instead.');
});

test('other users have no access', async ({ open }) => {
  const page = await open(await demoPerson('Account Administrator', 'provider'), '/admin/products');
  await expect(page.getByText('Sorry, you cannot access this page.')).toBeVisible();
});
