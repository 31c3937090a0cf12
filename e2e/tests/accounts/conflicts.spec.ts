import { calls, resourceIdOf, type User } from '@keyhold/contract';
import { openAs } from '../../browser/session.ts';
import { rootApi } from '../../fixtures/api.ts';
import { foundCompany, invite } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

/** Changes a record as another user, unseen by an open screen. */
async function changeElsewhere(user: User, change: Partial<Pick<User, 'title' | 'description'>>) {
  const { email, 'first-name': first, 'last-name': last, title, description } = user;
  const body = { email, 'first-name': first, 'last-name': last, title, description, ...change };
  await (await rootApi()).send(calls.updateUser, { params: { id: resourceIdOf(user.rn) }, body });
}

test.beforeEach(async ({ page, faults }) => {
  // Without the stream of changes an open screen does not update by itself.
  await page.route('**/events/v1/changes*', (route) => route.abort('aborted'));
  faults.expectRefusal(412, /^\/iam\/v1\/users\//);
});

test('saving a record that was changed in the meantime shows who changed what', async ({ page }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id, { 'first-name': 'Ada', 'last-name': 'Edited' });
  await openAs(page, company.administrator, `/iam/users/${resourceIdOf(user.rn)}`);
  await page.getByLabel('Description').fill('mine');
  await changeElsewhere(user, { description: 'theirs' });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Update' }).click();
  expect((await sent).headers()['if-match']).toMatch(/^".+"$/);
  const notice = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere while you were editing.' });
  await expect(notice).toContainText('changed the details');
  await expect(notice).toContainText('theirs');
  await expect(page.getByLabel('Description')).toHaveValue('mine');
  await notice.getByRole('button', { name: 'Show the current version' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByLabel('Description')).toHaveValue('theirs');
  await page.getByLabel('Description').fill('mine after all');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('User successfully updated')).toBeVisible();
});

test('a change of another field keeps the edited one, which is saved by a retry', async ({ page }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id, { 'first-name': 'Bob', 'last-name': 'Promoted' });
  await openAs(page, company.administrator, `/iam/users/${resourceIdOf(user.rn)}`);
  await page.getByLabel('Description').fill('mine');
  const { items: roles } = await company.api.send(calls.listRoles, {});
  const role = roles.find(({ name }) => name === 'Administrator')?.rn ?? '';
  await (await rootApi()).send(calls.addUserRole, { params: { id: resourceIdOf(user.rn) }, body: { role } });
  await page.getByRole('button', { name: 'Update' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere while you were editing.' });
  await expect(notice).toContainText('added a role');
  await expect(notice).toContainText('Save again to keep them.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('User successfully updated')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('deleting a record that was changed in the meantime asks again', async ({ page }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id, { 'first-name': 'Cleo', 'last-name': 'Deleted' });
  await openAs(page, company.administrator, '/iam/users');
  const row = page.getByRole('row').filter({ hasText: user.email });
  const read = page.waitForResponse((response) => response.url().endsWith(`${resourceIdOf(user.rn)}?resolve=all`));
  await row.getByRole('button', { name: 'Delete' }).click();
  await read;
  await changeElsewhere(user, { title: 'Head of press' });
  const dialog = page.getByRole('dialog', { name: 'Delete user' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody changed this in the meantime.');
  await expect(dialog).toContainText('Head of press');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('User successfully deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
});
