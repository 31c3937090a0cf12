import type { Page, Request } from '@playwright/test';
import { hold, row } from '../../browser/screen.ts';
import { createTag, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test.use({ emptyCache: true });

const budget = 150_000;

test('the sign-in page is small, and loads no code of the screens behind it', async ({ page }) => {
  const files = await filesOf(page, () => page.goto('/login', { waitUntil: 'networkidle' }));
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const sizes = await Promise.all(
    files.map(async (file) => {
      expect((await file.response())?.headers()['content-encoding'], file.url()).toBe('br');
      return (await file.sizes()).responseBodySize;
    }),
  );
  const transferred = sizes.reduce((sum, size) => sum + size, 0);
  test
    .info()
    .annotations.push({ type: 'measured', description: `first load: ${transferred} bytes, ${files.length} files` });
  console.log(`first load: ${(transferred / 1000).toFixed(1)} kB in ${files.length} files`);
  expect(transferred).toBeGreaterThan(10_000);
  expect(transferred).toBeLessThanOrEqual(budget);
  expect(names(files).filter((name) => /list|detail|shell|welcome|profile|addons|modal/i.test(name))).toEqual([]);
});

test('the sign-in form first loads the code that sends it, and then the code that the screens share', async ({
  page,
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const release = await hold(page, 'GET', /\/assets\/calls/);
  const files = await filesOf(page, async () => {
    await Promise.all([page.waitForRequest(/\/assets\/calls/), page.getByLabel('Email').fill('ada@acme.example')]);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  });
  expect(names(files).filter((name) => name.startsWith('shared'))).toEqual([]);
  const shared = page.waitForResponse(/\/assets\/shared/);
  release();
  await shared;
});

test('the first screen begins with no file that its page does not list', async ({ page, request }) => {
  const files = names(await filesOf(page, () => page.goto('/login', { waitUntil: 'networkidle' })));
  const text = await (await request.get('/login')).text();
  const listed = [...text.matchAll(/\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);
  // Passkeys, for the list of those that the browser suggests, are fetched when the screen is painted.
  expect(files.filter((name) => !listed.includes(name) && !name.startsWith('passkey'))).toEqual([]);
});

test('the load event of the page waits for the code of the first screen', async ({ page }) => {
  const release = await hold(page, 'GET', /\/assets\/start-.*\.js$/);
  const loaded = page.goto('/login');
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  release();
  await loaded;
});

test('the configuration is fetched once, in parallel with the scripts', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const initiators = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/console-config.json'))
      .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
  );
  expect(initiators).toEqual(['link']);
});

test('the screens of the menu bring their code when there is nothing else to do, any other when it is opened', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const page = await open(company.administrator, 'about:blank');
  const first = names(
    await filesOf(page, async () => {
      const last = page.waitForResponse(/\/assets\/unassigned-addons/);
      await page.goto('/iam/roles', { waitUntil: 'networkidle' });
      await last;
    }),
  );
  for (const name of ['roles-list', 'users-list', 'tags-list', 'licenses-list']) {
    expect(first.filter((each) => each.startsWith(name) && each.endsWith('.js'))).toHaveLength(1);
  }
  // Users who may not see accounts load nothing of their screen.
  expect(first.filter((name) => /^(accounts-list|welcome)|detail/.test(name))).toEqual([]);
  const next = names(
    await filesOf(page, async () => {
      await page.getByRole('link', { name: 'Licenses', exact: true }).click();
      await page.getByRole('link', { name: idOf(license) }).click();
      await expect(page.getByRole('link', { name: 'Back to Licenses' })).toBeVisible();
    }),
  );
  expect(next.filter((name) => name.startsWith('licenses-list'))).toEqual([]);
  expect(next.some((name) => name.startsWith('license-detail'))).toBe(true);
});

test('a loaded page becomes idle before it follows changes, and misses none', async ({ open }) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, 'about:blank');
  const followed = page.waitForRequest(/\/events\/v1\/changes/);
  await page.goto('/iam/tags', { waitUntil: 'networkidle' });
  await createTag(company, 'Made meanwhile');
  await followed;
  await expect(row(page, 'Made meanwhile')).toBeVisible();
});

test('hovering over a link of the menu prefetches the rows, and the click sends no second request', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, '/iam/roles');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/iam/v1/tags') asked.push(pathname);
  });
  const link = page.getByRole('link', { name: 'Tags', exact: true });
  await Promise.all([page.waitForResponse(/\/iam\/v1\/tags/), link.hover()]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tags');
  await expect(page.getByText('No tags yet')).toBeVisible();
  expect(asked).toHaveLength(1);
});

/** Returns the scripts, styles and fonts that are requested during work. */
async function filesOf(page: Page, work: () => Promise<unknown>): Promise<Request[]> {
  const files: Request[] = [];
  const hear = (request: Request): void => {
    if (['script', 'stylesheet', 'font'].includes(request.resourceType())) files.push(request);
  };
  page.on('request', hear);
  await work();
  page.off('request', hear);
  return files;
}

function names(files: readonly Request[]): string[] {
  return files.map((file) => new URL(file.url()).pathname.split('/').at(-1) ?? '');
}
