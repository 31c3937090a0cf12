import { readFile } from 'node:fs/promises';
import { calls, resourceIdOf } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { loseReply } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { rootApi } from '../../fixtures/api.ts';
import { consume, createPool, engage, foundCompany, issue, issueOne, viewer } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** Signs in as the provider's system administrator, and views a customer's account. */
async function lookAt(page: Page, account: { readonly name: string }): Promise<void> {
  await openAs(page, await demoPerson('System Administrator', 'provider'));
  const switcher = page.getByRole('combobox', { name: 'Viewed account' });
  await switcher.fill(account.name);
  await page.getByRole('option', { name: account.name }).click();
}

test('licenses are issued to the viewed account, after a summary of the consequences', async ({ page }) => {
  const company = await foundCompany('User-based');
  await lookAt(page, company.account);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await page.getByRole('button', { name: 'Issue licenses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue licenses' });
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog.getByText('Choose a product')).toBeVisible();
  await expect(dialog.getByText('Choose a date')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Keyhold Proof');
  await page.getByRole('option', { name: 'Keyhold Proof' }).click();
  await dialog.getByLabel('End date').fill('2020-01-01');
  await expect(dialog.getByRole('status')).toContainText('It ends on 2020-01-01 and is already expired.');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Perpetual');
  await dialog.getByLabel('Maintenance until').pressSequentially('0131');
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog.getByLabel('Maintenance until')).toHaveAccessibleDescription(/Enter the whole date/);
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Trial');
  await expect(dialog.getByRole('radio', { name: 'Some days after the first activation' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Days after the first activation' }).fill('14');
  await dialog.getByLabel('How many').fill('3');
  await dialog.getByLabel('Description').fill('For the fair');
  await expect(dialog).toContainText(
    `Issues 3 Trial licenses of Keyhold Proof to ${company.account.name}. Each ends 14 days after its first activation.`,
  );
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog).toContainText('3 licenses issued');
  const keys = await dialog.getByRole('list', { name: 'Keys' }).getByRole('listitem').allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save keys as CSV' }).click(),
  ]);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toEqual(['\uFEFFKey', ...keys]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  for (const key of keys) {
    await expect(page.getByRole('row').filter({ hasText: key })).toContainText('14 days after activation');
  }
});

test('licenses are issued into an existing pool, which decides who uses them, with days of grace', async ({ page }) => {
  const company = await foundCompany('Shared');
  const pool = await createPool(company);
  await lookAt(page, company.account);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await page.getByRole('button', { name: 'Issue licenses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue licenses' });
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Keyhold Studio Shared');
  await page.getByRole('option', { name: 'Keyhold Studio Shared' }).click();
  await dialog.getByLabel('End date').fill('2099-12-31');
  await dialog.getByLabel('Days of grace').fill('91');
  const choice = dialog.getByRole('combobox', { name: 'Pool', exact: true });
  await choice.selectOption('A new pool');
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog.getByText('Enter the name of the pool')).toBeVisible();
  await expect(dialog.getByText('Enter a whole number of days from 0 to 90')).toBeVisible();
  await dialog.getByLabel('Days of grace').fill('14');
  await choice.selectOption(pool.name);
  await expect(choice).toHaveAccessibleDescription('The pool decides who may use its licenses.');
  await expect(dialog.getByRole('combobox', { name: 'Consumers' })).toHaveCount(0);
  await dialog.getByLabel('How many').fill('2');
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog).toContainText('2 licenses issued');
  const { items } = await company.api.send(calls.listLicenses, { query: { pool: pool.rn } });
  expect(items.map(({ certificate }) => certificate['grace-days']).sort()).toEqual([0, 14, 14]);
});

test('the form says why it cannot name the account', async ({ page, faults }) => {
  const company = await foundCompany('User-based');
  await lookAt(page, company.account);
  await faults.inject(
    page,
    'GET',
    new RegExp(`/admin/v1/accounts/${company.id}$`),
    { status: 500, error: 'Not now.' },
    // Once for the screen, which asks whether the account still exists, and once for the dialog.
    2,
  );
  await page.goto('/licensing/licenses');
  await page.getByRole('button', { name: 'Issue licenses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue licenses' });
  await expect(dialog.getByRole('alert')).toContainText('Not now.');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('button', { name: 'Issue', exact: true })).toBeVisible();
});

