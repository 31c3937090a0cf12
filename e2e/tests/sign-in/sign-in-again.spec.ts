import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import type { Faults } from '../../browser/faults.ts';
import { sent, toast } from '../../browser/screen.ts';
import { foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

/** Refuses the next save of a user as one whose token has expired. */
async function expire(page: Page, faults: Faults): Promise<void> {
  await faults.inject(page, 'PUT', /^\/iam\/v1\/users\//, { status: 401, error: 'Authorization token expired' }, 1);
}

test('a user whose session ends signs in again in place, and the form is saved', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expire(page, faults);
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your login session has expired! Please log in again.' });
  await expect(dialog.getByText('What you have typed is kept.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(company.administrator.email);
  await expectAccessible(page, 'sign in again');
  faults.expectRefusal(401, /authorize/);
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Invalid email or password');
  const saves = sent(page, 'PUT', /^\/iam\/v1\/users\//);
  await dialog.getByLabel('Password').fill(company.administrator.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(saves).toHaveLength(1);
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  const { item } = await company.api.send(calls.getUser, { params: { id: idOf(user) } });
  expect(item.title).toBe('Typed');
});

test('a user who does not sign in again leaves for the sign-in page', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expire(page, faults);
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your login session has expired! Please log in again.' });
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your login session has expired! Please log in again.')).toBeVisible();
  const { item } = await company.api.send(calls.getUser, { params: { id: idOf(user) } });
  expect(item.title).not.toBe('Typed');
});

test('signing in on another tab continues the form too', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expire(page, faults);
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('button', { name: 'Update' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Log in in another tab/ }).click();
  const other = await opened;
  faults.watch(other);
  await other.goto('/logout');
  await other.getByLabel('Email').fill(company.administrator.email);
  await other.getByLabel('Password').fill(company.administrator.password);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(other.getByRole('banner')).toBeVisible();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
});
