import { errorAlert, hold, menuLink, row } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, createTag, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

let company: Company;
test.beforeAll(async () => {
  company = await foundCompany('Shared');
  await createTag(company, 'Zinc', 'Roofs');
  await createTag(company, 'argon', 'Lamps');
  await createTag(company, 'Barium');
});

test('the search is kept in the address, which is replaced; going back restores it', async ({ open }) => {
  const page = await open(company.administrator, '/iam/tags?search=ROO');
  const search = page.getByRole('searchbox');
  await expect(search).toHaveValue('ROO');
  await expect(page.getByRole('row')).toHaveCount(2);
  const entries = await page.evaluate(() => window.history.length);
  await search.fill('');
  await search.pressSequentially('amp');
  await expect(page).toHaveURL('/iam/tags?search=amp');
  await expect(page.getByRole('row').getByRole('link')).toHaveText(['argon']);
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
  await page.getByRole('link', { name: 'argon' }).click();
  await expect(page.getByRole('link', { name: 'Back to Tags' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('amp');
  await page.getByRole('link', { name: 'argon' }).click();
  await page.getByRole('link', { name: 'Back to Tags' }).click();
  await expect(page).toHaveURL('/iam/tags?search=amp');

  await search.fill('nothing is called so');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page).toHaveURL('/iam/tags');
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('the search is 400 px wide from 480 px up, and shrinks to fit below', async ({ open }) => {
  const page = await open(company.administrator, '/iam/tags');
  const search = page.getByRole('searchbox');
  for (const [width, wide] of [
    [1280, 400],
    [820, 400],
    [480, 400],
    [390, 358],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await search.boundingBox())?.width, `at ${width}`).toBe(wide);
  }
});

test('a list follows every letter; the address follows after a pause or on navigation', async ({ open }) => {
  const page = await open(company.administrator, '/iam/tags');
  const links = page.getByRole('row').getByRole('link');
  await expect(links).toHaveCount(3);
  // The debounce does not fire while the clock is paused.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const search = page.getByRole('searchbox');
  await search.pressSequentially('ar');
  await expect(links).toHaveText(['argon', 'Barium']);
  await search.press('g');
  await expect(links).toHaveText(['argon']);
  await expect(page).toHaveURL('/iam/tags');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/iam/tags?search=arg');

  await search.press('o');
  await links.click();
  await page.getByRole('link', { name: 'Back to Tags' }).click();
  await expect(page).toHaveURL('/iam/tags?search=argo');
  await expect(links).toHaveText(['argon']);
});

test('a list is sorted by name unless another column is requested', async ({ open }) => {
  const page = await open(company.administrator, '/iam/tags');
  const names = page.getByRole('row').getByRole('link');
  await expect(names).toHaveText(['argon', 'Barium', 'Zinc']);
  const name = page.getByRole('columnheader', { name: 'Name' });
  const description = page.getByRole('columnheader', { name: 'Description' });
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  expect((await name.getByRole('button').boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(names).toHaveText(['Zinc', 'Barium', 'argon']);
  await expect(page).toHaveURL('/iam/tags?sort=-name');
  await description.getByRole('button').click();
  await expect(page.locator('[aria-sort]')).toHaveCount(1);
  await expect(description).toHaveAttribute('aria-sort', 'ascending');
  await expect(names).toHaveText(['argon', 'Zinc', 'Barium']);
});

test('a loading list shows skeletons; a failed list shows the reason, and can be retried', async ({ open, faults }) => {
  const page = await open(await demoPerson('Root Administrator', 'provider'));
  for (const [entry, path] of [
    ['Accounts', /^\/admin\/v1\/accounts$/],
    ['Users', /^\/iam\/v1\/users$/],
    ['Roles', /^\/iam\/v1\/roles$/],
    ['Licenses', /^\/license\/v1\/licenses$/],
    ['Pools', /^\/license\/v1\/pools$/],
    ['Unassigned Addons', /^\/license\/v1\/addon-licenses$/],
  ] as const) {
    await faults.inject(page, 'GET', path, { status: 403, error: `${entry} are away.` });
    const release = await hold(page, 'GET', path);
    // A new page, so that nothing is cached.
    await page.goto('/logout-is-not-meant');
    await page.getByRole('link', { name: 'Home' }).click();
    await menuLink(page, entry).click();
    await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible();
    await expect(
      page.getByRole('main').locator('section[aria-busy="true"] .mantine-Skeleton-root').first(),
    ).toBeVisible();
    release();
    await expect(errorAlert(page)).toContainText(`${entry} are away.`);
    await page.unrouteAll();
    // A live update may already have loaded the list.
    const retry = errorAlert(page).getByRole('button', { name: 'Retry' });
    await retry.click({ timeout: 5_000 }).catch(() => expect(errorAlert(page)).toBeHidden());
    await expect(errorAlert(page)).toBeHidden();
    await expect(page.getByRole('main').locator('section[aria-busy="false"]')).toBeVisible();
  }
});

test('changes by other users appear on the screen by themselves', async ({ open }) => {
  const page = await open(company.administrator, '/iam/users');
  await expect(row(page, company.administrator.email)).toBeVisible();
  const user = await invite(company.id, { 'first-name': 'Late', 'last-name': `Comer ${unique()}` });
  await expect(row(page, user.email)).toContainText(user['last-name']);
  expect(idOf(user)).toBeTruthy();
});

test('going back leads to the row that was left', async ({ open }) => {
  const long = await foundCompany('Shared');
  for (let number = 10; number < 55; number++) await createTag(long, `Tag ${number}`);
  const page = await open(long.administrator, '/iam/tags');
  const left = page.getByRole('link', { name: 'Tag 54' });
  await left.click();
  await expect(page.getByRole('link', { name: 'Back to Tags' })).toBeInViewport();
  await page.goBack();
  await expect(left).toBeInViewport();
});
