import { calls } from '@keyhold/contract';
import { beyondTheEdge } from '../../browser/edge.ts';
import { countToasts, errorAlert, fact, hold, row, sent, toast } from '../../browser/screen.ts';
import { createTag, engage, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { inDatabase } from '../../fixtures/database.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { productDatabase } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('details of an activated user, under Shared', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const { user } = await engage(company.id, { title: 'Archivist' });
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expect(page.getByRole('link', { name: 'Back to Users' })).toHaveAttribute('href', '/iam/users');
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Roles', 'Tags', 'Licenses', 'Use']);
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await expect(page.getByLabel('Title')).toHaveValue('Archivist');
  await expect(fact(page, 'Last password change')).toHaveText('just now');
  await expect(fact(page, 'Created On')).toHaveText('just now');

  const update = page.getByRole('button', { name: 'Update' });
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill(' ');
  await update.click();
  for (const message of ['Invalid email', 'Empty first name', 'Empty last name']) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('First name').fill('Renamed');
  await page.getByLabel('Last name').fill('Person');
  await faults.inject(page, 'PUT', /^\/iam\/v1\/users\//, { status: 503, error: 'Not now.' }, 1);
  await update.click();
  await expect(errorAlert(page)).toContainText('Not now.');
  await expect(page.getByLabel('First name')).toHaveValue('Renamed');
  const release = await hold(page, 'PUT', /^\/iam\/v1\/users\//);
  await update.click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed Person' })).toBeVisible();
});

test('roles and tags are added and removed one by one', async ({ open }) => {
  const company = await foundCompany('Shared');
  const { user } = await engage(company.id, { roles: ['Administrator'] });
  const page = await open(company.administrator, `/iam/users/${idOf(user)}?tab=tags`);
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeDisabled();
  await expect(tags).toHaveText('There are no tags to select.');
  for (const name of ['Night', 'Day', 'Weekend']) await createTag(company, name);
  await expect(tags).toBeEnabled();
  await tags.click();
  await expect(page.getByRole('option')).toHaveText(['Day', 'Night', 'Weekend']);
  await page.getByRole('option', { name: 'Night' }).click();
  await page.getByRole('option', { name: 'Weekend' }).click();
  await page.keyboard.type('x');
  await expect(page.getByText('No tags found.')).toBeVisible();
  await page.keyboard.press('Escape');
  const added = sent(page, 'POST', /\/tags$/);
  const updates = await countToasts(page, 'User successfully updated');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(updates).toBe(1);
  expect(added).toHaveLength(2);

  await page.getByRole('tab', { name: 'Roles' }).click();
  const roles = page.getByRole('combobox', { name: 'Roles' });
  await roles.click();
  await page.getByRole('option', { name: 'Account Administrator' }).click();
  await page.keyboard.press('Escape');
  await roles.press('Backspace');
  await roles.press('Backspace');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(updates).toBe(2);
  const { items } = await company.api.send(calls.listUserRoles, { params: { id: idOf(user) } });
  expect(items).toEqual([]);
  const { item } = await company.api.send(calls.getUser, { params: { id: idOf(user) } });
  expect(item.tags).toHaveLength(2);
});

test('a user is shown also while the list of their roles cannot be loaded', async ({ open }) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, 'about:blank');
  await page.route(/\/iam\/v1\/users\/[^/]+\/roles$/, (route) => route.abort());
  await page.goto(`/iam/users/${idOf(company.administrator.user)}?tab=roles`);
  await expect(page.getByRole('tabpanel', { name: 'Roles' }).getByText('Administrator', { exact: true })).toBeVisible();
});

test('a user who is Pending, under User-based: the link is sent again, for 30 days', async ({ open }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Roles', 'Resend Activation Link', 'Licenses', 'Use']);
  await page.getByRole('tab', { name: 'Resend Activation Link' }).click();
  const links = sent(page, 'POST', /^\/auth\/v1\/activationLink$/);
  const release = await hold(page, 'POST', /^\/auth\/v1\/activationLink$/);
  await page.getByRole('button', { name: 'Resend activation link' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  release();
  await expect(toast(page, 'Activation link successfully resent')).toBeVisible();
  expect(links).toEqual([{ user: user.rn, sendEmail: true, validDays: 30 }]);
  await activationLink(user.email);
});

test('an invitation that is refused while its screens are open', async ({ open }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  await expect(fact(page, 'Last invitation')).toBeHidden();
  await page.getByRole('tab', { name: 'Resend Activation Link' }).click();
  await page.getByRole('button', { name: 'Resend activation link' }).click();
  const invitation = page.getByRole('tabpanel').getByRole('status');
  await expect(invitation).toContainText('Waiting to be sent');
  const list = await page.context().newPage();
  await list.setViewportSize({ width: 360, height: 740 });
  await list.goto('/iam/users');
  await expect(row(list, user.email)).toContainText('Pending');
  await expect(row(list, user.email)).not.toContainText('Not delivered');

  const words = `550 5.1.1 <${user.email}>: Recipient address rejected: User unknown ${'x'.repeat(80)}`;
  // As a server does it that sends mail; that of the journeys has no mail server.
  await inDatabase(await productDatabase(), async (client) => {
    await client.query(
      `update outbox set "given-up-on" = now(), "last-error" = $2, text = '', html = '' where "user-id" = $1`,
      [idOf(user), words],
    );
    const announcement = { event: 'changed', account: company.id, rn: user.rn };
    await client.query(`select pg_notify('keyhold', $1)`, [JSON.stringify(announcement)]);
  });
  const refused = page.getByRole('tabpanel').getByRole('alert');
  await expect(refused).toContainText('Could not be delivered');
  await expect(refused).toContainText(words);
  await expect(page.getByText('Not delivered')).toHaveAttribute('data-tone', 'red');
  await expect(row(list, user.email)).toContainText('Not delivered');
  expect(await beyondTheEdge(list)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(fact(page, 'Last invitation')).toContainText('Could not be delivered');
  await expect(fact(page, 'Last invitation')).toContainText(words);
  expect(await beyondTheEdge(page)).toEqual([]);
});
