import { calls, consumePolicy, resourceIdOf } from '@keyhold/contract';
import { openAs } from '../../browser/session.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { engage, foundCompany, invite, issue, viewer } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('a license shows who can use it before it is saved, and why a user cannot', async ({ page }) => {
  const company = await foundCompany('User-based');
  const [license] = await issue(company.id, {});
  const id = resourceIdOf(license?.rn ?? '');
  const ada = await engage(company.id, { 'first-name': 'Ada', 'last-name': 'Tagged' });
  const bob = await engage(company.id, { 'first-name': 'Bob', 'last-name': 'Untagged' });
  await invite(company.id, { 'first-name': 'Cleo', 'last-name': 'Pending' });
  const tagName = `Press ${unique()}`;
  const body = { name: tagName, description: '', 'account-id': company.id };
  const { item: tag } = await company.api.send(calls.createTag, { body });
  await company.api.send(calls.addUserTag, { params: { id: resourceIdOf(ada.user.rn) }, body: { tag: tag.rn } });
  await openAs(page, company.administrator, `/licensing/licenses/${id}?tab=consumers`);
  const who = page.getByRole('region', { name: 'Who can use this license?' });
  await expect(who).toContainText('Nobody can use it.');

  await page.getByRole('radio', { name: 'Everyone' }).check();
  await expect(who).toContainText('3 people can use it, one at a time.');
  await expect(who).toContainText('1 more can use it once they have activated their access.');
  await expect(who).toContainText('It is not saved yet.');
  await page.getByRole('radio', { name: 'Tags' }).check();
  await expect(who).toContainText('1 person can use it');
  await expect(who.getByRole('listitem')).toHaveText([/^Ada Tagged/]);
  // Without a tag the choice is incomplete, and the saved one is shown.
  await page.getByRole('button', { name: `Remove ${tagName}` }).click();
  await expect(who).toContainText('Nobody can use it.');
  await expect(who).not.toContainText('It is not saved yet.');
  await expect(page.getByRole('button', { name: 'Update consumers' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Tags' }).fill(tagName);
  await page.getByRole('option', { name: tagName }).click();
  await expect(who).toContainText('It is not saved yet.');

  await page.getByRole('button', { name: 'Update consumers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('License successfully updated')).toBeVisible();
  await expect(who).not.toContainText('It is not saved yet.');

  await who.getByRole('button', { name: "Why can or can't somebody use it?" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Person' }).fill(bob.email);
  await page.getByRole('option', { name: bob.email }).click();
  await expect(dialog).toContainText('Cannot use it');
  await expect(dialog).toContainText(`Statement 1 asks for tags that are missing: ${tagName}.`);
  await expect(dialog).toContainText('Give the user the tag that is missing.');
  await dialog.getByRole('combobox', { name: 'Person' }).fill(ada.email);
  await page.getByRole('option', { name: ada.email }).click();
  await expect(dialog).toContainText('Can use it');
  await expect(dialog).toContainText('Statement 1 allows it.');
});

test('the list of all people has the focus after it is expanded', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'), '/licensing/licenses');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Consumers' }).click();
  await page.getByRole('radio', { name: 'Everyone' }).check();
  const who = page.getByRole('region', { name: 'Who can use this license?' });
  await expect(who.getByRole('listitem')).toHaveCount(12);
  await who.getByRole('button', { name: /^Show all/ }).press('Enter');
  await expect(who.getByRole('list')).toBeFocused();
  expect(await who.getByRole('listitem').count()).toBeGreaterThan(12);
});

test('a user’s page shows for any license whether they can use it', async ({ page }) => {
  const company = await foundCompany('User-based');
  const [license] = await issue(company.id, { ...viewer, count: 2 });
  const id = resourceIdOf(license?.rn ?? '');
  const person = await engage(company.id, { 'first-name': 'Ada', 'last-name': 'Asking' });
  const policies = [consumePolicy({ kind: 'User', user: person.user.rn })];
  await company.api.send(calls.setLicensePolicies, { params: { id }, body: { policies } });
  await openAs(page, company.administrator, `/iam/users/${resourceIdOf(person.user.rn)}`);
  await page.getByRole('button', { name: "Why can or can't Ada use a license?" }).click();
  await page.getByRole('combobox', { name: 'License' }).fill(id);
  await page.getByRole('option', { name: id }).click();
  await expect(page.getByText('Can use it', { exact: true })).toBeVisible();
  await (await rootApi()).send(calls.updateLicenseStatus, { params: { id }, body: { status: 'Suspended' } });
  await expect(page.getByText('Cannot use it', { exact: true })).toBeVisible();
  await expect(page.getByText('End the suspension of the license.')).toBeVisible();
});
