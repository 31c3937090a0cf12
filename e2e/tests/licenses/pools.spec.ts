import { calls, type Pool } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { row, toast } from '../../browser/screen.ts';
import {
  type Company,
  consume,
  createTag,
  engage,
  foundCompany,
  idOf,
  issue,
  standInLine,
} from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

/** A company with a pool of four seats for everyone, of which two people use one each. */
async function poolInUse() {
  const company = await foundCompany('Shared');
  const licenses = await issue(company.id, { count: 4 });
  const body = {
    'account-id': company.id,
    name: 'Prepress',
    product: licenses[0]?.certificate.product ?? '',
    licenses: licenses.map(({ rn }) => rn),
    consumers: { kind: 'everyone' as const },
  };
  const pool = (await company.api.send(calls.createPool, { body })).item;
  const tag = await createTag(company, 'Night shift');
  const una = await engage(company.id, { 'first-name': 'Una', tags: [tag.rn] });
  const ugo = await engage(company.id, { 'first-name': 'Ugo' });
  for (const [index, who] of [una, ugo].entries()) {
    const license = licenses[index];
    if (license) await consume(who, license);
  }
  return { company, pool, una, ugo, licenses };
}

const now = async ({ api }: Company, pool: Pool) =>
  (await api.send(calls.getPool, { params: { id: idOf(pool) } })).item;

test('a pool shows who holds a seat, and releases one; others’ changes appear by themselves', async ({ open }) => {
  const { company, pool, una, ugo, licenses } = await poolInUse();
  const page = await open(company.administrator, '/licensing/pools');
  await expect(row(page, 'Prepress')).toContainText('2 of 4 seats');
  await page.getByRole('link', { name: 'Prepress' }).click();
  await expect(page.getByRole('meter', { name: 'In use' })).toHaveAttribute('aria-valuenow', '2');
  await expect(row(page, una.email)).toContainText('PROOF-STATION-2');
  await row(page, una.email).getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog', { name: 'Release license' }).getByRole('button', { name: 'Release' }).click();
  await expect(row(page, una.email)).toHaveCount(0);
  await expect(page.getByText('1 of 4 seats')).toBeVisible();
  const third = licenses[2];
  if (third) await consume(await engage(company.id), third);
  await expect(page.getByText('2 of 4 seats')).toBeVisible();
  await expect(row(page, ugo.email)).toBeVisible();
  expect((await now(company, pool))['in-use']).toBe(2);
});

test('a pool shows who waits for a seat, moves somebody up, and sends them away', async ({ open }) => {
  const { company, pool, licenses } = await poolInUse();
  const [, , third, fourth] = licenses;
  if (!third || !fourth) throw new Error('The pool has four licenses.');
  for (const license of [third, fourth]) await consume(await engage(company.id), license);
  const [wim, wanda] = [await engage(company.id), await engage(company.id)];
  for (const who of [wim, wanda]) await standInLine(who, third);
  const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}`);
  const line = page.getByRole('region', { name: 'Waiting' });
  await expect(line.getByRole('row')).toHaveCount(3);
  await expect(line.getByRole('row').nth(1)).toContainText(wim.email);
  await page.getByRole('button', { name: `Move up: ${wanda.email}` }).click();
  await expect(toast(page, 'Moved up')).toBeVisible();
  await expect(line.getByRole('row').nth(1)).toContainText(wanda.email);
  await expectAccessible(page, 'who waits');
  await page.getByRole('button', { name: `Send away: ${wanda.email}` }).click();
  const dialog = page.getByRole('dialog', { name: `Send away: ${wanda.email}` });
  await dialog.getByRole('button', { name: 'Send away' }).click();
  await expect(line.getByRole('row')).toHaveCount(2);
  await expect(line).toContainText(wim.email);
});

test('rules say whom they would refuse before they are saved', async ({ open }) => {
  const { company, pool } = await poolInUse();
  const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=rules`);
  await expect(page.getByText('With these rules nobody of those who use it now would be refused (2).')).toBeVisible();
  await page.getByRole('button', { name: 'Add a share' }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Night shift' }).click();
  await page.getByRole('textbox', { name: 'At most', exact: true }).fill('0');
  await expect(page.getByText('With these rules 1 of the 2 people who use it now would be refused.')).toBeVisible();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(toast(page, 'Pool successfully updated')).toBeVisible();
  const { rules, 'in-use': inUse } = await now(company, pool);
  expect([rules.shares?.[0]?.limit, inUse]).toEqual([0, 2]);
});

