import { calls } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { foundCompany, idOf, invite, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('provider staff find a person, a license and an account, and are in that account then', async ({ open }) => {
  const company = await foundCompany('User-based');
  const last = `Findable${unique()}`;
  const user = await invite(company.id, { 'first-name': 'Fiona', 'last-name': last });
  const license = await issueOne(company.id);
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/admin/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  const inAccount = new RegExp(`account=${company.id}`);
  for (const [typed, option, heading] of [
    [last, `Fiona ${last}`, `Fiona ${last}`],
    [idOf(license), idOf(license), 'Keyhold Studio'],
    [company.account.name, company.account.name, 'Users'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Jump to' }).fill(typed);
    await expect(page.getByRole('option').filter({ hasText: option }).last()).toBeVisible();
    if (typed === last) {
      await expect(page.getByRole('option').first()).toContainText(company.account.name);
      await expectAccessible(page, 'what is found anywhere');
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(inAccount);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.getByRole('combobox', { name: 'Viewed account' })).toHaveValue(company.account.name);
  }
  await page.goto(`/iam/users/${idOf(user)}`);
});

test('an account is made with its owner; a taken e-mail is said with its account; a restoration meets conflicts', async ({
  open,
  faults,
}) => {
  const root = await rootApi();
  const name = `With owner ${unique()}`;
  const email = `owner-${unique()}@owner.example`;
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/admin/accounts');
  const fill = async (account: string): Promise<void> => {
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create new account' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(account);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('Empty first name')).toBeVisible();
    await dialog.getByLabel('First name').fill('Olga');
    await dialog.getByLabel('Last name').fill('Owner');
    await dialog.getByRole('button', { name: 'Create' }).click();
  };
  await fill(name);
  await expect(page.getByText('Account successfully created')).toBeVisible();
  const { items } = await root.send(calls.listAccounts, { query: { search: name } });
  const [account] = items;
  expect(account?.owner).not.toBeNull();

  faults.expectRefusal(409, /\/accounts/);
  await fill(`Second ${name}`);
  await expect(page.getByRole('dialog')).toContainText(`This email already exists. It is used in ${name}.`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  const params = { id: idOf({ rn: account?.rn ?? '' }) };
  await root.send(calls.deleteAccount, { params });
  const owner = { email, 'first-name': 'Olaf', 'last-name': 'Other' };
  await root.send(calls.createAccount, { body: { name, owner } });
  await page.reload();
  await page.getByRole('button', { name: 'Recently removed' }).click();
  const removed = page.getByRole('listitem').filter({ hasText: name }).first();
  await removed.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore account' });
  await expect(dialog).toContainText('This account name already exists.');
  await expect(dialog).toContainText(`It is used in ${name}. The email is ${email}.`);
  await expectAccessible(page, 'a restoration that meets conflicts');
  await dialog.getByLabel('Another name').fill(`Restored ${name}`);
  await dialog.getByRole('button', { name: 'Restore the rest' }).click();
  await expect(page.getByText('Account successfully restored')).toBeVisible();
});
