import { readFile } from 'node:fs/promises';
import { ApiError } from '@keyhold/client';
import { calls, consumePolicy, type License } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import { errorAlert, fact, hold, row } from '../../browser/screen.ts';
import { type Colleague, type Company, consume, engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** A company with one license in use, which another user was refused. */
async function busyCompany(): Promise<{ company: Company; license: License; holder: Colleague; refused: Colleague }> {
  const company = await foundCompany('User-based');
  const holder = await engage(company.id, { 'first-name': 'Hilda' });
  const refused = await engage(company.id, { 'first-name': 'Rufus' });
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  await company.api.send(calls.setLicensePolicies, {
    params: { id: idOf(license) },
    body: { policies: [consumePolicy({ kind: 'Everyone' })] },
  });
  await consume(holder, license);
  const refusal = await consume(refused, license).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  return { company, license, holder, refused };
}

const name = ({ user }: Colleague): string => `${user['first-name']} ${user['last-name']}`;
const tabOf = (license: License): string => `/licensing/licenses/${idOf(license)}?tab=usage`;
const history = (page: Page) => page.getByRole('region', { name: 'Use over time' });
const ownFigure = (page: Page) => page.getByRole('region', { name: 'This license' });
const allFigure = (page: Page) => page.getByRole('region', { name: /^The only license of Keyhold Studio/ });

test('below the holder of a license: how it was used, who was refused and why', async ({ open }) => {
  const { company, license, holder, refused } = await busyCompany();
  const page = await open(company.administrator, tabOf(license));
  await expect(fact(page, 'User')).toHaveText(holder.email);
  await expect(fact(page, 'Last used')).toHaveText('Now');
  await expect(fact(page, 'Uses')).toHaveText('1');
  await expect(fact(page, 'People')).toHaveText('1');
  await expect(allFigure(page)).toContainText('Refused 1 time: no license was free (1).');

  await page.getByRole('button', { name: 'Latest uses' }).click();
  const uses = page.getByRole('region', { name: 'Latest uses' }).last();
  await expect(uses.getByRole('row').filter({ hasText: name(holder) })).toContainText('PROOF-STATION-2');
  await expect(uses.getByRole('row').filter({ hasText: name(holder) })).toContainText('Ongoing');
  await page.getByRole('button', { name: 'Who was refused (1)' }).click();
  await expect(row(page, name(refused))).toContainText('No license was free');

  // The screen follows the changes of the license.
  await company.api.send(calls.unassignLicense, { params: { id: idOf(license) }, body: {} });
  await expect(page.getByText('This license is not used right now.')).toBeVisible();
  await expect(uses.getByRole('row').filter({ hasText: name(holder) })).toContainText('Logged off');
  await expect(fact(page, 'Last used')).toHaveText('just now');
});

test('the range can be chosen, and each chart can be read as a table or by the arrow keys', async ({ open }) => {
  const { company, license } = await busyCompany();
  const page = await open(company.administrator, tabOf(license));
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked();
  const chart = allFigure(page).getByRole('slider');
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /^\w{3}, \d+ \w{3} \d{4}, Peak 1, Average [\d.]+, Refused 1$/);
  await chart.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /, Peak 0, Average 0, Refused 0$/);
  await expect(allFigure(page).locator('[data-reading]')).toContainText('Peak 0');

  await allFigure(page).getByRole('button', { name: 'Show as table' }).click();
  const rows = allFigure(page).getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.first().getByRole('columnheader')).toHaveText(['Time', 'Peak', 'Average', 'Refused']);
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText('1');
  await expect(rows.nth(1).getByRole('cell').nth(3)).toHaveText('1');
  for (const [range, count] of [
    ['Day', 24],
    ['Week', 168],
    ['Quarter', 91],
    ['Year', 365],
  ] as const) {
    await page.getByRole('radio', { name: range }).focus();
    await page.keyboard.press('Space');
    await expect(rows).toHaveCount(count + 1);
    await expect(history(page)).toHaveAttribute('aria-busy', 'false');
  }
  await allFigure(page).getByRole('button', { name: 'Show as chart' }).click();
  await expect(chart).toBeVisible();
});

test('the usage while it loads, when it fails, and when there is nothing to show', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const page = await open(company.administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await hold(page, 'GET', /^\/license\/v1\/.*usage$/);
  await page.goto(tabOf(license));
  await expect(history(page).getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByText('This license is not used right now.')).toBeVisible();
  await expectAccessible(page, 'use over time, loading');
  release();
  await expect(ownFigure(page)).toContainText('Nobody used this license in this time.');
  await expect(allFigure(page)).toContainText('Nobody used or wanted one in this time.');
  await expect(fact(page, 'Last used')).toHaveText('Never');
  await expectAccessible(page, 'use over time, nothing');
  await faults.inject(page, 'GET', /^\/license\/v1\/usage$/, { status: 403, error: 'Not today.' }, 1);
  await page.reload();
  await expect(errorAlert(page)).toContainText('Not today.');
  await expectAccessible(page, 'use over time, refused');
  await errorAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(errorAlert(page)).toBeHidden();
  await expect(allFigure(page)).toBeVisible();
});

