import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { type Input, inputBy, inputs } from '../../browser/input.ts';
import { row, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, consume, engage, foundCompany, idOf, issue } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

/** Invites people with a last name in common. */
async function inviteMany(company: Company, count: number, name: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    email: `person.${index}.${unique()}@company.example`,
    'first-name': `Pat ${index}`,
    'last-name': name,
  }));
  const body = { 'account-id': company.id, mode: 'apply' as const, rows };
  expect((await company.api.send(calls.importUsers, { body })).totals.create).toBe(count);
}

async function give(page: Page, input: Input, people: number, product: string, plan: string): Promise<void> {
  await input.press(page.getByRole('button', { name: 'Give a license' }));
  const dialog = page.getByRole('dialog', { name: `Give ${people} people a license` });
  await input.choose(dialog.getByRole('combobox'), product);
  await expect(dialog.getByRole('status')).toHaveText(plan);
  await input.press(dialog.getByRole('button', { name: `Give ${people} licenses` }));
  await expect(toast(page, `${people} licenses given`)).toBeVisible();
}

for (const by of inputs) {
  test(`30 people get licenses of two products in at most 14 clicks, by ${by}`, async ({ open }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    await inviteMany(company, 30, 'Printer');
    for (const product of ['keyhold-studio', 'keyhold-impose']) {
      await issue(company.id, { product, count: 32, consumers: { kind: 'no-one' } });
    }
    const page = await open(company.administrator);
    await input.press(page.getByRole('link', { name: 'Users', exact: true }));
    await input.type(page.getByRole('searchbox'), 'Printer');
    await expect(page.getByRole('row')).toHaveCount(31);
    await input.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await expect(page.getByText('30 selected')).toBeVisible();
    await give(page, input, 30, 'Keyhold Studio', '30 people, 32 free.');
    await give(page, input, 30, 'Keyhold Impose', '30 people, 32 free.');
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 14 : 0);

    await input.press(page.getByRole('button', { name: 'Give a license' }));
    await input.choose(page.getByRole('dialog').getByRole('combobox'), 'Keyhold Impose');
    await expect(page.getByRole('dialog')).toContainText('30 people, 2 free; 30 already have one.');
    await expect(page.getByRole('button', { name: 'Nothing to give' })).toBeDisabled();
  });
}

test('what was given is taken back by Undo unless it is in use, by keyboard too', async ({ open }) => {
  const company = await foundCompany('User-based');
  const user = await engage(company.id, { 'first-name': 'Una' });
  const [license] = await issue(company.id, { product: 'keyhold-studio', consumers: { kind: 'no-one' } });
  if (!license) throw new Error('No license was issued.');
  const page = await open(company.administrator, `/iam/users/${idOf(user.user)}?tab=licenses`);
  await expect(page.getByText('No license for this person')).toBeVisible();
  const giveByKeyboard = async () => {
    await page.getByRole('button', { name: 'Give a license' }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Studio');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 person, 1 free.');
    await page.keyboard.press('Enter');
    await expect(toast(page, '1 license given')).toBeVisible();
  };
  await giveByKeyboard();
  await expect(row(page, idOf(license))).toContainText(`User: ${user.email}`);
  await toast(page, '1 license given').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('No license for this person')).toBeVisible();
  await giveByKeyboard();
  await consume(user, license);
  await expect(row(page, idOf(license))).toContainText('In use by them');
  await row(page, idOf(license)).getByRole('button', { name: 'Take' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Take Keyhold Studio' });
  await expect(question).toContainText('is logged off');
  await question.getByRole('button', { name: 'Take' }).click();
  await expect(page.getByText('No license for this person')).toBeVisible();
});
