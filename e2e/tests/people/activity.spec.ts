import { calls, consumePolicy, resourceIdOf } from '@keyhold/contract';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { foundCompany, invite, issue, viewer } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('the activity of a user is requested when it is opened, and shows who changed what', async ({ page }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id, { 'first-name': 'Ada', 'last-name': 'Active' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/iam/v1/audit')) asked.push(request.url());
  });
  await openAs(page, company.administrator, `/iam/users/${resourceIdOf(user.rn)}`);
  await page.getByLabel('Title').fill('Dr.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('User successfully updated')).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Activity' }).click();
  const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(entries).toHaveText([
    new RegExp(`${company.administrator.user['last-name']} changed the details.*Title.*nothing.*Dr\\.`, 's'),
    /Ingrid Solberg created this user/,
  ]);

  // The activity updates while it is open.
  const { items: roles } = await company.api.send(calls.listRoles, {});
  const role = roles.find(({ name }) => name === 'Administrator')?.rn ?? '';
  await company.api.send(calls.addUserRole, { params: { id: resourceIdOf(user.rn) }, body: { role } });
  await expect(entries.first()).toHaveText(/added a role.*Roles.*nothing.*Administrator/s);

  // A tag that was deleted since then is still shown by its name.
  const body = { name: `Night shift ${unique()}`, description: '', 'account-id': company.id };
  const tag = (await company.api.send(calls.createTag, { body })).item.rn;
  await company.api.send(calls.addUserTag, { params: { id: resourceIdOf(user.rn) }, body: { tag } });
  await company.api.send(calls.deleteTag, { params: { id: resourceIdOf(tag) } });
  await page.reload();
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(entries.first()).toHaveText(new RegExp(`Tags.*nothing.*${body.name}`, 's'));
});

test('the activity of a license names its consumers and pages back', async ({ page }) => {
  const company = await foundCompany('User-based');
  const person = await invite(company.id, { 'first-name': 'Bob', 'last-name': 'Consumer' });
  const [license] = await issue(company.id, viewer);
  const params = { id: resourceIdOf(license?.rn ?? '') };
  const nobody = [consumePolicy({ kind: 'No one' })];
  for (let change = 0; change < 11; change += 1) {
    const policies = [consumePolicy({ kind: 'User', user: person.rn })];
    await company.api.send(calls.setLicensePolicies, { params, body: { policies: nobody } });
    await company.api.send(calls.setLicensePolicies, { params, body: { policies } });
  }
  await openAs(page, company.administrator, `/licensing/licenses/${params.id}`);
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('listitem')).toHaveCount(20);
  await expect(activity.getByRole('listitem').first()).toHaveText(
    new RegExp(`changed the consumers.*No one.*User: ${person.email}`, 's'),
  );
  await activity.getByRole('button', { name: 'Show older' }).click();
  await expect(activity.getByRole('listitem').last()).toContainText('issued this license');
  await expect(activity.getByRole('button', { name: 'Show older' })).toHaveCount(0);
});

test('tags and accounts have their activity too', async ({ page }) => {
  const company = await foundCompany('User-based');
  const name = `Tag ${unique()}`;
  const body = { name, description: '', 'account-id': company.id };
  const { item } = await company.api.send(calls.createTag, { body });
  await openAs(page, company.administrator, `/iam/tags/${resourceIdOf(item.rn)}`);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByText('created this tag')).toBeVisible();
});