test('the chart is only loaded when it is viewed', async ({ open }) => {
  const { company, license } = await busyCompany();
  const page = await open(company.administrator, 'about:blank');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const charts = () => scripts.filter((path) => path.includes('license-history'));
  await page.goto(`/licensing/licenses/${idOf(license)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keyhold Studio');
  expect(charts()).toEqual([]);
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(ownFigure(page)).toBeVisible();
  expect(charts().length).toBeGreaterThan(0);
});

test('the overview of an account: products, refusals, licenses that were never used, people', async ({ open }) => {
  const { company, license, holder, refused } = await busyCompany();
  const spare = await issueOne(company.id, { product: 'keyhold-proof' });
  const page = await open(company.administrator, '/licensing/licenses');
  await page.getByRole('link', { name: 'Usage overview' }).click();
  await expect(page).toHaveURL(/\/licensing\/usage$/);
  await expect(page).toHaveTitle(/^Usage overview · /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage overview');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Product',
    'In use now',
    'Peak',
    'Uses',
    'Refused',
    'Never used',
    'Last used',
  ]);
  const cells = (text: string) => row(page, text).getByRole('cell');
  await expect(cells('Keyhold Studio')).toHaveText([
    'Keyhold Studio',
    '1 of 1',
    '1All taken',
    '1',
    '1',
    '0',
    'just now',
  ]);
  await expect(cells('Keyhold Proof')).toHaveText(['Keyhold Proof', '0 of 1', '0', '0', '0', '1', 'Never']);
  await expect(page.getByRole('region', { name: 'Keyhold Proof' })).toContainText('Nobody used or wanted one');

  await page.getByRole('radio', { name: 'Week' }).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\?range=week$/);
  await page.getByRole('tab', { name: 'Refusals (1)' }).click();
  await expect(page).toHaveURL(/range=week&tab=refusals/);
  await expect(cells(name(refused))).toHaveText([
    name(refused),
    'Keyhold Studio',
    'No license was free',
    '1',
    'just now',
    'PROOF-STATION-2',
  ]);
  await expect(row(page, name(refused)).getByRole('link')).toHaveAttribute('href', `/iam/users/${idOf(refused.user)}`);

  await page.getByRole('tab', { name: 'By license' }).click();
  // Licenses that were never used come first.
  await expect(page.getByRole('row').nth(1)).toContainText(idOf(spare));
  await expect(cells(idOf(spare)).nth(4)).toHaveText('Never used');
  await expect(cells(idOf(license)).nth(4)).toHaveText('In use now');
  await expect(cells(idOf(license)).nth(5)).toHaveText(name(holder));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('\uFEFFKey,Product,Uses,Hours,Last used,Last person');
  expect(csv).toContain(`${idOf(spare)},Keyhold Proof,0,0.00,Never used,`);

  await page.getByRole('tab', { name: 'By person' }).click();
  await expect(cells(holder.email).nth(3)).toHaveText('1');
  await page.getByRole('searchbox').fill('nobody like that');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Licenses' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Licenses');
});

test('the overview: who may see it, of which account, and from the palette', async ({ open }) => {
  const { company } = await busyCompany();
  const ordinary = await open(await demoPerson('User', 'Shared'), '/licensing/usage');
  await expect(ordinary.getByText('Sorry, you cannot access this page.')).toBeVisible();

  const page = await open(await demoPerson('Account Administrator', 'provider'), '/');
  const switcher = page.getByRole('combobox', { name: 'Viewed account' });
  await switcher.fill(company.account.name);
  await page.getByRole('option', { name: company.account.name }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('usage');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/licensing/usage?account=${company.id}`);
  await expect(row(page, 'Keyhold Studio').getByRole('cell').nth(1)).toHaveText('1 of 1');
});

test('its states are accessible in both schemes', async ({ open, faults }) => {
  const { company, license } = await busyCompany();
  const empty = await foundCompany('User-based');
  const page = await open(company.administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(tabOf(license));
  await allFigure(page).getByRole('slider').focus();
  await page.getByRole('button', { name: 'Latest uses' }).click();
  await page.getByRole('button', { name: 'Who was refused (1)' }).click();
  await expectAccessible(page, 'use over time');
  await ownFigure(page).getByRole('button', { name: 'Show as table' }).click();
  await expectAccessible(page, 'use over time, as a table');

  const release = await hold(page, 'GET', /^\/license\/v1\/.*usage$/);
  await page.goto('/licensing/usage');
  await expect(page.locator('section[aria-busy="true"]')).toBeVisible();
  await expectAccessible(page, 'overview, loading');
  release();
  await expect(page.getByRole('region', { name: 'Keyhold Studio' })).toBeVisible();
  await expectAccessible(page, 'overview');
  for (const tab of ['Refusals (1)', 'By license', 'By person']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page, `overview, ${tab}`);
  }
  await faults.inject(page, 'GET', /^\/license\/v1\/usage$/, { status: 403, error: 'Not today.' });
  await page.goto('/licensing/usage');
  await expect(errorAlert(page)).toContainText('Not today.');
  await expectAccessible(page, 'overview, refused');

  const other = await open(empty.administrator, '/licensing/usage');
  await expect(other.getByText('Nothing to show yet')).toBeVisible();
  await expectAccessible(other, 'overview, nothing');
});
