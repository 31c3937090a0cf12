import { calls, consumePolicy } from '@keyhold/contract';
import { countToasts, errorAlert, hold, holdReply, loseReply, row, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { createTag, engage, foundCompany, idOf, invite, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('a dialog whose change is in progress cannot be closed, and shows the failure', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, '/iam/users');
  await faults.inject(page, 'DELETE', /^\/iam\/v1\/users\//, { status: 503, error: 'Not now.' }, 1);
  const release = await hold(page, 'DELETE', /^\/iam\/v1\/users\//);
  await row(page, user.email).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete user' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  await expect(question.getByRole('button', { name: "No don't delete it" })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(question).toBeVisible();
  release();
  await expect(errorAlert(question)).toContainText('Not now.');
  await question.getByRole('button', { name: "No don't delete it" }).click();
  await expect(question).toBeHidden();
  await expect(row(page, user.email)).toBeVisible();
});

test('a change that fails after its screen was left is reported on the current screen', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, '/iam/users');
  await faults.inject(page, 'PUT', /^\/iam\/v1\/users\//, { status: 503, error: 'Not now.' }, 1);
  const release = await hold(page, 'PUT', /^\/iam\/v1\/users\//);
  await page.getByRole('link', { name: user.email }).click();
  await page.getByLabel('Description').fill('mine');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(page).toHaveURL(/\/iam\/users$/);
  release();
  await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible();
});

test('Escape does not discard the failed activation link of a new user', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator, '/iam/users');
  await faults.inject(page, 'POST', /\/activationLink$/, { status: 503, error: 'No mail today.' }, 1);
  const release = await hold(page, 'POST', /\/activationLink$/);
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await dialog.getByLabel('Email').fill(`new.${Date.now()}@company.example`);
  await dialog.getByLabel('First name').fill('New');
  await dialog.getByLabel('Last name').fill('Person');
  const asked = page.waitForRequest(/\/activationLink$/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await asked;
  await page.keyboard.press('Escape');
  release();
  await expect(errorAlert(dialog)).toContainText('User was created but there was en error');
});

const creations = [
  ['/iam/users', 'New User', 'Create new User', /^\/iam\/v1\/users$/],
  ['/iam/tags', 'New tag', 'Create new tag', /^\/iam\/v1\/tags$/],
  ['/admin/accounts', 'New Account', 'Create new account', /^\/admin\/v1\/accounts$/],
] as const;

for (const [path, button, title, call] of creations) {
  test(`trying again after a broken connection creates once: ${title}`, async ({ open, faults }) => {
    faults.expectLoss(call);
    const page = await open(await demoPerson('Root Administrator', 'provider'), path);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: title });
    const name = `twice.${unique()}`;
    if (path === '/iam/users') {
      await dialog.getByLabel('Email').fill(`${name}@company.example`);
      await dialog.getByLabel('First name').fill('Twice');
      await dialog.getByLabel('Last name').fill('Asked');
    } else await dialog.getByLabel('Name').fill(name);
    await loseReply(page, call);
    // The list already has the created resource, which must not prevent its creation.
    const refetched = page.waitForResponse((response) => {
      return response.request().method() === 'GET' && call.test(new URL(response.url()).pathname);
    });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(errorAlert(dialog)).toContainText('The server cannot be reached.');
    await refetched;
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(toast(page, 'successfully created')).toBeVisible();
  });
}

test('text typed during a save stays as an unsaved change', async ({ open }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  const reply = await holdReply(page, /^\/iam\/v1\/users\//);
  await page.getByLabel('Description').fill('saved');
  await page.getByRole('button', { name: 'Update' }).click();
  await reply.answered;
  await page.getByLabel('Description').fill('saved, and more');
  reply.release();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('saved, and more');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('saved');
});

test('the form of one user shows nothing of the unsaved form of another', async ({ open }) => {
  const company = await foundCompany('User-based');
  const [first, second] = [await invite(company.id, { description: 'first' }), await invite(company.id)];
  const page = await open(company.administrator, `/iam/users/${idOf(second)}`);
  await expect(page.getByLabel('Email')).toHaveValue(second.email);
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await page.getByRole('link', { name: first.email }).click();
  await page.getByLabel('Description').fill('unsaved');
  // The palette leads from one record to another, whose data is already loaded.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill(second.email);
  await page.getByRole('option', { name: new RegExp(second['last-name']) }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(second.email);
  await expect(page.getByLabel('Description')).toHaveValue('');
  await expect(page.getByText('This was changed elsewhere while you were editing.')).toHaveCount(0);
});

test('a record that is deleted during editing is reported as deleted, and cannot be saved', async ({
  open,
  faults,
}) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, 'Passing');
  const page = await open(company.administrator, `/iam/tags/${idOf(tag)}`);
  faults.expectRefusal(404, /^\/iam\/v1\/tags\//);
  await page.getByLabel('Description').fill('What I typed');
  await company.api.send(calls.deleteTag, { params: { id: idOf(tag) } });
  await expect(page.getByRole('alert').filter({ hasText: 'This tag was deleted' })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('What I typed');
  await expect(page.getByLabel('Description')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
});

test('consumers are updated only when they change, and the question names the old and the new ones', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  const update = page.getByRole('button', { name: 'Update consumers' });
  await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect(update).toBeDisabled();
  await page.getByRole('radio', { name: 'No one' }).check();
  await update.click();
  const question = page.getByRole('dialog', { name: 'Update consumers' });
  await expect(question).toContainText(/Everyone →.*No one/);
});

const changedElsewhere = 'This was changed elsewhere while you were editing.';

test('a deleted tag disappears from the form of its user, and the chosen tags stay', async ({ open }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id);
  const [first, second] = [await createTag(company, 'First'), await createTag(company, 'Second')];
  await createTag(company, 'Mine');
  const params = { id: idOf(user) };
  for (const { rn } of [first, second]) await company.api.send(calls.addUserTag, { params, body: { tag: rn } });
  const page = await open(company.administrator, `/iam/users/${idOf(user)}?tab=tags`);
  const chosen = page.locator('.mantine-Pill-root');
  await expect(chosen).toHaveText(['First', 'Second']);
  await company.api.send(calls.deleteTag, { params: { id: idOf(first) } });
  await expect(chosen).toHaveText(['Second']);
  await page.getByRole('combobox', { name: 'Tags' }).click();
  await page.getByRole('option', { name: 'Mine' }).click();
  await page.keyboard.press('Escape');
  await company.api.send(calls.deleteTag, { params: { id: idOf(second) } });
  await expect(chosen).toHaveText(['Mine']);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
});

test('a user’s own change beside unsaved input is not announced as a change by another user', async ({ open }) => {
  const company = await foundCompany('User-based');
  const { user } = await engage(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  const updates = await countToasts(page, 'User successfully updated');
  await page.getByLabel('Description').fill('mine');
  await page.getByRole('button', { name: 'Deactivate user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('button', { name: 'Activate user', exact: true })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('mine');
  await expect(page.getByText(changedElsewhere)).toHaveCount(0);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(updates).toBe(2);
});

test('a conflict about the required second factors names both values in words', async ({ open }) => {
  const { api, administrator } = await foundCompany('User-based');
  const page = await open(administrator, '/iam/security');
  await page.getByRole('radio', { name: 'Administrators' }).check();
  const body = { 'second-factor': 'everyone', 'password-sign-in': true, 'session-hours': null } as const;
  await api.send(calls.updateSecurity, { body });
  const notice = page.getByRole('alert').filter({ hasText: changedElsewhere });
  await expect(notice.getByRole('definition')).toHaveText(['Administrators', 'Everyone']);
});
