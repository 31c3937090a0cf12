import { calls } from '@keyhold/contract';
import { hold } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { activationKey, engage, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { activationLink, confirmationLink } from '../../fixtures/mailbox.ts';
import { expect, test } from '../../test.ts';

const newPassword = 'sailing at first light';

test('a reset by mail sets a new password and signs in; the old one works until then', async ({ page, faults }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  await page.goto('/login', { waitUntil: 'networkidle' });
  // It opens at once: what is typed next is not typed into the sign-in form.
  const release = await hold(page, 'GET', /\/assets\//);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/login/reset');
  await expect(page.getByRole('button', { name: 'Reset password' })).toBeVisible();
  release();
  const card = page.getByRole('heading', { level: 1 }).locator('..');
  expect((await card.boundingBox())?.width).toBe(320);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Request was successful')).toBeVisible();
  await expect(page.getByText('Your password has been reset. You will receive an email shortly.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  const link = await activationLink(person.email);

  await test.step('the old password still signs in', async () => {
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
  });

  await test.step('the form validates its fields', async () => {
    await page.goto(link);
    const set = async (password: string, confirmation: string): Promise<void> => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password').fill(confirmation);
      await page.getByRole('button', { name: 'Activate' }).click();
    };
    await set('  seven77  ', 'other');
    await expect(page.getByText('Password must have 8 or more characters')).toBeVisible();
    await expect(page.getByText('Passwords are not the same')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await set(newPassword, newPassword);
    await expect(page).toHaveURL('/');
  });

  await test.step('the key is used up, and the form was replaced in the history', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    faults.expectRefusal(400, /activation$/);
    faults.expectRefusal(400, /activate/);
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This activation key is not valid or has expired.');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Activate' }).click();
    await expect(page.getByRole('alert')).toContainText('This activation key is not valid or has expired.');
  });
});

test('a changed e-mail is confirmed by the link that was mailed to it, which an administrator sends again', async ({
  page,
  open,
  faults,
}) => {
  const company = await foundCompany('User-based');
  const { user } = await engage(company.id);
  const email = `changed.${unique()}@company.example`;
  const { 'first-name': first, 'last-name': last, title, description } = user;
  const body = { email, 'first-name': first, 'last-name': last, title, description };
  await company.api.send(calls.updateUser, { params: { id: idOf(user) }, body });
  const stale = await confirmationLink(email);

  const staff = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expect(staff.getByText('Not confirmed yet')).toBeVisible();
  await staff.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(staff.getByText('Confirmation link successfully sent')).toBeVisible();
  let link = stale;
  await expect(async () => {
    link = await confirmationLink(email);
    expect(link).not.toBe(stale);
  }).toPass();

  faults.expectRefusal(400, /confirm-email/);
  await page.goto(stale);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is not valid or has expired.');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  await expect(staff.getByText('Not confirmed yet')).toHaveCount(0);

  await page.goto('/confirm-email');
  await expect(page.getByRole('alert')).toHaveText('You need the link from the mail to access this page');
});

test('an unknown address gets the same reply', async ({ page }) => {
  await page.goto('/login/reset');
  await page.getByLabel('Email').fill('nobody.at.all@company.example');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Request was successful')).toBeVisible();
});

test('activation without a key, with one, and back in the history', async ({ page }) => {
  await page.goto('/activate');
  await expect(page.getByRole('alert')).toHaveText('You need an activation key to access this page');
  await expect(page.getByRole('button', { name: 'Activate' })).toBeHidden();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');

  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  await page.goto(`/activate?activation-key=${await activationKey(user.rn)}`);
  await expect(page.getByText(`Set the password of ${user.email} in `)).toBeVisible();
  // For password managers.
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(user.email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Central command for connecting, managing, and collaborating.')).toBeVisible();
  // The address with the key is replaced: going back leads to the page before it.
  await page.goBack();
  await expect(page).not.toHaveURL(/activation-key/);
});

test('busy labels of the public forms', async ({ page, faults }) => {
  faults.expectRefusal(400, /activation$/);
  const { promise: wait, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/auth\/v1\/(reset|activate)$/, async (route) => {
    await wait;
    await route.abort('aborted');
  });
  await page.goto('/login/reset');
  await page.getByLabel('Email').fill('somebody@company.example');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await page.goto('/activate?activation-key=any');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('button', { name: 'Activating...' })).toBeVisible();
  await page.goto('about:blank');
  answer();
});

test('an administrator who opens the link of another person sees whose it is, and that it signs them out', async ({
  page,
}) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  await openAs(page, company.administrator);
  await page.goto(`/activate?activation-key=${await activationKey(user.rn)}`);
  const warning = page.getByRole('alert');
  await expect(warning).toContainText(`This link is for ${user.email} in `);
  await expect(warning).toContainText(
    `You are logged in as ${company.administrator.email}: setting a password here logs you out.`,
  );
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/change-password');
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(user.email);
});
