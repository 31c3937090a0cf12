import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { openAs } from '../../browser/session.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { foundCompany, invite } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** Deletes the item with a name from a list, and restores it from the toast. */
async function deleteAndUndo(page: Page, name: string, item: 'user' | 'tag' | 'account'): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const title = item.charAt(0).toUpperCase() + item.slice(1);
  const toast = page.getByRole('status').filter({ hasText: `${title} successfully deleted` });
  await expect(row).toHaveCount(0);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${title} successfully restored`)).toBeVisible();
  await expect(row).toBeVisible();
}

test('a deleted user and a deleted tag are restored from the toast', async ({ page }) => {
  const company = await foundCompany('Shared');
  const person = await invite(company.id, { 'first-name': 'Ada', 'last-name': 'Undone' });
  const tag = `Undone ${unique()}`;
  await company.api.send(calls.createTag, { body: { name: tag, description: '', 'account-id': company.id } });
  await openAs(page, company.administrator);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await deleteAndUndo(page, person.email, 'user');
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await deleteAndUndo(page, tag, 'tag');
});

test('a deleted account is restored with its users', async ({ page }) => {
  const company = await foundCompany('User-based');
  await openAs(
    page,
    await demoPerson('Root Administrator', 'provider'),
    `/admin/accounts?search=${encodeURIComponent(company.account.name)}`,
  );
  await deleteAndUndo(page, company.account.name, 'account');
  const { total } = await (await rootApi()).send(calls.listAccountUsers, { query: { account: company.id } });
  expect(total).toBe(1);
});

test('a failed restore is reported, and the message stays', async ({ page, faults }) => {
  faults.expectRefusal(409, /restore$/);
  const company = await foundCompany('User-based');
  const person = await invite(company.id, { 'first-name': 'Bob', 'last-name': 'Replaced' });
  await openAs(page, company.administrator);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: 'Delete' }).click();
  // Another user takes the e-mail between the deletion and the click on Undo.
  await page.route('**/restore', async (route) => {
    const { email } = person;
    const names = { 'first-name': 'Bob', 'last-name': 'Second', title: '', description: '' };
    await company.api.send(calls.createUser, { body: { email, ...names, 'account-id': company.id } });
    await route.continue();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This email already exists.' })).toBeVisible();
});

test('a sign-out leaves no Undo to the next user', async ({ page }) => {
  const company = await foundCompany('User-based');
  const person = await invite(company.id, { 'first-name': 'Eve', 'last-name': 'Gone' });
  await openAs(page, company.administrator);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: `Delete ${person.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const toast = page.getByRole('status').filter({ hasText: 'User successfully deleted' });
  // A toast stays while the pointer is over it.
  await toast.hover();
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/logout');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
