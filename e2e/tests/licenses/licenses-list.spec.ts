import { readFile } from 'node:fs/promises';
import { calls, consumePolicy } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { errorAlert, row } from '../../browser/screen.ts';
import { rootApi } from '../../fixtures/api.ts';
import { consume, createTag, engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('an expired or suspended license is marked beside its status', async ({ open }) => {
  const company = await foundCompany('Shared');
  const ended = await issueOne(company.id, { expiry: { date: '2020-01-01' } });
  const suspended = await issueOne(company.id);
  const params = { id: idOf(suspended) };
  await (await rootApi()).send(calls.updateLicenseStatus, { params, body: { status: 'Suspended' } });
  const page = await open(company.administrator, '/licensing/licenses');
  await expect(row(page, idOf(ended)).getByText('Available', { exact: true })).toBeVisible();
  await expect(row(page, idOf(ended)).getByText('Expired', { exact: true })).toBeVisible();
  await expect(row(page, idOf(suspended)).getByText('Available', { exact: true })).toBeVisible();
  await expect(row(page, idOf(suspended)).getByText('Suspended', { exact: true })).toBeVisible();
  for (const [search, license] of [
    ['expired', ended],
    ['suspended', suspended],
  ] as const) {
    await page.getByRole('searchbox').fill(search);
    await expect(page.locator('main tbody tr')).toHaveCount(1);
    await expect(row(page, idOf(license))).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(
      `"Available, ${license === ended ? 'Expired' : 'Suspended'}"`,
    );
  }
});

test('columns, statuses, expiry, consumers, and a search over every field it names', async ({ open }) => {
  const company = await foundCompany('Shared');
  const [night, day] = [await createTag(company, 'Night'), await createTag(company, 'Day')];
  const holder = await engage(company.id, { tags: [night.rn] });
  const licenses = {
    everyone: await issueOne(company.id, { description: 'Held by somebody' }),
    tags: await issueOne(company.id, { type: 'Perpetual', expiry: { perpetual: true } }),
    user: await issueOne(company.id, { type: 'Trial', expiry: { period: 30 } }),
    nobody: await issueOne(company.id, { type: 'Trial', expiry: { period: 1 }, product: 'keyhold-proof' }),
    custom: await issueOne(company.id, { expiry: { date: '2031-02-03' } }),
  };
  const set = (license: { rn: string }, policy: ReturnType<typeof consumePolicy>) =>
    company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies: [policy] } });
  await set(licenses.everyone, consumePolicy({ kind: 'Everyone' }));
  await set(licenses.tags, consumePolicy({ kind: 'Tags', tags: [night.rn, day.rn] }));
  await set(licenses.user, consumePolicy({ kind: 'User', user: holder.user.rn }));
  const custom = consumePolicy({ kind: 'User', user: holder.user.rn });
  await set(licenses.custom, { ...custom, statements: [...custom.statements, ...custom.statements] });
  await consume(holder, licenses.everyone);

  const page = await open(company.administrator, '/licensing/licenses');
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    /Key$/,
    'Product',
    'Description',
    'Type',
    'Expiry',
    'Status',
    'Consumers',
  ]);
  const cells = async (license: { rn: string }): Promise<string[]> => {
    const texts = await row(page, idOf(license)).getByRole('cell').allTextContents();
    return texts.slice(1);
  };
  await expect(row(page, idOf(licenses.everyone)).getByRole('link')).toHaveAttribute(
    'href',
    `/licensing/licenses/${idOf(licenses.everyone)}`,
  );
  const product = 'Keyhold Studio Shared';
  const held = await cells(licenses.everyone);
  expect(held).toEqual([product, 'Held by somebody', 'Subscription', expect.any(String), 'In use', 'Everyone']);
  expect(held[3]).toMatch(/^2099-12-31 in \d+ years$/);
  expect(await cells(licenses.tags)).toEqual([product, '', 'Perpetual', 'None', 'Available', 'Tags: Day, Night']);
  expect(await cells(licenses.user)).toEqual([
    product,
    '',
    'Trial',
    '30 days after activation',
    'Available',
    `User: ${holder.email}`,
  ]);
  expect(await cells(licenses.nobody)).toEqual([
    'Keyhold Proof',
    '',
    'Trial',
    '1 days after activation',
    'Available',
    'No one',
  ]);
  expect((await cells(licenses.custom)).at(-1)).toBe('Custom policy');
  expect((await cells(licenses.custom))[3]).toMatch(/^2031-02-03 in \d+ years?$/);
  await row(page, idOf(licenses.custom)).getByRole('time').filter({ hasText: '2031' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('2031-02-03 23:59:59 UTC');

  const search = page.getByRole('searchbox', { name: 'Search licenses' });
  expect((await search.boundingBox())?.width).toBe(400);
  for (const [text, count] of [
    ['keyhold PROOF', 1],
    [idOf(licenses.custom).toLowerCase(), 1],
    ['by somebody', 1],
    ['trial', 2],
    ['in use', 1],
    ['available', 5],
  ] as const) {
    await search.fill(text);
    await expect(page.getByRole('row')).toHaveCount(count + 1);
  }
  await search.fill('');
  // Sorted by product, then key.
  const order = await page.getByRole('row').getByRole('link').allTextContents();
  expect(order[0]).toBe(idOf(licenses.nobody));
  expect(order.slice(1)).toEqual(order.slice(1).toSorted());
});

test('an expiry without values is shown as Unknown, and a missing product is reported', async ({ open }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const page = await open(company.administrator, 'about:blank');
  await change(page, (text) =>
    text.replaceAll(/"expiry":\{[^}]*\}/g, '"expiry":{"perpetual":false,"date":null,"period":null}'),
  );
  await page.goto('/licensing/licenses');
  await expect(row(page, idOf(license)).getByRole('cell').nth(4)).toHaveText('Unknown');
  await page.getByRole('link', { name: idOf(license) }).click();
  await expect(page.getByText('Unknown')).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await change(page, (text) => JSON.stringify({ ...JSON.parse(text), resources: {} }));
  await page.goto('/licensing/licenses');
  await expect(errorAlert(page)).toContainText('Could not map license product or addon');
  await page.goto(`/licensing/licenses/${idOf(license)}`);
  await expect(errorAlert(page)).toContainText('Could not map license product or addon');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
});

/** Edits the server's replies about licenses. */
async function change(page: Page, edit: (text: string) => string): Promise<void> {
  await page.route(/\/license\/v1\/licenses/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['content-encoding'];
    await route.fulfill({ response, headers, body: edit(await response.text()) });
  });
}
