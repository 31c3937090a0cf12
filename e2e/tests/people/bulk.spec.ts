import { calls, consumePolicy } from '@keyhold/contract';
import { row } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { consume, engage, foundCompany, invite, issue, viewer } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('many users get tags and roles at once, and are deleted; failures are reported', async ({ page }) => {
  const company = await foundCompany('Shared');
  const people = [];
  for (const first of ['Ada', 'Bob', 'Cleo'])
    people.push(await invite(company.id, { 'first-name': first, 'last-name': 'Bulk' }));
  const [ada, bob, cleo] = people.map(({ email }) => email) as [string, string, string];
  const tag = `Prepress ${unique()}`;
  await company.api.send(calls.createTag, { body: { name: tag, description: '', 'account-id': company.id } });
  await openAs(page, company.administrator);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Email',
    'Name',
    'Roles',
    'Tags',
    'Status',
    'Last login',
    'Actions',
  ]);

  await test.step('two get a tag', async () => {
    await page.getByRole('checkbox', { name: `Select ${ada}` }).check();
    await page.getByRole('checkbox', { name: `Select ${bob}` }).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Change tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the tags of 2 users' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Choose what to add or remove.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Tags to add' }).click();
    await page.getByRole('option', { name: tag }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('2 users successfully updated')).toBeVisible();
    await expect(row(page, ada)).toContainText(tag);
    await expect(row(page, bob)).toContainText(tag);
    await expect(row(page, cleo)).not.toContainText(tag);
    await expect(page.getByText('2 selected')).toBeHidden();
  });

  await test.step('all that match get a role', async () => {
    await page.getByRole('searchbox').fill('bulk');
    await expect(row(page, company.administrator.email)).toHaveCount(0);
    await page.getByRole('checkbox', { name: `Select ${ada}` }).check();
    await page.getByRole('button', { name: 'Select all 3 matching' }).click();
    await expect(page.getByRole('checkbox', { name: `Select ${cleo}` })).toBeChecked();
    await page.getByRole('checkbox', { name: `Select ${cleo}` }).uncheck();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Select all 3 matching' }).click();
    await page.getByRole('button', { name: 'Change roles' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the roles of 3 users' });
    await dialog.getByRole('combobox', { name: 'Roles to add' }).click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('3 users successfully updated')).toBeVisible();
    for (const email of [ada, bob, cleo]) await expect(row(page, email)).toContainText('Administrator');
  });

  await test.step('all users except the current one are deleted, and the report says why', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 4 users' }).click();
    const report = page.getByRole('dialog', { name: 'Some could not be changed' });
    await expect(report).toContainText('3 changed, 0 needed no change, 1 failed.');
    await expect(row(report, company.administrator.email)).toBeVisible();
    await report.getByRole('button', { name: 'Close' }).last().click();
    await expect(report).toBeHidden();
    await expect(row(page, ada)).toHaveCount(0);
    await expect(row(page, company.administrator.email)).toBeVisible();
  });
});

