import { calls } from '@keyhold/contract';
import { errorAlert, hold, menuLink, row, sent, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { createTag, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('a list shows the changes of others while they go on, faster than replies arrive', async ({ open }) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, 'Version 0');
  const page = await open(company.administrator, '/iam/tags');
  await expect(row(page, 'Version 0')).toBeVisible();
  await page.route(
    (url) => url.pathname === '/iam/v1/tags',
    async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.fulfill({ response });
    },
  );
  const seen = new Set<string>();
  const label = page.getByRole('row').filter({ hasText: 'Version' }).getByRole('link');
  for (let version = 1; seen.size < 4; version += 1) {
    const body = { name: `Version ${version}`, description: '' };
    await company.api.send(calls.updateTag, { params: { id: idOf(tag) }, body });
    // Changes arrive at this pace.
    await new Promise((resolve) => setTimeout(resolve, 200));
    seen.add(await label.innerText());
  }
});

test('creating a user with two roles takes four writes and one more request of the list', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator, '/iam/users');
  await expect(row(page, company.administrator.email)).toBeVisible();
  // The stream has opened, and delivered what was changed before the page.
  const earlier = await invite(company.id);
  await expect(row(page, earlier.email)).toBeVisible();
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  const email = `once.${unique()}@company.example`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First name').fill('Once');
  await dialog.getByLabel('Last name').fill('Fetched');
  await dialog.getByRole('combobox', { name: 'Roles' }).click();
  for (const role of ['Account Administrator', 'Administrator']) {
    await page.getByRole('option', { name: role, exact: true }).click();
  }
  const writes = sent(page, 'POST', /^\/(iam|auth)\/v1\//);
  const lists = sent(page, 'GET', /^\/iam\/v1\/users$/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(row(page, email)).toBeVisible();
  await expect(toast(page, 'New user successfully created')).toBeVisible();
  // A change of another kind arrives after the announcements of the creation.
  await page.goto('/iam/roles');
  expect(writes).toHaveLength(4);
  expect(lists).toHaveLength(1);
});

test('several records are restored at once, each by its own request', async ({ open }) => {
  const company = await foundCompany('User-based');
  const people = [await invite(company.id), await invite(company.id), await invite(company.id)];
  for (const { rn } of people) await company.api.send(calls.deleteUser, { params: { id: idOf({ rn }) } });
  const page = await open(company.administrator, '/iam/users');
  const release = await hold(page, 'POST', /\/restore$/);
  const restored = sent(page, 'POST', /\/restore$/);
  await page.getByRole('button', { name: 'Recently removed' }).click();
  const buttons = page.getByRole('button', { name: 'Restore' });
  await expect(buttons).toHaveCount(3);
  for (const button of await buttons.all()) await button.click();
  await expect.poll(() => restored.length).toBe(3);
  release();
  for (const { email } of people) await expect(row(page, email)).toBeVisible();
});

test('a failure of what adds to the screen is shown, and can be retried', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, 'about:blank');
  await faults.inject(page, 'GET', /^\/license\/v1\/strategy$/, { status: 503, error: 'Not now.' }, 3);
  await page.goto('/iam/users');
  await expect(errorAlert(page)).toContainText('Not now.');
  await expect(menuLink(page, 'Tags')).toHaveCount(0);
  await errorAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(menuLink(page, 'Tags')).toBeVisible();
  await expect(errorAlert(page)).toHaveCount(0);
});
