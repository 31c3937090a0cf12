import { errorAlert, row, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { createTag, engage, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('the list under Shared: columns, badges, and a search over every field it names', async ({ open }) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, `Lithography ${unique()}`);
  const fields = {
    email: `mailbox.${unique()}@sought.example`,
    'first-name': 'Wilhelmina',
    'last-name': 'Quartermaine',
    title: 'Archivist',
    description: 'Keeps the old plates',
  };
  const person = await engage(company.id, { ...fields, roles: ['Account Administrator'], tags: [tag.rn] });
  await invite(company.id, { 'first-name': 'Zoe', 'last-name': 'Later' });
  const page = await open(company.administrator, '/iam/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Email',
    'Name',
    'Roles',
    'Tags',
    'Status',
    'Last login',
    'Actions',
  ]);
  const found = row(page, fields.email);
  await expect(found.getByRole('link')).toHaveAttribute('href', `/iam/users/${idOf(person.user)}`);
  await expect(found.getByText('Archivist')).toHaveAttribute('data-tone', 'gray');
  await expect(found.getByRole('cell').nth(1).getByText('Wilhelmina Quartermaine', { exact: true })).toBeVisible();
  await expect(found.getByRole('cell').nth(2)).toHaveText('Account Administrator');
  await expect(found.getByRole('cell').nth(3)).toHaveText(tag.name);
  await expect(found.getByText('Active', { exact: true })).toHaveAttribute('data-tone', 'green');
  await expect(found.getByRole('cell').nth(5)).toHaveText('just now');
  await expect(row(page, 'Zoe Later').getByText('Pending')).toHaveAttribute('data-tone', 'gray');
  await expect(row(page, 'Zoe Later').getByRole('cell').nth(5)).toHaveText('Never');
  // Users here may not see accounts, so they do not see the owner of this one.
  await expect(page.getByText('Owner', { exact: true })).toBeHidden();

  const search = page.getByRole('searchbox', { name: 'Search users' });
  expect((await search.boundingBox())?.width).toBe(400);
  for (const text of [
    'SOUGHT.example',
    'quartermaine',
    'WILHELM',
    tag.name.toLowerCase(),
    'account admin',
    'old plates',
    'archivist',
  ]) {
    await search.fill(text);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(found).toBeVisible();
  }
  await search.fill('pending');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Zoe Later')).toBeVisible();
});

test('the list under User-based has no tags', async ({ open }) => {
  const { administrator } = await foundCompany('User-based');
  const page = await open(administrator, '/iam/users');
  await expect(row(page, administrator.email)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeHidden();
});

test('a user who may switch the account sees its owner', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(await demoPerson('Account Administrator', 'provider'), '/iam/users');
  await page.getByRole('combobox', { name: 'Viewed account' }).fill(company.account.name);
  await page.getByRole('option', { name: company.account.name }).click();
  await expect(row(page, company.administrator.email).getByText('Owner')).toHaveAttribute('data-tone', 'blue');
});

test('delete after a question; the server refuses to let users delete themselves', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const user = await invite(company.id);
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('button', { name: `Delete ${user.email}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete user' });
  await expect(question).toContainText('Are you sure you want to delete this user?');
  await expect(question).toContainText(user.email);
  await expect(question.getByRole('button')).toHaveText(["No don't delete it", 'Delete']);
  await question.getByRole('button', { name: "No don't delete it" }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: `Delete ${user.email}` }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'User successfully deleted')).toBeVisible();
  await expect(row(page, user.email)).toBeHidden();

  faults.expectRefusal(409, /^\/iam\/v1\/users\//);
  await page.getByRole('button', { name: `Delete ${company.administrator.email}` }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(errorAlert(question)).toBeVisible();
  await question.getByRole('button', { name: "No don't delete it" }).click();
  await expect(row(page, company.administrator.email)).toBeVisible();
});