test('a pool is made of free licenses, opened to users and machines, and takes more licenses', async ({ open }) => {
  const company = await foundCompany('Shared');
  await issue(company.id, { count: 5, consumers: { kind: 'no-one' } });
  const { item: machine } = await company.api.send(calls.createServiceAccount, {
    body: { name: 'Render farm', 'account-id': company.id },
  });
  const page = await open(company.administrator, '/licensing/pools');
  await page.getByRole('button', { name: 'New pool' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new pool' });
  await dialog.getByLabel('Name').fill('Render');
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('How many licenses').fill('3');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Render' }).click();
  await page.getByRole('tab', { name: 'Consumers' }).click();
  await page.getByRole('radio', { name: 'Users and machines' }).check();
  await page.getByRole('combobox', { name: 'Which machines' }).click();
  await page.getByRole('option', { name: 'Render farm' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update consumers' }).click();
  await expect(toast(page, 'Pool successfully updated')).toBeVisible();
  await page.getByRole('tab', { name: 'Licenses' }).click();
  await page.getByRole('button', { name: 'Add licenses' }).click();
  await page.getByRole('dialog').getByLabel('How many licenses').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(page, 'Licenses successfully added')).toBeVisible();
  const [pool] = (await company.api.send(calls.listPools, {})).items;
  expect(pool).toMatchObject({ name: 'Render', seats: 4 });
  expect(pool?.policies[0]?.statements[0]?.principals).toMatchObject([{ id: machine.rn }]);
});

test('chosen licenses are added to a pool, from its page and from the list of licenses', async ({ open }) => {
  const { company, pool } = await poolInUse();
  const more = await issue(company.id, { count: 3 });
  const keys = more.map(idOf);
  const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=licenses`);
  await page.getByRole('button', { name: 'Add licenses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add licenses' });
  await dialog.getByRole('radio', { name: 'Licenses that I choose' }).check();
  await dialog.getByRole('combobox', { name: 'Licenses' }).click();
  await page.getByRole('option', { name: keys[0] ?? '' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'choosing licenses');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(page, 'Licenses successfully added')).toBeVisible();
  expect((await now(company, pool)).seats).toBe(5);
  await page.goto('/licensing/licenses');
  for (const key of keys.slice(1)) await row(page, key).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Add to a pool' }).click();
  const chosen = page.getByRole('dialog', { name: 'Add 2 licenses to a pool' });
  await chosen.getByRole('combobox', { name: 'Pool' }).click();
  await page.getByRole('option', { name: /Prepress/ }).click();
  await chosen.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(page, 'Licenses successfully added')).toBeVisible();
  expect((await now(company, pool)).seats).toBe(7);
});

test('the use of a pool is its own, not that of its whole product', async ({ open }) => {
  const { company, pool, una } = await poolInUse();
  const [outside] = await issue(company.id, { count: 1, consumers: { kind: 'everyone' } });
  const elsewhere = await engage(company.id, { 'first-name': 'Otto' });
  if (outside) await consume(elsewhere, outside);
  const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=usage`);
  const people = page.getByRole('region', { name: 'Who used its seats' });
  await expect(people.getByRole('row')).toHaveCount(3);
  await expect(people).toContainText('Una');
  await expect(people).not.toContainText('Otto');
  await expect(page.getByText('Use of its 4 seats')).toBeVisible();
  await page.getByRole('link', { name: /in and outside of the pool/ }).click();
  await expect(row(page, una.email)).toBeVisible();
  await expect(row(page, elsewhere.email)).toBeVisible();
});

test('the page of a pool can be read on a phone, by anyone', async ({ open }) => {
  const { company, pool } = await poolInUse();
  const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}`);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ['overview', 'consumers', 'rules', 'licenses', 'usage', 'details']) {
    await page.goto(`/licensing/pools/${idOf(pool)}?tab=${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await beyondTheEdge(page), tab).toEqual([]);
    await expectAccessible(page, tab);
  }
});
