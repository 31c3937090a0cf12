import { calls, type ServiceAccount } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import { errorAlert, hold, loseReply, row, toast } from '../../browser/screen.ts';
import { apiWith, unique } from '../../fixtures/api.ts';
import { type Company, foundCompany, idOf } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addMachine({ api, id }: Company): Promise<ServiceAccount> {
  const roles = (await api.send(calls.listRoles, {})).items.filter(({ name }) => name === 'Administrator');
  const body = { name: `Export ${unique()}`, roles: roles.map(({ rn }) => rn), 'account-id': id };
  return (await api.send(calls.createServiceAccount, { body })).item;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('an administrator creates a service account and a token, which is shown once and revoked', async ({ open }) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('link', { name: 'Service accounts', exact: true }).click();
  await expect(page).toHaveTitle(/^Service accounts · /);
  await expect(page.getByText('No service accounts yet')).toBeVisible();
  await button(page, 'New service account').click();
  const form = page.getByRole('dialog', { name: 'Create new service account' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Empty name')).toBeVisible();
  const name = `Nightly export ${unique()}`;
  await form.getByLabel('Name').fill(name);
  await form.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Administrator', exact: true }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(toast(page, 'Service account successfully created')).toBeVisible();
  await expect(row(page, name)).toContainText('Administrator');
  await row(page, name).getByRole('link').click();

  await expect(page.getByText('No tokens yet')).toBeVisible();
  await button(page, 'New token').click();
  const making = page.getByRole('dialog', { name: 'Create new token' });
  await making.getByLabel('Name').fill('Warehouse');
  await making.getByLabel('Ends on').fill('2020-01-01');
  await making.getByLabel('Addresses').fill('127.0.0.0/8\nnowhere');
  await making.getByRole('button', { name: 'Create token' }).click();
  await expect(making.getByText('Choose a date from tomorrow to two years from now.')).toBeVisible();
  await expect(making.getByText('nowhere is not a range')).toBeVisible();
  await making.getByLabel('Ends on').fill(inDays(60).slice(0, 10));
  await making.getByLabel('Addresses').fill('127.0.0.0/8\n::1/128');
  await making.getByRole('button', { name: 'Create token' }).click();

  const shown = page.getByRole('dialog', { name: 'New token' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^kh_[0-9A-Za-z]{49}$/);
  // Escape does not close it by accident.
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy token' }).click();
  await expect(toast(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Warehouse')).toContainText(`${secret.slice(0, 9)}…`);
  await expect(row(page, 'Warehouse')).toContainText('127.0.0.0/8');

  const machine = apiWith(secret);
  expect((await machine.send(calls.listUsers, {})).items.length).toBeGreaterThan(0);
  await page.reload();
  await expect(row(page, 'Warehouse')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(secret);
  await button(page, 'Revoke Warehouse').click();
  const question = page.getByRole('dialog', { name: 'Revoke token' });
  await expect(question).toContainText('Are you sure you want to revoke the token Warehouse?');
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(toast(page, 'Token successfully revoked')).toBeVisible();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expect(machine.send(calls.listUsers, {})).rejects.toThrow('Authentication is required.');
});

test('a retry after a broken connection creates one token, and shows its secret', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const machine = await addMachine(company);
  const page = await open(company.administrator, `/iam/service-accounts/${idOf(machine)}`);
  faults.expectLoss(/\/tokens$/);
  await loseReply(page, /\/tokens$/);
  await button(page, 'New token').click();
  const making = page.getByRole('dialog', { name: 'Create new token' });
  await making.getByLabel('Name').fill('Warehouse');
  const refetched = page.waitForResponse((response) => response.url().endsWith(idOf(machine)));
  await making.getByRole('button', { name: 'Create token' }).click();
  await expect(errorAlert(making)).toContainText('The server cannot be reached.');
  await refetched;
  await making.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'New token' });
  await expect(shown.locator('code')).toHaveText(/^kh_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Warehouse')).toHaveCount(1);
});

test('only provider staff see the service accounts of any account', async ({ open }) => {
  const company = await foundCompany('User-based');
  const machine = await addMachine(company);
  const staff = await open(await demoPerson('Account Administrator', 'provider'), '/iam/service-accounts');
  const switcher = staff.getByRole('combobox', { name: 'Viewed account' });
  await switcher.fill(company.account.name);
  await staff.getByRole('option', { name: company.account.name }).click();
  await expect(row(staff, machine.name)).toBeVisible();

  const ordinary = await open(await demoPerson('User', 'Shared'), '/iam/service-accounts');
  await expect(ordinary.getByText('Sorry, you cannot access this page.')).toBeVisible();
});

test('its states are accessible in both schemes, and on a phone', async ({ open }) => {
  const company = await foundCompany('User-based');
  const machine = await addMachine(company);
  const params = { id: idOf(machine) };
  const body = { name: 'Warehouse', 'expires-on': inDays(60), addresses: ['192.0.2.0/24', '2001:db8::/32'] };
  await company.api.send(calls.createServiceAccountToken, { params, body });
  const page = await open(company.administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const judge = async (what: string, path: string, arrange: () => Promise<unknown>): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await arrange();
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, what);
  };
  const detail = `/iam/service-accounts/${params.id}`;
  await judge('service accounts', '/iam/service-accounts', () => expect(row(page, machine.name)).toBeVisible());
  await judge('new service account', '/iam/service-accounts', async () => {
    await button(page, 'New service account').click();
    await button(page, 'Create').click();
    await expect(page.getByText('Empty name')).toBeVisible();
  });
  await judge('tokens', detail, () => expect(row(page, 'Warehouse')).toBeVisible());
  await judge('new token', detail, async () => {
    await button(page, 'New token').click();
    await expect(page.getByLabel('Ends on')).toBeVisible();
  });
  await judge('revoke a token', detail, () => button(page, 'Revoke Warehouse').click());
  await judge('its details', `${detail}?tab=details`, () => expect(page.getByLabel('Description')).toBeVisible());
});

test('a token is shown even if the user has gone back while it was created', async ({ open }) => {
  const company = await foundCompany('User-based');
  const machine = await addMachine(company);
  const page = await open(company.administrator, '/iam/service-accounts');
  await row(page, machine.name).getByRole('link').click();
  await button(page, 'New token').click();
  const making = page.getByRole('dialog', { name: 'Create new token' });
  await making.getByLabel('Name').fill('Warehouse');
  const release = await hold(page, 'POST', /\/tokens$/);
  await making.getByRole('button', { name: 'Create token' }).click();
  await expect(making.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/service-accounts$/);
  await expect(making).toHaveCount(0);
  release();
  const shown = page.getByRole('dialog', { name: 'New token' });
  await expect(shown.locator('code')).toHaveText(/^kh_[0-9A-Za-z]{49}$/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(row(page, machine.name)).toBeVisible();
});
