import { hostname } from 'node:os';
import { calls, consumePolicy } from '@keyhold/contract';
import type { Locator, Page } from '@playwright/test';
import { reach } from '../../browser/input.ts';
import { pressInDialog, row, toast } from '../../browser/screen.ts';
import { apiOf, unique } from '../../fixtures/api.ts';
import { consume, createTag, foundCompany, idOf, invite, issueAddon, issueOne } from '../../fixtures/company.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { openStudio, type Studio } from '../../fixtures/studio.ts';
import { expect, test } from '../../test.ts';

let studio: Studio | undefined;
test.afterEach(() => {
  studio?.process.kill('SIGKILL');
});

test('by keyboard alone: sign in, invite, activate, tag, say who may use a license, see them use it, release it, sign out', async ({
  page,
  browser,
  faults,
}) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id, { description: 'By keyboard' });
  const email = `key.${unique()}@company.example`;
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);

  await test.step('sign in', async () => {
    await page.goto('/login');
    await reach(page.getByLabel('Email'));
    await type(company.administrator.email);
    await reach(page.getByLabel('Password'));
    await type(company.administrator.password);
    await press('Enter');
    await expect(page.getByRole('navigation')).toBeVisible();
  });

  await test.step('a new tag', async () => {
    await reach(page.getByRole('navigation').getByRole('link', { name: 'Tags' }));
    await press('Enter');
    await reach(page.getByRole('button', { name: 'New tag' }));
    await press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await reach(page.getByLabel('Name'));
    await type('Typists');
    await press('Enter');
    await expect(toast(page, 'Tag successfully created')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New tag' })).toBeFocused();
  });

  await test.step('invite', async () => {
    await reach(page.getByRole('navigation').getByRole('link', { name: 'Users' }));
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await reach(page.getByRole('button', { name: 'New User' }));
    await press('Enter');
    const dialog = page.getByRole('dialog');
    for (const [label, text] of [
      ['Email', email],
      ['First name', 'Key'],
      ['Last name', 'Board'],
    ] as const) {
      await reach(dialog.getByLabel(label));
      await type(text);
    }
    await reach(dialog.getByRole('combobox', { name: 'Roles' }));
    await press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    // Escape closes only the list of options.
    await press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await reach(dialog.getByRole('button', { name: 'Create' }));
    await press('Enter');
    await expect(toast(page, 'New user successfully created. An activation link has been sent.')).toBeVisible();
  });

  await test.step('activate, with the link of the mail', async () => {
    const theirs = await browser.newContext();
    faults.watchContext(theirs);
    const activation = await theirs.newPage();
    await activation.goto(await activationLink(email));
    for (const label of ['Password', 'Confirm password']) {
      await reach(activation.getByLabel(label, { exact: true }));
      await activation.keyboard.type(company.administrator.password);
    }
    await activation.keyboard.press('Enter');
    await expect(activation.getByText('Central command for connecting')).toBeVisible();
    await theirs.close();
  });

  await test.step('tag', async () => {
    await reach(page.getByRole('link', { name: email }));
    await press('Enter');
    await reach(page.getByRole('tab', { name: 'Details' }));
    await press('ArrowRight');
    await press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Tags' })).toHaveAttribute('aria-selected', 'true');
    await reach(page.getByRole('combobox', { name: 'Tags' }));
    await type('typ');
    await press('ArrowDown');
    await press('Enter');
    await press('Escape');
    await reach(page.getByRole('button', { name: 'Update' }));
    await press('Space');
    await expect(toast(page, 'User successfully updated')).toBeVisible();
  });

  await test.step('say who may use a license', async () => {
    await reach(page.getByRole('navigation').getByRole('link', { name: 'Licenses' }));
    await press('Enter');
    await reach(page.getByRole('searchbox'));
    await type('by keyboard');
    await expect(page.getByRole('row')).toHaveCount(2);
    await reach(page.getByRole('link', { name: idOf(license) }));
    await press('Enter');
    await reach(page.getByRole('tab', { name: 'Details' }));
    await press('ArrowRight');
    await press('ArrowRight');
    await reach(page.getByRole('radio', { name: 'No one' }));
    await press('ArrowDown');
    await press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Tags' })).toBeChecked();
    await expect(page.locator('.mantine-Pill-root')).toHaveText(['Typists']);
    await reach(page.getByRole('button', { name: 'Update consumers' }));
    await press('Enter');
    await reach(page.getByRole('dialog').getByRole('button', { name: 'Update' }));
    await press('Enter');
    await expect(toast(page, 'License successfully updated')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('they use it, and it is released', async () => {
    studio = await openStudio({ email, password: company.administrator.password }, 'keyhold-studio-shared');
    await studio.says(/is open/);
    await reach(page.getByRole('tab', { name: 'Consumers' }));
    await press('ArrowRight');
    await expect(page.getByText(hostname()).first()).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Release license' })).toBeEnabled();
    await reach(page.getByRole('button', { name: 'Release license' }));
    await press('Enter');
    const question = page.getByRole('dialog', { name: 'Release license' });
    // The harmless button has the focus.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await reach(question.getByRole('button', { name: 'Release' }));
    await press('Enter');
    await expect(toast(page, 'License successfully released')).toBeVisible();
    await studio.says(/logged off/);
    expect(await studio.exited).toBe(0);
  });

  await test.step('sign out', async () => {
    await reach(page.getByRole('banner').getByRole('button', { name: /Person/ }));
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await press('End');
    await press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test('the focus stays on the screen when a pressed button disappears or is disabled', async ({ open }) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, 'Prepress');
  const [first, second, third] = [await invite(company.id), await invite(company.id), await invite(company.id)];
  const license = await issueOne(company.id);
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
  await consume(company.administrator, license);
  await issueAddon(company.id);
  const page = await open(company.administrator, '/iam/users');
  const main = page.getByRole('main');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const dialog = page.getByRole('dialog');
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).first();
  const select = (user: { email: string }) => page.getByRole('checkbox', { name: `Select ${user.email}` }).check();
  /** Answers the question by keyboard; the focus must then be on the screen. */
  const confirm = async (name: string, within = dialog): Promise<void> => {
    await pressInDialog(page, button(name, within));
    await expect(dialog).toHaveCount(0);
    await expect(main).toBeFocused();
  };

  await test.step('a search that is cleared', async () => {
    await search.fill('nobody at all');
    await button('Clear search').press('Enter');
    await expect(search).toBeFocused();
    await search.fill('nobody at all');
    await page.getByRole('button').filter({ hasText: 'Clear search' }).press('Enter');
    await expect(search).toBeFocused();
  });

  await test.step('a selection that is cleared, changed or deleted', async () => {
    await select(first);
    await button('Clear selection').press('Enter');
    await expect(main).toBeFocused();
    await select(first);
    await button('Change tags').press('Enter');
    await dialog.getByRole('combobox', { name: 'Tags to add' }).press('ArrowDown');
    await page.getByRole('option', { name: tag.name }).click();
    await page.keyboard.press('Escape');
    await confirm('Apply');
    await select(second);
    await select(third);
    await button('Delete selected').press('Enter');
    await confirm('Delete 2 users');
  });

  await test.step('a user that is restored, from the list and from the toast', async () => {
    await button('Recently removed').press('Enter');
    await button('Restore').press('Enter');
    await expect(toast(page, 'User successfully restored')).toBeVisible();
    await expect(main).toBeFocused();
    await button(`Delete ${first.email}`).press('Enter');
    await pressInDialog(page, button('Delete', dialog));
    await expect(dialog).toHaveCount(0);
    await button('Undo').press('Enter');
    await expect(row(page, first.email)).toBeVisible();
    await expect(main).toBeFocused();
  });

  await test.step('changes that are discarded', async () => {
    await page.goto(`/iam/users/${idOf(first)}`);
    await page.getByLabel('Title').fill('Dr.');
    await button('Discard changes').press('Enter');
    await expect(main).toBeFocused();
  });

  await test.step('a session that is ended', async () => {
    await apiOf(company.administrator);
    await page.goto(`/iam/users/${idOf(company.administrator.user)}`);
    await button('Sessions').press('Enter');
    await button('End session').press('Enter');
    await confirm('End session');
  });

  await test.step('a license that is released, and whose consumers are changed', async () => {
    await page.goto(`/licensing/licenses/${idOf(license)}?tab=consumers`);
    await button('Release license').press('Enter');
    await confirm('Release');
    await page.getByRole('radio', { name: 'No one' }).check();
    await button('Update consumers').press('Enter');
    await confirm('Update');
  });

  await test.step('an add-on that is assigned, and unassigned', async () => {
    await page.goto('/licensing/unassignedAddons');
    await button('Assign').press('Enter');
    await confirm('Select', row(dialog, idOf(license)));
    await page.goto(`/licensing/licenses/${idOf(license)}?tab=addons`);
    await button('Unassign').press('Enter');
    await confirm('Unassign');
  });
});
