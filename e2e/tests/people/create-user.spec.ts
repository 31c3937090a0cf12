import type { Page } from '@playwright/test';
import { errorAlert, hold, row, sent, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, foundCompany } from '../../fixtures/company.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { expect, test } from '../../test.ts';

const linkFailed = 'User was created but there was en error while sending the activation link';
const rolesFailed = 'User was created and activation link was sent, but there was en error while adding the roles';
const link = /^\/auth\/v1\/activationLink$/;

let company: Company;
test.beforeAll(async () => {
  company = await foundCompany('User-based');
});

test('three steps: the user, the link for 90 days, the roles', async ({ open }) => {
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  for (const message of ['Invalid email', 'Empty first name', 'Empty last name']) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expect(dialog.getByLabel('Email')).toBeFocused();
  for (const [label, required] of [
    ['Email', 1],
    ['First name', 1],
    ['Last name', 1],
    ['Title', 0],
    ['Description', 0],
  ] as const) {
    await expect(
      dialog.locator('label', { hasText: label }).locator('[data-required], .mantine-InputWrapper-required'),
    ).toHaveCount(required);
  }

  const steps: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') steps.push(new URL(request.url()).pathname.replace(/users\/[^/]+/, 'users/{id}'));
  });
  const links = sent(page, 'POST', link);
  const email = await fill(page);
  await dialog.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Administrator', exact: true }).click();
  await page.getByRole('option', { name: 'Account Administrator' }).click();
  await page.keyboard.press('Escape');
  const release = await hold(page, 'POST', /^\/iam\/v1\/users$/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  release();
  await expect(toast(page, 'New user successfully created. An activation link has been sent.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, email)).toContainText('Account Administrator, Administrator');
  expect(steps).toEqual([
    '/iam/v1/users',
    '/auth/v1/activationLink',
    '/iam/v1/users/{id}/roles',
    '/iam/v1/users/{id}/roles',
  ]);
  expect(links).toEqual([{ user: expect.stringContaining(':user:'), sendEmail: true, validDays: 90 }]);
  await activationLink(email);
});

test('an existing e-mail is reported above the form, and its field is marked', async ({ open, faults }) => {
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  faults.expectRefusal(409, /^\/iam\/v1\/users$/);
  await fill(page, company.administrator.email.toUpperCase());
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(errorAlert(page)).toContainText('This email already exists.');
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('completed steps are not repeated after a link that cannot be sent and a role that cannot be added', async ({
  open,
  faults,
}) => {
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  const users = sent(page, 'POST', /^\/iam\/v1\/users$/);
  const links = sent(page, 'POST', link);
  const email = await fill(page);
  await dialog.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Administrator', exact: true }).click();
  await page.keyboard.press('Escape');

  await faults.inject(page, 'POST', link, { status: 503, error: 'The mail is down.' }, 1);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(errorAlert(dialog)).toContainText(`${linkFailed}. The mail is down.`);
  // The list behind the dialog already shows the user.
  await expect(page.getByRole('row', { includeHidden: true }).filter({ hasText: email })).toHaveCount(1);
  await faults.inject(
    page,
    'POST',
    /\/roles$/,
    { status: 403, error: "You don't have authorization for this action." },
    1,
  );
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(errorAlert(dialog)).toContainText(`${rolesFailed}. You don't have authorization for this action.`);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page, 'New user successfully created. An activation link has been sent.')).toBeVisible();
  await expect(row(page, email)).toContainText('Administrator');
  expect(users).toHaveLength(1);
  expect(links).toHaveLength(2);
});

test('no roles can be selected when there are none', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  await faults.inject(page, 'GET', /^\/iam\/v1\/roles$/, { status: 200, body: { success: true, items: [] } });
  await page.goto('/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  const roles = page.getByRole('dialog').getByRole('combobox', { name: 'Roles' });
  await expect(roles).toBeDisabled();
  await expect(roles).toHaveText('There are no roles to select.');
});

test('typed text is not discarded without a question', async ({ open }) => {
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await fill(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.getByLabel('First name')).toHaveValue('Ada');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeHidden();
});

for (const [address, label] of [
  ['/iam/users', 'New User'],
  ['/iam/service-accounts', 'New service account'],
] as const) {
  test(`chosen roles alone are not lost unasked: ${label}`, async ({ open }) => {
    const page = await open(company.administrator, address);
    await page.getByRole('button', { name: label }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Roles' });
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toContainText('Administrator');
  });
}

/** Fills the dialog with a new user, and returns their address. */
async function fill(page: Page, email = `ada.${unique()}@company.example`): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Lovelace');
  return email;
}
