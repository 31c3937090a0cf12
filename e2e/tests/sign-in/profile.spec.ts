import { createClient } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import type { Page, Request } from '@playwright/test';
import { errorAlert, hold, holdReply, toast } from '../../browser/screen.ts';
import { engage, foundCompany, idOf } from '../../fixtures/company.ts';
import { productUrl, signIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('an administrator changes their profile, and signs in again', async ({ page }) => {
  const { administrator } = await foundCompany('User-based');
  await signIn(page, administrator);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByText('You will need to log out after updating your profile.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(administrator.email);
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill('');
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Update and log out' }).click();
  for (const message of ['Invalid email', 'Empty first name', 'Empty last name']) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('First name').fill('Renamed');
  await page.getByLabel('Last name').fill('Myself');
  const release = await hold(page, 'PUT', /^\/iam\/v1\/users\//);
  await page.getByRole('button', { name: 'Update and log out' }).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'User successfully updated')).toBeVisible();
  await signIn(page, administrator);
  // The sign-in never leads back to the profile.
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Renamed Myself' })).toBeVisible();
});

test('an ordinary user reads their profile, without a note or a button', async ({ open }) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id, { title: 'Archivist' });
  const page = await open(person, '/profile');
  await expect(page.getByLabel('Title')).toHaveValue('Archivist');
  for (const field of await page.getByRole('textbox').all()) await expect(field).not.toBeEditable();
  await expect(page.getByRole('textbox')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Update and log out' })).toHaveCount(0);
  await expect(page.getByText('You will need to log out after updating your profile.')).toBeHidden();
});

test('change of password: refusals, and the end of every session', async ({ page, faults }) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  await signIn(page, person);
  await page.goto('/change-password');
  await expect(page.getByText('You will need to log out after updating your password.')).toBeVisible();
  await fill(page, '', '1234567', '12345678');
  for (const message of [
    'Old Password should not be empty',
    'Password must have 8 or more characters',
    'Passwords are not the same',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Old password')).toBeFocused();

  const changed = 'another quiet harbour';
  faults.expectRefusal(400, /\/password$/);
  await fill(page, 'not the old one', changed, changed);
  await expect(errorAlert(page)).toContainText('The old password is not correct.');
  await expect(page.getByLabel('Old password')).toHaveAttribute('aria-invalid', 'true');
  const release = await hold(page, 'PUT', /\/password$/);
  await fill(page, person.password, changed, changed);
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Password successfully updated')).toBeVisible();
  await expect(page.getByText('Your login session has expired! Please log in again.')).toBeHidden();
  await signIn(page, { ...person, password: changed });
  const api = createClient({ baseUrl: productUrl(), token: () => person.token });
  await expect(api.send(calls.logout, {})).rejects.toThrow('Authentication is required.');
});

test('a session sends no requests while the reply to the change of password that ends it is pending', async ({
  open,
}) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  const page = await open(person, 'about:blank');
  await page.clock.install();
  const stream = page.waitForResponse(/\/events\/v1\/changes/);
  await page.goto('/change-password');
  await stream;
  // By the server, or by the console that reacts to it.
  const ofStream = (request: Request) => request.url().includes('/events/v1/changes');
  const ended = Promise.race([
    page.waitForEvent('requestfailed', ofStream),
    page.waitForEvent('requestfinished', ofStream),
  ]);
  const { answered, release } = await holdReply(page, /\/password$/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const changed = 'another quiet harbour';
  await fill(page, person.password, changed, changed);
  // The server has ended every session and the stream; the console does not know the reason yet. It would reopen its
  // stream after a moment, and refetch its data.
  await Promise.all([answered, ended]);
  await page.clock.runFor(1500);
  expect(asked).toEqual([`/iam/v1/users/${idOf(person.user)}/password`]);
  release();
  await expect(toast(page, 'Password successfully updated')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

/** Types into the three fields and submits. */
async function fill(page: Page, old: string, password: string, confirmation: string): Promise<void> {
  await page.getByLabel('Old password').fill(old);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
  await page.getByRole('button', { name: 'Update and log out' }).click();
}
