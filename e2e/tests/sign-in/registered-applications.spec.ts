import { calls } from '@keyhold/contract';
import { beyondTheEdge } from '../../browser/edge.ts';
import { errorAlert, row, toast } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { listen } from '../../fixtures/applications.ts';
import { engage, foundCompany } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('provider staff register an application, change it and delete it, which signs out its users', async ({
  page,
  browser,
  faults,
}) => {
  const id = `studio-${unique()}`;
  const root = await rootApi();
  const product = { id, name: `Studio ${id}` };
  await root.send(calls.createProduct, { body: product });
  await openAs(page, await demoPerson('System Administrator', 'provider'));
  await page.goto('/licensing/licenses');
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();

  await test.step('the command is listed, and cannot be deleted', async () => {
    const command = row(page, 'Keyhold command');
    await expect(command).toContainText('Built in');
    await expect(command.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await command.getByRole('button', { name: 'Change Keyhold command' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change application' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Keyhold command');
    await expect(dialog.getByRole('combobox', { name: 'Product' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('register', async () => {
    await page.getByRole('button', { name: 'New application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create new application' });
    await dialog.getByLabel('Id (client_id)').fill('Not An Id');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect(dialog.getByText('Empty name')).toBeVisible();
    await expect(dialog.getByText('An id is made of lower-case letters, digits and hyphens.')).toBeVisible();
    await expect(dialog.getByText('Choose a product')).toBeVisible();
    await dialog.getByLabel('Name').fill('Studio for the desktop');
    await dialog.getByLabel('Id (client_id)').fill('keyhold');
    await dialog.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: product.name }).click();
    faults.expectRefusal(409, /\/applications$/);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect(errorAlert(dialog)).toContainText('in use already');
    await expect(dialog.getByLabel('Id (client_id)')).toBeFocused();
    await dialog.getByLabel('Id (client_id)').fill(id);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect(toast(page, 'Application successfully registered')).toBeVisible();
    await expect(row(page, id)).toContainText(product.name);
  });

  await test.step('change', async () => {
    await row(page, id).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change application' });
    await expect(dialog.getByText(id, { exact: true })).toBeVisible();
    await dialog.getByLabel('Name').fill('Studio, renamed');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Application successfully updated')).toBeVisible();
    await expect(row(page, id)).toContainText('Studio, renamed');
  });

  const application = await listen(id);
  await test.step('a user is signed in by it', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const theirs = await context.newPage();
    faults.watchContext(context);
    await openAs(theirs, await engage((await foundCompany('User-based')).id));
    await theirs.goto(application.start);
    await theirs.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(theirs.getByRole('heading', { name: 'Back in the application' })).toBeVisible();
    await context.close();
  });
  const code = application.arrived[0]?.searchParams.get('code') ?? '';
  const { refresh_token: token } = await application.exchange(code);
  expect(await application.renew(String(token))).toMatchObject({ token_type: 'Bearer' });
  application.close();

  await test.step('delete, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await beyondTheEdge(page)).toEqual([]);
    await row(page, id).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete application' });
    await expect(question).toContainText('Everybody signed in through it is signed out at once');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page, 'Application successfully deleted')).toBeVisible();
    await expect(row(page, id)).toHaveCount(0);
  });
  expect(await application.renew(String(token))).toMatchObject({ error: 'invalid_client' });
});

test('other users have no access', async ({ open }) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/admin/applications');
  await expect(page.getByText('Sorry, you cannot access this page.')).toBeVisible();
  await page.goto('/licensing/licenses');
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Applications', exact: true })).toHaveCount(0);
});
