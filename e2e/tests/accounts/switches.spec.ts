import { calls, consumePolicy } from '@keyhold/contract';
import { fact, menuLink, row, toast } from '../../browser/screen.ts';
import { apiWith, type Person, rootApi, unique } from '../../fixtures/api.ts';
import { consume, createTag, engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('a user is deactivated after a warning about the consequences, and activated again', async ({ open }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(person.user)}`);
  await page.getByRole('button', { name: 'Deactivate user' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate user' });
  await expect(question).toContainText('They are signed out everywhere, every license they hold is released');
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'Deactivate']);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(toast(page, 'User successfully updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Inactive');
  await expect(apiWith(person.token).send(calls.listConsumableLicenses, {})).rejects.toThrow(
    'Authentication is required.',
  );

  await page.getByRole('button', { name: 'Activate user' }).click();
  await page.getByRole('dialog', { name: 'Activate user' }).getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Active');
  await expect(page.getByRole('button', { name: 'Deactivate user' })).toBeFocused();

  await test.step('users cannot deactivate themselves', async () => {
    await page.goto(`/iam/users/${idOf(company.administrator.user)}`);
    await expect(fact(page, 'Updated On')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Deactivate user' })).toHaveCount(0);
  });
});

test('an account is deactivated and activated by users with the permission, but never the provider’s', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const root: Person = await demoPerson('Root Administrator', 'provider');
  const page = await open(root, `/admin/accounts/${company.id}`);
  await expect(fact(page, 'Status')).toHaveText('Active');
  await page.getByRole('button', { name: 'Deactivate account' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate account' });
  await expect(question).toContainText('All its users are signed out, every license they hold is released');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(fact(page, 'Status')).toHaveText('Inactive');
  await expect(company.api.send(calls.listUsers, {})).rejects.toThrow('Authentication is required.');
  await page.getByRole('button', { name: 'Activate account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(fact(page, 'Status')).toHaveText('Active');

  await menuLink(page, 'Accounts').click();
  await page.getByRole('searchbox').fill('Keyhold');
  await page.getByRole('row').getByRole('link', { name: 'Keyhold', exact: true }).click();
  await expect(fact(page, 'Status')).toHaveText('Active');
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toHaveCount(0);
});

test('a removed user or tag without a toast is restored from the foot of its list', async ({ open }) => {
  const company = await foundCompany('Shared');
  const { user } = await engage(company.id);
  const tag = await createTag(company, `Removed ${unique()}`);
  await company.api.send(calls.deleteUser, { params: { id: idOf(user) } });
  await company.api.send(calls.deleteTag, { params: { id: idOf(tag) } });
  const page = await open(company.administrator, '/iam/users');
  const restore = async (name: string, said: string): Promise<void> => {
    await expect(row(page, name)).toHaveCount(0);
    await page.getByRole('button', { name: 'Recently removed' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: name });
    await expect(entry).toContainText('just now by');
    await entry.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page, said)).toBeVisible();
    await expect(entry).toHaveCount(0);
    await expect(page.getByText('Nothing was removed in the last 30 days.')).toBeVisible();
    await expect(row(page, name)).toBeVisible();
  };
  await restore(user.email, 'User successfully restored');
  await menuLink(page, 'Tags').click();
  await expect(page.getByRole('heading', { name: 'Tags', level: 1 })).toBeVisible();
  await restore(tag.name, 'Tag successfully restored');
});

test('a removed account without a toast is restored from the foot of the list, also with those of others', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const { name } = company.account;
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/admin/accounts');
  await (await rootApi()).send(calls.deleteAccount, { params: { id: company.id } });
  await page.getByRole('button', { name: 'Recently removed' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: name });
  await expect(entry).toContainText('just now by');
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Account successfully restored')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.goto(`/admin/accounts?search=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toBeVisible();
});

test('an ordinary user sees what they may use, what they use now, and where', async ({ open }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const license = await issueOne(company.id);
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
  const page = await open(person, '/');
  const mine = page.getByRole('region', { name: 'Licenses you may use' });
  await expect(mine.getByRole('listitem')).toContainText(['Keyhold Studio Shared']);
  await expect(mine).toContainText('1 of 1 free');
  await consume(person, license);
  await page.reload();
  await expect(mine).toContainText('In use by you');
  await expect(mine).toContainText('You are using it on PROOF-STATION-2 in Keyhold Studio 26.1.2.');
});
