import { ApiError } from '@keyhold/client';
import { calls, consumePolicy, type License } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import { hold, row } from '../../browser/screen.ts';
import {
  type Colleague,
  type Company,
  consume,
  engage,
  foundCompany,
  idOf,
  invite,
  issueAddon,
  issueOne,
} from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const name = ({ user }: Pick<Colleague, 'user'>): string => `${user['first-name']} ${user['last-name']}`;
const use = (page: Page) => page.getByRole('region', { name: 'Licenses in use' });
const everywhere = (page: Page) => page.getByRole('region', { name: 'All accounts' });
/** The card of one matter on the desk, by a part of its sentence. */
const card = (page: Page, sentence: string | RegExp) => page.locator('li[data-desk]').filter({ hasText: sentence });
/** One webhook may fail, or none: other journeys have failing webhooks. */
const failures = /emails? (and|or) webhooks? fails?/;
const tagline = 'Central command for connecting, managing, and collaborating.';

async function issueToEveryone(company: Company, terms: Parameters<typeof issueOne>[1] = {}): Promise<License> {
  const license = await issueOne(company.id, { product: 'keyhold-proof', ...terms });
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
  return license;
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('an administrator sees the licenses in use by live updates, and can open each list', async ({ open }) => {
  const company = await foundCompany('User-based');
  const holder = await engage(company.id, { 'first-name': 'Hilda' });
  const refused = await engage(company.id, { 'first-name': 'Rufus' });
  const license = await issueToEveryone(company);
  const page = await open(company.administrator);
  await expect(page.getByText(tagline)).toBeVisible();
  // The menu's entry, and nothing else.
  await expect(page.getByRole('link', { name: 'Licenses' })).toHaveCount(1);
  const product = use(page).getByRole('listitem');
  await expect(product).toContainText('Keyhold Proof0 of 1 in usenot used in 14 days');
  await expect(card(page, 'refused a license')).toContainText('Everybody who wanted a license got one.');

  await consume(holder, license);
  await expect(product).toContainText('1 of 1 in useat most 1 in 14 daysAll taken');
  expect(await consume(refused, license).catch((error: unknown) => error)).toBeInstanceOf(ApiError);
  await company.api.send(calls.unassignLicense, { params: { id: idOf(license) }, body: {} });
  await expect(product).toContainText('0 of 1 in useat most 1 in 14 days');
  const refusals = card(page, '1person was refused a license in the last 14 days');
  await expect(refusals).toContainText(`${name(refused)} Keyhold Proof · No license was free`);

  await refusals.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByRole('tab', { name: /^Refusals/ })).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, name(refused))).toBeVisible();
  await page.goBack();
  await product.getByRole('link', { name: 'Keyhold Proof' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('Keyhold Proof');
  await expect(page.getByRole('row').filter({ hasText: 'Keyhold Proof' })).toHaveCount(1);
});

test('licenses that end soon, users who have not activated and addons without a license, each with the first few', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator);
  await expect(card(page, 'licenses end within 30 days')).toContainText('0licenses end within 30 days');
  await expect(card(page, 'licenses end within 30 days')).toContainText('No license ends soon.');
  await expect(card(page, 'people have not activated yet')).toContainText('Everybody who was invited has activated.');
  await expect(card(page, 'addons have no license')).toContainText('Every addon has a license.');

  const later = await issueOne(company.id, { expiry: { date: inDays(20) } });
  const sooner = await issueOne(company.id, { expiry: { date: inDays(9) } });
  await issueOne(company.id, { expiry: { date: inDays(90) } });
  const people = [];
  for (let invited = 0; invited < 6; invited += 1) people.push(await invite(company.id));
  await issueAddon(company.id);
  // The licenses are listed by their end, and the people by their invitation, latest first.
  const ending = card(page, '2licenses end within 30 days');
  await expect(ending.getByRole('listitem')).toContainText([idOf(sooner), idOf(later)]);
  const pending = card(page, '6people have not activated yet');
  await expect(pending.getByRole('listitem')).toHaveCount(5);
  await expect(pending).toContainText(people.at(-1)?.email ?? '');
  await expect(pending).not.toContainText(people[0]?.email ?? '');
  await expect(card(page, '1addon has no license')).toContainText('Colour Server');
  await expectAccessible(page, 'welcome with something of everything');

  await pending.getByRole('link', { name: 'Show' }).click();
  // Each figure leads to a list with that many rows.
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows).toHaveCount(6);
  const filter = page.getByRole('button', { name: 'Remove filter: Pending' });
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.goBack();
  await ending.getByRole('link', { name: 'Show' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(idOf(sooner));
  await expect(filter).toBeHidden();
  await page.getByRole('button', { name: 'Remove filter: Ending within 30 days' }).click();
  await expect(rows).not.toHaveCount(2);
  await page.goBack();
  const unused = page.getByRole('link', { name: /^\d+$/ });
  const count = Number(await unused.textContent());
  await unused.click();
  await expect(page.getByText('Never used', { exact: true }).first()).toBeVisible();
  await expect(rows).toHaveCount(count);
});

