import { calls } from '@keyhold/contract';
import type { Request } from '@playwright/test';
import { errorAlert, fact, hold, row, toast } from '../../browser/screen.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { createAccount, engage, idOf, invite } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const root = () => demoPerson('Root Administrator', 'provider');

test('the list: columns, badges, and a search over name, description and status', async ({ open }) => {
  const name = `Northern ${unique()}`;
  const account = await createAccount(name, 'Bridges and tunnels');
  const ended = await createAccount(`Southern ${unique()}`);
  const params = { id: idOf(ended) };
  await (await rootApi()).send(calls.updateAccountStatus, { params, body: { status: 'Inactive' } });
  const page = await open(await root(), '/admin/accounts');
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Description', 'Status', 'Actions']);
  const search = page.getByRole('searchbox', { name: 'Search accounts' });
  expect((await search.boundingBox())?.width).toBe(400);

  await search.fill(name.toUpperCase());
  await expect(page).toHaveURL(`/admin/accounts?search=${name.toUpperCase().replace(' ', '+')}`);
  const found = row(page, name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(found).toContainText('Bridges and tunnels');
  await expect(found.getByText('Pending')).toHaveAttribute('data-tone', 'gray');
  await expect(found.getByText('No owner')).toHaveAttribute('data-tone', 'red');
  await expect(found.getByRole('link', { name })).toHaveAttribute('href', `/admin/accounts/${idOf(account)}`);
  await search.fill('and tunn');
  await expect(found).toBeVisible();
  await search.fill('INACTIVE');
  await expect(row(page, ended.name).getByText('Inactive')).toHaveAttribute('data-tone', 'red');
  await search.fill('active');
  await expect(row(page, 'Acme Print').getByText('Active')).toHaveAttribute('data-tone', 'green');
  await expect(row(page, 'Acme Print').getByText('No owner')).toBeHidden();
  await expect(found).toBeHidden();
  const names = await page.getByRole('row').getByRole('link').allTextContents();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

test('create, with the validation of the form, and delete after a question', async ({ open, faults }) => {
  const name = `Founded ${unique()}`;
  const page = await open(await root(), '/admin/accounts');
  const opener = page.getByRole('button', { name: 'New account' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Create new account' });
  const create = dialog.getByRole('button', { name: 'Create' });
  await dialog.getByLabel('Name').fill('   ');
  await create.click();
  await expect(dialog.getByText('Empty name')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('  acme print ');
  await create.click();
  await expect(dialog.getByText('This account name already exists.')).toBeVisible();

  await dialog.getByLabel('Name').fill(name);
  const release = await hold(page, 'POST', /^\/admin\/v1\/accounts$/);
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  release();
  await expect(toast(page, 'Account successfully created')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('searchbox').fill(name);
  const remove = row(page, name).getByRole('button', { name: `Delete ${name}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete account' });
  await expect(question).toContainText('Are you sure you want to delete this account?');
  await expect(question).toContainText(name);
  await expect(question.getByRole('button')).toHaveText(["No don't delete it", 'Delete']);
  await question.getByRole('button', { name: "No don't delete it" }).click();
  await expect(question).toBeHidden();
  await remove.click();
  await faults.inject(page, 'DELETE', /^\/admin\/v1\/accounts\//, { status: 409, error: 'It is in use.' }, 1);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(errorAlert(question)).toContainText('It is in use.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Account successfully deleted')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('details: name and description can be changed, status and dates are read-only', async ({ open }) => {
  const account = await createAccount(`Details ${unique()}`, 'Before');
  const page = await open(await root(), `/admin/accounts/${idOf(account)}`);
  await expect(page.getByRole('link', { name: 'Back to Accounts' })).toHaveAttribute('href', '/admin/accounts');
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Owner']);
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Name')).toHaveValue(account.name);
  await expect(fact(page, 'Status')).toHaveText('Pending');
  await expect(page.getByRole('textbox')).toHaveCount(3);
  await expect(fact(page, 'Created On')).toHaveText('just now');
  await expect(fact(page, 'Updated On')).toHaveText('just now');
  await fact(page, 'Created On').getByRole('time').hover();
  const exact = `${account['created-on'].slice(0, 19).replace('T', ' ')} UTC`;
  await expect(page.getByRole('tooltip')).toHaveText(exact);

  const update = page.getByRole('button', { name: 'Update' });
  await page.getByLabel('Name').fill('  ACME print  ');
  await update.click();
  await expect(page.getByText('This account name already exists.')).toBeVisible();
  await page.getByLabel('Name').fill('  ');
  await update.click();
  await expect(page.getByText('Empty name')).toBeVisible();
  await page.getByLabel('Name').fill(account.name.toUpperCase());
  await page.getByLabel('Description').fill('After');
  const release = await hold(page, 'PUT', /^\/admin\/v1\/accounts\//);
  await update.click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expect(toast(page, 'Account successfully updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: account.name.toUpperCase() })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('After');
});

test('owner: no users to choose from, then a choice, which removes the badge', async ({ open, faults }) => {
  const account = await createAccount(`Owned ${unique()}`);
  const page = await open(await root(), `/admin/accounts/${idOf(account)}`);
  const streams = new Set<Request>();
  page.on('request', (request) => void (request.url().includes('/events/v1/changes') && streams.add(request)));
  page.on('requestfailed', (request) => streams.delete(request));
  page.on('requestfinished', (request) => streams.delete(request));
  await page.getByRole('tab', { name: 'Owner' }).click();
  await expect(page).toHaveURL(`/admin/accounts/${idOf(account)}?tab=owner`);
  const selector = page.getByRole('combobox', { name: 'Owner' });
  await expect(selector).toBeDisabled();
  await expect(selector).toHaveText('There are no users yet belonging to this account.');
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(page.getByText('Owner cannot be empty', { exact: true })).toBeVisible();

  // Other users may change the account in the meantime: the selector updates by itself.
  const owner = await engage(idOf(account), { 'first-name': 'Olive', 'last-name': 'Owner' });
  await invite(idOf(account), { 'first-name': 'Other', 'last-name': 'Person' });
  await expect(selector).toBeEnabled();
  await expect.poll(() => streams.size).toBe(1);
  await selector.click();
  await page.keyboard.type('nobody of that name');
  await expect(page.getByText('No users found.')).toBeVisible();
  await selector.fill('olive');
  await expect(page.getByRole('option')).toHaveText([`Olive Owner (${owner.email})`]);
  await page.getByRole('option').click();

  await faults.inject(page, 'PUT', /\/owner$/, { status: 400, error: 'Owner cannot be empty.' }, 1);
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(errorAlert(page)).toContainText('Owner cannot be empty.');
  await expect(page.getByText('No owner')).toBeVisible();
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(toast(page, 'Owner successfully updated')).toBeVisible();
  await expect(page.getByText('No owner')).toBeHidden();
  // An account whose owner has activated is Active.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(fact(page, 'Status')).toHaveText('Active');
});

test('owner: the list opens below its field at once, also after both were scrolled out of sight', async ({ open }) => {
  const account = await createAccount(`Scrolled ${unique()}`);
  await engage(idOf(account));
  const page = await open(await root(), `/admin/accounts/${idOf(account)}?tab=owner`);
  await page.setViewportSize({ width: 320, height: 160 });
  const field = page.getByRole('combobox', { name: 'Owner' });
  await field.click();
  await expect(page.getByRole('option')).toBeVisible();
  const seen = await field.evaluateHandle((input) => {
    const list = document.querySelector('[role="option"]')?.closest<HTMLElement>('[style*="left"]');
    const places: (number | 'hidden')[] = [];
    const note = () => {
      const { left, width } = list?.getBoundingClientRect() ?? { left: Number.NaN, width: 0 };
      places.push(width === 0 ? 'hidden' : Math.round(left - input.getBoundingClientRect().left));
    };
    if (list) new MutationObserver(note).observe(list, { attributes: true });
    return places;
  });
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expect.poll(() => seen.jsonValue()).toContain('hidden');
  await field.evaluate((input) => input.scrollIntoView());
  await expect(page.getByRole('option')).toBeVisible();
  const places = await seen.jsonValue();
  expect(new Set(places)).toEqual(new Set(['hidden', 0]));
});
