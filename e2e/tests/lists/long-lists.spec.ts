import { readFile } from 'node:fs/promises';
import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { openAs } from '../../browser/session.ts';
import { foundCompany, issue, viewer } from '../../fixtures/company.ts';
import { productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

function requestsOf(page: Page): URL[] {
  const seen: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/license/v1/licenses') seen.push(url);
  });
  return seen;
}

test('a list of more than a thousand is searched, sorted and paged by the server', async ({ page }) => {
  const company = await foundCompany('User-based');
  await issue(company.id, { ...viewer, description: 'ordinary', count: 1010 });
  await issue(company.id, { ...viewer, description: 'needle', count: 60 });
  await openAs(page, company.administrator);
  // The server counts the licenses that end soon, however many there are.
  const ending = page.getByRole('listitem').filter({ hasText: 'licenses end within 30 days' });
  await expect(ending).toContainText(/^0/);
  const requests = requestsOf(page);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  const foot = page.locator('[data-foot]');
  await expect(foot).toContainText('1–50 of 1,070');
  await expect(page.getByRole('heading', { name: 'Licenses' }).locator('..')).toContainText('1,070');

  await test.step('pages lead forward and back, also to one far away', async () => {
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(foot).toContainText('51–100 of 1,070');
    const first = await page.getByRole('row').nth(1).innerText();
    const before = requests.length;
    await page.getByRole('button', { name: 'Page 22' }).click();
    await expect(foot).toContainText('1,051–1,070 of 1,070');
    await expect(page).toHaveURL(/page=22/);
    await expect(page.getByRole('row')).toHaveCount(21);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(foot).toContainText('1,001–1,050 of 1,070');
    await expect(page.getByRole('row')).toHaveCount(51);
    // However long the list is, its last pages are read from its end.
    expect(requests.slice(before).map(({ searchParams }) => searchParams.get('sort'))).toEqual([
      '-product',
      '-product',
    ]);
    await page.goto(`${productUrl()}/licensing/licenses?page=2`);
    await expect(foot).toContainText('51–100 of 1,070');
    expect(await page.getByRole('row').nth(1).innerText()).toBe(first);
  });

  await test.step('a page number after the last one leads to the last page, also in the address', async () => {
    await page.goto(`${productUrl()}/licensing/licenses?page=99`);
    await expect(foot).toContainText('1,051–1,070 of 1,070');
    await expect(page).toHaveURL(`${productUrl()}/licensing/licenses?page=22`);
  });

  await test.step('the server executes the search, which leads to the first page', async () => {
    await page.getByRole('searchbox').fill('needle');
    await expect(foot).toContainText('1–50 of 60');
    await expect(page).toHaveURL(`${productUrl()}/licensing/licenses?search=needle`);
    expect(requests.some((url) => url.searchParams.get('search') === 'needle')).toBe(true);
  });

  await test.step('the server sorts by the columns that it can sort by', async () => {
    await page.getByRole('columnheader', { name: 'Key' }).getByRole('button').click();
    await expect(page.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('columnheader', { name: 'Key' }).getByRole('button').click();
    await expect.poll(() => requests.some((url) => url.searchParams.get('sort') === '-key')).toBe(true);
    await expect(async () => {
      const keys = await page.getByRole('row').getByRole('link').allInnerTexts();
      expect(keys).toEqual([...keys].sort().reverse());
    }).toPass();
    await expect(page.getByRole('columnheader', { name: 'Consumers' }).getByRole('button')).toHaveCount(0);
  });

  await test.step('the way back from a detail leads to the same place', async () => {
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(foot).toContainText('51–60 of 60');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('link', { name: 'Back to Licenses' }).click();
    await expect(page).toHaveURL(/search=needle&sort=-key&page=2/);
    await expect(foot).toContainText('51–60 of 60');
  });

  await test.step('the file contains everything that the search finds', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFKey,Product,Description,Order reference,Type,Expiry,Status,Consumers');
    expect(lines).toHaveLength(61);
  });

  await test.step('the server finds what a page in another language shows', async () => {
    await page.addInitScript(() => localStorage.setItem('language', 'de'));
    await page.goto(`${productUrl()}/licensing/licenses?search=verfügbar`);
    await expect(foot).toContainText('1–50 von 1.070');
    await page.goto(`${productUrl()}/licensing/licenses?search=in nutzung`);
    // The button of an empty list, one of two buttons with this name.
    await expect(page.getByRole('button').filter({ hasText: 'Suche zurücksetzen' })).toBeVisible();
  });
});

test('a shorter list stays in the browser; the page size is remembered', async ({ page }) => {
  const company = await foundCompany('User-based');
  await issue(company.id, { ...viewer, description: '=HYPERLINK("x")', count: 60 });
  await openAs(page, company.administrator);
  const requests = requestsOf(page);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  const foot = page.locator('[data-foot]');
  await expect(foot).toContainText('1–50 of 60');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  const entries = await page.evaluate(() => window.history.length);
  await page.goto(`${productUrl()}/licensing/licenses?page=7`);
  await expect(foot).toContainText('51–60 of 60');
  await expect(page).toHaveURL(`${productUrl()}/licensing/licenses?page=2`);
  expect(await page.evaluate(() => window.history.length)).toBe(entries + 1);
  await page.getByRole('searchbox').fill('viewer');
  await expect(foot).toContainText('1–50 of 60');
  await page.getByLabel('Rows per page').selectOption('25');
  await expect(foot).toContainText('1–25 of 60');
  // A recent change is fetched again, but always the whole list.
  const whole = [
    { resolve: 'all', limit: '50' },
    { resolve: 'all', limit: '1000', cursor: expect.any(String) },
  ];
  for (const request of requests) {
    expect(whole).toContainEqual(Object.fromEntries(new URL(request).searchParams));
  }

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.goto(`${productUrl()}/licensing/licenses`);
  await expect(foot).toContainText('1–25 of 60');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text.trimEnd().split('\r\n')).toHaveLength(61);
});

test('a selector of more than a thousand tags searches on the server', async ({ page }) => {
  const company = await foundCompany('User-based');
  for (let done = 0; done < 1001; done += 20) {
    const names = Array.from({ length: Math.min(20, 1001 - done) }, (_, index) => `Tag ${done + index + 1000}`);
    await Promise.all(
      names.map((name) =>
        company.api.send(calls.createTag, { body: { name, description: '', 'account-id': company.id } }),
      ),
    );
  }
  await issue(company.id, {});
  await openAs(page, company.administrator, '/iam/users');
  await page.getByRole('link', { name: company.administrator.email }).click();
  await page.getByRole('tab', { name: 'Tags' }).click();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.fill('Tag 2000');
  await page.getByRole('option', { name: 'Tag 2000' }).click();
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await tags.fill('nothing like it');
  await expect(page.getByText('No tags found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('User successfully updated')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tag 2000', { exact: true })).toBeVisible();
});