test('nothing moves when the figures arrive', async ({ open }) => {
  const company = await foundCompany('User-based');
  await issueToEveryone(company);
  await invite(company.id);
  const page = await open(company.administrator, 'about:blank');
  const release = await hold(page, 'GET', /^\/(license\/v1\/(summary|licenses|addon-licenses)|iam\/v1\/users)$/);
  await page.goto('/');
  await expect(use(page).getByRole('status')).toBeVisible();
  const places = () =>
    page.locator('[data-desk]').evaluateAll((all) =>
      all.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      }),
    );
  const before = await places();
  expect(before).toHaveLength(5);
  release();
  await expect(card(page, '1person has not activated yet')).toBeVisible();
  await expect(use(page)).toContainText('0 of 1 in use');
  expect(await places()).toEqual(before);
});

test('provider staff see all accounts, and open one of them', async ({ open }) => {
  const company = await foundCompany('User-based', `Busy ${Date.now().toString(36)}`);
  const people = await Promise.all(Array.from({ length: 12 }, () => engage(company.id)));
  const page = await open(await demoPerson('Root Administrator', 'provider'));
  await expect(page.getByText(tagline)).toBeVisible();
  const used = card(page, 'licenses are in use in');
  await expect(used.getByRole('listitem')).not.toHaveCount(0);
  for (const person of people) await consume(person, await issueToEveryone(company));
  await page.reload();
  await expect(used.getByRole('listitem').filter({ hasText: company.account.name })).toContainText('12');
  await expect(card(page, failures)).toContainText('webhook');
  // Changes in a listed account update the figures.
  const [somebody] = people;
  const { items } = await company.api.send(calls.listLicenses, {});
  const held = items.find((license) => license.state.user === somebody?.user.rn);
  if (!held) throw new Error('Nobody holds a license.');
  await company.api.send(calls.unassignLicense, { params: { id: idOf(held) }, body: {} });
  await expect(used.getByRole('listitem').filter({ hasText: company.account.name })).toContainText('11');

  await used.getByRole('link', { name: company.account.name }).click();
  await expect(page).toHaveURL(`/?account=${company.id}`);
  await expect(page.getByRole('combobox', { name: 'Viewed account' })).toHaveValue(company.account.name);
  await expect(everywhere(page)).toHaveCount(0);
  await expect(use(page)).toContainText('11 of 12');
  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await expect(everywhere(page)).toBeVisible();
});

test('failing webhooks lead to the webhooks of their account', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(await demoPerson('Root Administrator', 'provider'), 'about:blank');
  await page.route('**/admin/v1/summary', async (route) => {
    const response = await route.fetch();
    const summary = await response.json();
    summary['failing-by-account'] = [{ account: company.account.rn, count: 2 }];
    summary.resources[company.account.rn] = company.account;
    await route.fulfill({ response, json: summary });
  });
  await page.goto('/');
  const failing = card(page, failures);
  await failing.getByRole('link', { name: company.account.name }).click();
  await expect(page).toHaveURL(`/iam/webhooks?account=${company.id}`);
  await expect(page.getByRole('combobox', { name: 'Viewed account' })).toHaveValue(company.account.name);
  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await page.goto('/');
  // No screen has the webhooks of all accounts.
  await expect(failing.getByRole('listitem')).toHaveCount(3);
  await expect(failing.getByRole('link')).toHaveText([company.account.name]);
});

test('an ordinary user sees only what is theirs, and nothing else is requested', async ({ open }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const page = await open(person, 'about:blank');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByText(tagline)).toBeVisible();
  await expect(page.getByText('No license is shared with you yet')).toBeVisible();
  await expect(use(page)).toHaveCount(0);
  expect(requested.filter((path) => /summary|users|licenses$/.test(path))).toEqual([]);
});

for (const width of [320, 390, 768, 1024, 1280, 1440, 1920]) {
  test(`nothing of the desk is clipped or scrolls sideways at ${width} px`, async ({ open }) => {
    const page = await open(await demoPerson('Root Administrator', 'provider'));
    await page.setViewportSize({ width, height: 800 });
    await expect(use(page).getByRole('listitem').first()).toBeVisible();
    await expect(everywhere(page).getByRole('listitem').first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const outside = await page.locator('[data-desk] *').evaluateAll((all) =>
      all
        .filter((each) => {
          const box = each.closest('[data-desk]')?.getBoundingClientRect();
          const { left, right } = each.getBoundingClientRect();
          // Text that is cut on purpose ends within its own box.
          const parent = each.parentElement?.closest('span, a, button');
          const cut = parent && getComputedStyle(parent).textOverflow === 'ellipsis';
          return box && !cut && (left < box.left - 0.5 || right > box.right + 0.5);
        })
        .map((each) => each.textContent),
    );
    expect(outside).toEqual([]);
  });
}
