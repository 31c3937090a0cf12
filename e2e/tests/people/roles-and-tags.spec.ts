import { calls, consumePolicy } from '@keyhold/contract';
import { errorAlert, fact, hold, menuLink, row, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { createTag, foundCompany, idOf, invite, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('roles can be read and searched, but not changed', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'User-based'), '/iam/roles');
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Description', 'Created On', 'Updated On']);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('cell', { name: 'Administrator', exact: true })).toBeVisible();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(New |Delete |Update$)/ })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search roles' }).fill('ACCOUNT admin');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).getByRole('time').first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
});

test('tags: none yet, create, search, change, delete', async ({ open }) => {
  const company = await foundCompany('Shared');
  const page = await open(company.administrator, '/iam/tags');
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await expect(page.getByText('No tags yet')).toBeVisible();
  await page.getByRole('button', { name: 'New tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new tag' });
  await dialog.getByLabel('Name').fill('  ');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Empty name')).toBeVisible();
  await dialog.getByLabel('Name').fill('  Bindery ');
  await dialog.getByLabel('Description').fill('Folding and stitching');
  const created = await hold(page, 'POST', /^\/iam\/v1\/tags$/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  created();
  await expect(toast(page, 'Tag successfully created')).toBeVisible();
  await createTag(company, 'Press');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Description',
    'Created On',
    'Updated On',
    'Actions',
  ]);
  await expect(page.getByRole('row').getByRole('link')).toHaveText(['Bindery', 'Press']);
  await page.getByRole('searchbox', { name: 'Search tags' }).fill('STITCH');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Bindery').getByRole('cell').nth(2)).toHaveText('just now');

  await page.getByRole('link', { name: 'Bindery' }).click();
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(fact(page, 'Created On')).toHaveText('just now');
  await expect(fact(page, 'Updated On')).toHaveText('just now');
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Empty name')).toBeVisible();
  await page.getByLabel('Name').fill('Bookbinders');
  const updated = await hold(page, 'PUT', /^\/iam\/v1\/tags\//);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  updated();
  await expect(toast(page, 'Tag successfully updated')).toBeVisible();
  // The list is as it was left.
  await page.getByRole('link', { name: 'Back to Tags' }).click();
  await expect(page).toHaveURL('/iam/tags?search=STITCH');

  await page.getByRole('button', { name: 'Delete Bookbinders' }).click();
  const question = page.getByRole('dialog', { name: 'Delete tag' });
  await expect(question).toContainText('Are you sure you want to delete this tag?');
  await expect(question.getByRole('button')).toHaveText(["No don't delete it", 'Delete']);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Tag successfully deleted')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('chosen roles are announced, and each can be removed by keyboard; the list covers neither label nor button', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const colleague = await invite(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(colleague)}?tab=roles`);
  const field = page.getByRole('combobox', { name: 'Roles' });
  await field.click();
  const list = await page.getByRole('listbox').boundingBox();
  const label = await page.locator('label', { hasText: 'Roles' }).boundingBox();
  const top = list?.y ?? 0;
  expect(top + (list?.height ?? 0) <= (label?.y ?? 0) || top >= (label?.y ?? 0) + (label?.height ?? 0)).toBe(true);
  const names = await page.getByRole('option').allInnerTexts();
  for (const name of names) await page.getByRole('option', { name, exact: true }).click();
  await expect(page.getByText('All are already chosen.')).toBeVisible();
  await expect(page.getByText('No roles found.')).toBeHidden();
  await expect(field).toHaveAttribute('aria-description', /^Chosen: .*Administrator/);
  await page.keyboard.press('Escape');
  const [first = ''] = names;
  const remove = page.getByRole('button', { name: `Remove ${first}`, exact: true });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(remove).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(names.length - 1);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

for (const [width, height] of [
  [320, 640],
  [768, 1024],
  [1280, 800],
] as const) {
  test(`the open list of roles covers nothing of its form, nor the tabs, at ${width} px`, async ({ open }) => {
    const company = await foundCompany('Shared');
    const colleague = await invite(company.id);
    const page = await open(company.administrator, `/iam/users/${idOf(colleague)}?tab=roles`);
    await page.setViewportSize({ width, height });
    await page.getByRole('combobox', { name: 'Roles' }).click();
    const list = page.getByRole('listbox');
    await expect(list.getByRole('option').first()).toBeVisible();
    const panel = await list.evaluate((options) => {
      const { top, bottom, left, right } = (options.closest('[data-position]') ?? options).getBoundingClientRect();
      return { top, bottom, left, right };
    });
    for (const covered of [
      page.locator('label', { hasText: 'Roles' }),
      page.getByRole('tablist'),
      page.getByRole('button', { name: 'Update' }),
    ]) {
      const box = await covered.boundingBox();
      if (!box) throw new Error('It is not there.');
      const beside = box.x + box.width <= panel.left || box.x >= panel.right;
      expect(beside || box.y + box.height <= panel.top || box.y >= panel.bottom, String(covered)).toBe(true);
    }
    // One click is enough for the button, although the list closes under it.
    await list.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'User successfully updated')).toBeVisible();
  });
}

test('a tag that a license names cannot be deleted, and no two tags can have the same name', async ({
  open,
  faults,
}) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, `Named ${unique()}`);
  const license = await issueOne(company.id);
  await company.api.send(calls.setLicensePolicies, {
    params: { id: idOf(license) },
    body: { policies: [consumePolicy({ kind: 'Tags', tags: [tag.rn] })] },
  });
  const page = await open(company.administrator, '/iam/tags');
  faults.expectRefusal(409, /^\/iam\/v1\/tags/);
  await page.getByRole('button', { name: `Delete ${tag.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete tag' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(errorAlert(question)).toBeVisible();
  await question.getByRole('button', { name: "No don't delete it" }).click();
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(tag.name.toUpperCase());
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('This tag name already exists.')).toBeVisible();
});

test('in another account a tag can be created, but not updated', async ({ open }) => {
  const company = await foundCompany('Shared');
  const name = `Elsewhere ${unique()}`;
  const page = await open(await demoPerson('Root Administrator', 'provider'));
  // The provider's own account is User-based: the entry appears with the viewed account.
  await expect(menuLink(page, 'Users')).toBeVisible();
  await expect(menuLink(page, 'Tags')).toBeHidden();
  await page.getByRole('combobox', { name: 'Viewed account' }).fill(company.account.name);
  await page.getByRole('option', { name: company.account.name }).click();
  await menuLink(page, 'Tags').click();
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name }).click();
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await update.hover();
  const reason = page.getByText('Currently you cannot perform this action on a different account.');
  await expect(reason).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(reason).toBeHidden();
  await page.getByLabel('Description').focus();
  await page.keyboard.press('Tab');
  await expect(update).toBeFocused();
  await expect(reason).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const { items } = await company.api.send(calls.listTags, {});
  expect(items.map((tag) => tag.name)).toEqual([name]);
});