test('users are chosen over searches, deactivated with an undo, activated again, and sent links', async ({ page }) => {
  const company = await foundCompany('User-based');
  const [ada, bob] = await Promise.all([
    engage(company.id, { 'first-name': 'Ada', 'last-name': 'Status' }),
    engage(company.id, { 'first-name': 'Bob', 'last-name': 'Status' }),
  ]);
  const cleo = await invite(company.id, { 'first-name': 'Cleo', 'last-name': 'Status' });
  await openAs(page, company.administrator, '/iam/users?search=ada');
  await page.getByRole('checkbox', { name: `Select ${ada.email}` }).check();
  await page.getByRole('searchbox').fill('bob');
  await expect(row(page, ada.email)).toHaveCount(0);
  await page.getByRole('checkbox', { name: `Select ${bob.email}` }).check();
  await expect(page.getByText('2 selected')).toBeVisible();

  await test.step('the chosen ones are shown, whatever the search', async () => {
    await page.getByRole('button', { name: 'Selected', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(row(page, ada.email)).toBeVisible();
    await page.getByRole('button', { name: 'Selected', exact: true }).click();
    await expect(row(page, ada.email)).toHaveCount(0);
  });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 users' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(page, bob.email)).toContainText('Inactive');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, bob.email)).toContainText('Active');
  await page.getByRole('button', { name: 'Clear search' }).click();

  await test.step('links go to those who have not activated; the others are reported, and tried again', async () => {
    await page.getByRole('checkbox', { name: `Select ${ada.email}` }).check();
    await page.getByRole('checkbox', { name: `Select ${cleo.email}` }).check();
    await page.getByRole('button', { name: 'Resend activation links' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send links' }).click();
    const report = page.getByRole('dialog', { name: 'Some could not be changed' });
    await expect(report).toContainText('1 changed, 0 needed no change, 1 failed.');
    await expect(row(report, ada.email)).toBeVisible();
    await report.getByRole('button', { name: 'Try again for 1 record' }).click();
    await expect(report).toContainText('0 changed, 0 needed no change, 1 failed.');
    await report.getByRole('button', { name: 'Close' }).last().click();
    await expect(report).toBeHidden();
  });
});

test('licenses are released at once, also those of a list too long to load', async ({ page, faults }) => {
  const company = await foundCompany('User-based');
  await issue(company.id, { ...viewer, description: 'spare', count: 1001 });
  const wanted = await issue(company.id, { ...viewer, description: 'wanted', count: 3 });
  const holder = await engage(company.id, { 'first-name': 'Max', 'last-name': 'Holder' });
  for (const license of wanted) {
    const id = license.rn.split(':').at(-1) ?? '';
    const policies = [consumePolicy({ kind: 'Everyone' })];
    await company.api.send(calls.setLicensePolicies, { params: { id }, body: { policies } });
  }
  const [first, second] = wanted as [(typeof wanted)[0], (typeof wanted)[0]];
  await consume(holder, first);
  await consume(holder, second);
  await openAs(page, company.administrator, '/licensing/licenses?search=wanted');
  await expect(row(page, 'In use')).toHaveCount(2);
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Select all 3 matching' }).click();

  await test.step('none while the search finds another one that the user has not seen', async () => {
    await page.getByRole('button', { name: 'Release selected' }).click();
    const asked = page.getByRole('dialog', { name: 'Release 3 licenses' });
    await expect(asked).toBeVisible();
    const [fourth] = await issue(company.id, { ...viewer, description: 'wanted' });
    faults.expectRefusal(412, /bulk\/release/);
    await asked.getByRole('button', { name: 'Release' }).click();
    await expect(asked).toContainText('This is about 4 by now, not about 3.');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'In use')).toHaveCount(2);
    const params = { id: fourth?.rn.split(':').at(-1) ?? '' };
    await (await rootApi()).send(calls.updateLicense, { params, body: { description: 'spare' } });
    await expect(page.getByText('3 selected')).toBeVisible();
  });
  const sent = page.waitForRequest((request) => request.url().endsWith('/license/v1/licenses/bulk/release'));
  await page.getByRole('button', { name: 'Release selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release 3 licenses' });
  await dialog.getByRole('button', { name: 'Release' }).click();
  expect((await sent).postDataJSON()).toEqual({ 'account-id': company.id, search: 'wanted', count: 3 });
  await expect(page.getByText('2 licenses successfully released')).toBeVisible();
  await expect(row(page, 'Available')).toHaveCount(3);

  await test.step('all except the one that is deselected', async () => {
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Select all 3 matching' }).click();
    await page.getByRole('checkbox').nth(2).uncheck();
    await expect(page.getByText('2 selected')).toBeVisible();
    const key = await page.getByRole('row').nth(2).getByRole('link').first().innerText();
    const request = page.waitForRequest((each) => each.url().endsWith('/license/v1/licenses/bulk/release'));
    await page.getByRole('button', { name: 'Release selected' }).click();
    const asked = page.getByRole('dialog', { name: 'Release 2 licenses' });
    await asked.getByRole('button', { name: 'Release' }).click();
    expect((await request).postDataJSON()).toEqual({
      'account-id': company.id,
      search: 'wanted',
      except: [key],
      count: 2,
    });
    await expect(asked).toBeHidden();
    await expect(page.getByText('2 selected')).toBeHidden();
  });
});