test('a retry after a broken connection issues once', async ({ page, faults }) => {
  faults.expectLoss(/addon-licenses$/);
  const company = await foundCompany('User-based');
  await lookAt(page, company.account);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await page.getByRole('button', { name: 'Issue addons' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue addons' });
  await dialog.getByRole('combobox', { name: 'Addon' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('How many').fill('2');
  await loseReply(page, /addon-licenses$/);
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.');
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog).toContainText('2 addons issued');
  const { total } = await (await rootApi()).send(calls.listAccountAddonLicenses, { query: { account: company.id } });
  expect(total).toBe(2);
});

test('a license is suspended, resumed and given another end', async ({ page }) => {
  const company = await foundCompany('User-based');
  const [license] = await issue(company.id, viewer);
  if (!license) throw new Error('No license was issued.');
  const params = { id: resourceIdOf(license.rn) };
  await openAs(page, await demoPerson('System Administrator', 'provider'), `/licensing/licenses/${params.id}`);
  const terms = page.getByRole('region', { name: 'Terms' });

  await terms.getByRole('button', { name: 'Suspend license' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(terms.getByRole('button', { name: 'Resume license' })).toBeVisible();
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  const holder = await engage(company.id, { 'first-name': 'Max', 'last-name': 'Held' });
  await expect(consume(holder, license)).rejects.toThrow();
  await terms.getByRole('button', { name: 'Resume license' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(terms.getByRole('button', { name: 'Suspend license' })).toBeVisible();

  await terms.getByRole('button', { name: 'Change terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change terms' });
  await dialog.getByRole('radio', { name: 'On a date' }).check();
  await dialog.getByLabel('End date').fill('2020-01-01');
  await expect(dialog.getByRole('status')).toHaveText('It ends on 2020-01-01 and is already expired.');
  await dialog.getByLabel('End date').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2099-12-31').first()).toBeVisible();
  const { item } = await (await rootApi()).send(calls.getLicense, { params });
  expect(item.certificate.expiry).toEqual({ perpetual: false, date: '2099-12-31T23:59:59.999Z', period: null });
});

test('an end that is saved unchanged keeps its time of day, and a half-typed date is not saved as none', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id, {
    type: 'Perpetual',
    expiry: { date: '2098-03-04T15:45:30.000Z' },
    'maintenance-start': '2026-01-01T00:00:00.000Z',
    'maintenance-end': '2097-05-06T07:08:09.000Z',
  });
  const page = await open(
    await demoPerson('System Administrator', 'provider'),
    `/licensing/licenses/${resourceIdOf(license.rn)}`,
  );
  await page.getByRole('button', { name: 'Change terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change terms' });
  await expect(dialog.getByLabel('End date')).toHaveValue('2098-03-04');
  const maintenanceEnd = dialog.getByLabel('Maintenance until');
  await maintenanceEnd.press('Backspace');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(maintenanceEnd).toHaveAccessibleDescription(/^Enter the whole date/);
  await expect(maintenanceEnd).toBeFocused();
  await maintenanceEnd.fill('2097-05-06');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const api = await rootApi();
  const certificate = async () =>
    (await api.send(calls.getLicense, { params: { id: resourceIdOf(license.rn) } })).item.certificate;
  expect((await certificate()).expiry.date).toBe('2098-03-04T15:45:30.000Z');
  expect((await certificate())['maintenance-end']).toBe('2097-05-06T07:08:09.000Z');

  await page.getByRole('button', { name: 'Change terms' }).click();
  await maintenanceEnd.clear();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await certificate())['maintenance-end']).toBeNull();
});

test('an administrator of the account neither issues nor changes terms', async ({ page }) => {
  const company = await foundCompany('User-based');
  const [license] = await issue(company.id, viewer);
  await openAs(page, company.administrator);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await page.getByRole('link', { name: resourceIdOf(license?.rn ?? '') }).click();
  await expect(page.getByRole('button', { name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Terms' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Licenses' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Issue licenses' })).toHaveCount(0);
});

test('the actions of provider staff appear together with the list', async ({ open }) => {
  const page = await open(await demoPerson('System Administrator', 'provider'), 'about:blank');
  await page.addInitScript(() => {
    const look = (): void => {
      const listed = document.querySelector('h1')?.textContent.startsWith('Licenses');
      const buttons = [...document.querySelectorAll('main button')].map(({ textContent }) => textContent);
      if (listed && !buttons.includes('Issue licenses')) document.documentElement.dataset['incomplete'] = 'true';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/licensing/licenses');
  await expect(page.getByRole('button', { name: 'Issue licenses' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-incomplete');
});
