import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { menuLink, row } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, foundCompany, idOf } from '../../fixtures/company.ts';
import { demoPerson, productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const selector = (page: Page) => page.getByRole('combobox', { name: 'Viewed account' });

async function view(page: Page, { account }: Pick<Company, 'account'>): Promise<void> {
  await selector(page).fill(account.name);
  await page.getByRole('option', { name: account.name }).click();
  await expect(selector(page)).toHaveValue(account.name);
}

/** Expects the list of a company's users. */
async function expectUsersOf(page: Page, { id, account, administrator }: Company): Promise<void> {
  await expect(page).toHaveURL(`/iam/users?account=${id}`);
  await expect(row(page, administrator.email)).toBeVisible();
  await expect(selector(page)).toHaveValue(account.name);
}

/** Expects the list of the users of the provider, who views their own account. */
async function expectOwnUsers(page: Page): Promise<void> {
  await expect(page).toHaveURL('/iam/users');
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  await expect(selector(page)).toHaveValue('Keyhold');
}

test('a link opens its screen of the viewed account in a new tab', async ({ open }) => {
  const company = await foundCompany('User-based', `Linked ${unique()}`);
  const page = await open(await demoPerson('Root Administrator', 'provider'));
  await expect(menuLink(page, 'Users')).toHaveAttribute('href', '/iam/users');
  await view(page, company);
  await expect(page).toHaveURL(`/?account=${company.id}`);
  const opened = page.context().waitForEvent('page');
  await menuLink(page, 'Users').click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expectUsersOf(tab, company);

  // The links of rows, of the head of a screen, back to a list, and of the desk.
  const query = `?account=${company.id}`;
  const inRow = row(tab, company.administrator.email).getByRole('link').first();
  await expect(inRow).toHaveAttribute('href', /^\/iam\/users\/[^/]+\?account=/);
  await expect(tab.getByRole('main').getByRole('link', { name: 'Security' })).toHaveAttribute(
    'href',
    `/iam/security${query}`,
  );
  await inRow.click();
  await expect(tab).toHaveURL(/\/iam\/users\/[^/]+\?account=/);
  const back = tab.getByRole('link', { name: 'Back to Users' });
  await expect(back).toHaveAttribute('href', `/iam/users${query}`);
  const desk = page.locator('li[data-desk]').getByRole('link', { name: 'Show' });
  await expect(desk).not.toHaveCount(0);
  for (const link of await desk.all()) await expect(link).toHaveAttribute('href', new RegExp(`account=${company.id}`));

  // The other tab views what it did, and the screens about no account name none.
  await menuLink(page, 'Accounts').click();
  await expect(page).toHaveURL('/admin/accounts');
  await expect(selector(page)).toHaveValue(company.account.name);
  await expect(menuLink(page, 'Users')).toHaveAttribute('href', `/iam/users${query}`);
  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await expect(menuLink(page, 'Users')).toHaveAttribute('href', '/iam/users');
  await tab.reload();
  await expect(selector(tab)).toHaveValue(company.account.name);
});

test('New User creates in the account of the address', async ({ open }) => {
  const company = await foundCompany('User-based', `Pasted ${unique()}`);
  const page = await open(await demoPerson('Account Administrator', 'provider'), `/iam/users?account=${company.id}`);
  await expectUsersOf(page, company);
  await page.getByRole('button', { name: 'New User' }).click();
  const email = `created.${unique()}@company.example`;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First name').fill('Created');
  await dialog.getByLabel('Last name').fill('Elsewhere');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(row(page, email)).toBeVisible();
  const { items } = await company.api.send(calls.listUsers, {});
  expect(items.map((user) => user.email)).toContain(email);
});

test('Back and Forward show the account of each entry', async ({ open }) => {
  const [one, other] = [
    await foundCompany('User-based', `First ${unique()}`),
    await foundCompany('User-based', `Second ${unique()}`),
  ];
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/users');
  await view(page, one);
  await expectUsersOf(page, one);
  await view(page, other);
  await page.goBack();
  await expectUsersOf(page, one);
  await page.goBack();
  await expectOwnUsers(page);
  await page.goForward();
  await expectUsersOf(page, one);

  // An entry of another screen, and one behind a screen that names no account.
  await menuLink(page, 'Accounts').click();
  await view(page, other);
  await menuLink(page, 'Roles').click();
  await expect(page).toHaveURL(`/iam/roles?account=${other.id}`);
  await page.goBack();
  await expect(page).toHaveURL('/admin/accounts');
  await expect(selector(page)).toHaveValue(other.account.name);
  await page.goBack();
  await expectUsersOf(page, one);
  await page.goBack();
  await expectOwnUsers(page);
  await menuLink(page, 'Roles').click();
  await expect(page).toHaveURL('/iam/roles');

  // The page of an entry may have been left for another one.
  await page.goto(`/iam/users?account=${one.id}`);
  await expectUsersOf(page, one);
  await page.goBack();
  await expect(page).toHaveURL('/iam/roles');
  await expect(selector(page)).toHaveValue('Keyhold');
});

test('the account that a tab views completes an address without one', async ({ open }) => {
  const company = await foundCompany('User-based', `Completed ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/users?search=nobody');
  await view(page, company);
  await page.goto('/iam/users?sort=-email');
  await expect(page).toHaveURL(`/iam/users?sort=-email&account=${company.id}`);
  await expect(row(page, company.administrator.email)).toBeVisible();
  await page.getByRole('searchbox').fill(company.administrator.email);
  await expect(page).toHaveURL(/account=.*search=/);
  await page.goto('/iam/users?account=nonsense');
  await expectUsersOf(page, company);
  const { items } = await company.api.send(calls.listUsers, {});
  const [user] = items;
  if (!user) throw new Error('The company has no user.');
  await page.goto(`/iam/users/${idOf(user)}?tab=roles`);
  await expect(page).toHaveURL(`/iam/users/${idOf(user)}?tab=roles&account=${company.id}`);
  await page.getByRole('tab').first().click();
  await expect(page).toHaveURL(`/iam/users/${idOf(user)}?account=${company.id}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('users');
  await page.keyboard.press('Enter');
  await expectUsersOf(page, company);
});

test('the own account is not named, and a customer sees only theirs', async ({ open }) => {
  const [own, other] = [await foundCompany('User-based'), await foundCompany('User-based')];
  const staff = await demoPerson('System Administrator', 'provider');
  const page = await open(staff, `/iam/users?account=${staff['account-id']}`);
  await expectOwnUsers(page);

  const customer = await open(own.administrator, 'about:blank');
  const asked: string[] = [];
  customer.on('request', (request) => asked.push(request.url()));
  await customer.goto(`/iam/users?account=${other.id}`);
  await expect(row(customer, own.administrator.email)).toBeVisible();
  await expect(row(customer, other.administrator.email)).toHaveCount(0);
  await expect(customer).toHaveURL('/iam/users');
  expect(asked.filter((url) => /\/v1\//.test(url) && url.includes(other.id))).toEqual([]);
});

test('the sign-in leads to the account of the address', async ({ page }) => {
  const company = await foundCompany('User-based', `Remembered ${unique()}`);
  await page.goto(`${productUrl()}/iam/users?account=${company.id}`);
  await expect(page).toHaveURL('/login');
  const { email, password } = await demoPerson('System Administrator', 'provider');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectUsersOf(page, company);
});
