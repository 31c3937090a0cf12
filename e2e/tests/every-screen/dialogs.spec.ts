import type { Locator } from '@playwright/test';
import { countToasts, errorAlert, hold, pressInDialog, row, sent } from '../../browser/screen.ts';
import { createTag, engage, foundCompany, idOf, issueAddon, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('a dialog opens in 200 ms, keeps the focus inside, and restores it', async ({ open }) => {
  const { administrator } = await foundCompany('User-based');
  const page = await open(administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/iam/users');
  const opener = page.getByRole('button', { name: 'New User' });
  await opener.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLElement && target.closest('.mantine-Modal-root') && target.style.transitionDuration)
          seen.add(target.style.transitionDuration);
      }
      document.body.dataset['durations'] = [...seen].join();
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await expect(dialog.getByLabel('Email')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-durations', /200ms/);
  // The page behind the dialog is inert: its elements are not found by their roles.
  await expect(opener).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  for (let times = 0; times < 12; times += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole('navigation')).toBeVisible();

  await test.step('nothing moves for users who prefer reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The skeletons of a list that loads behind it do not move, either.
    const release = await hold(page, 'GET', /^\/iam\/v1\/users$/);
    await page.reload();
    await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
    await opener.click();
    await expect(dialog).toBeVisible();
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => each.playState === 'running')
        .map((each) => (each.effect instanceof KeyframeEffect ? each.effect.target?.className : null)),
    );
    expect(running).toEqual([]);
    release();
  });
});

test('a dialog that creates a resource focuses its first field', async ({ open }) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
  await page.goto('/iam/tags');
  await page.getByRole('button', { name: 'New tag' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
});

test('a dialog with a choice focuses its selector or search, whose list is still closed', async ({ open }) => {
  const company = await foundCompany('Shared');
  await createTag(company, 'Alpha');
  await issueAddon(company.id);
  await issueOne(company.id);
  const page = await open(company.administrator, '/iam/users');
  const dialog = page.getByRole('dialog');
  await page.getByRole('checkbox', { name: `Select ${company.administrator.user.email}` }).check();
  for (const [button, field, path] of [
    ['Change tags', 'Tags to add', /^\/iam\/v1\/tags$/],
    ['Change roles', 'Roles to add', /^\/iam\/v1\/roles$/],
  ] as const) {
    // The options may load after the dialog has opened.
    const release = await hold(page, 'GET', path);
    await page.getByRole('button', { name: button }).click();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    release();
    const selector = dialog.getByRole('combobox', { name: field });
    await expect(selector).toBeFocused();
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: button }).click();
    await expect(selector).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: button })).toBeFocused();
  }
  await page.goto('/licensing/unassignedAddons');
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog.getByRole('searchbox')).toBeFocused();
});

test('the first field also has the focus in dialogs whose fields load later, or are not texts', async ({ open }) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id, {});
  const page = await open(await demoPerson('Root Administrator', 'provider'), `/licensing/licenses/${idOf(license)}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change terms' }).click();
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await page.goto('/admin/applications');
  const releaseApplication = await hold(page, 'GET', /\/applications\/[^/]+$/);
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  releaseApplication();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('after a deletion the focus is in the next row, the previous row, or on the screen of an empty list', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  for (const name of ['Alpha', 'Beta', 'Gamma']) await createTag(company, name);
  const page = await open(company.administrator, '/iam/tags');
  const removal = (name: string) => page.getByRole('button', { name: `Delete ${name}` });
  const deletions = await countToasts(page, 'Tag successfully deleted');
  for (const [name, neighbour] of [
    ['Beta', 'Gamma'],
    ['Gamma', 'Alpha'],
  ] as const) {
    await removal(name).press('Enter');
    await pressInDialog(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await expect(row(page, name)).toHaveCount(0);
    await expect(removal(neighbour)).toBeFocused();
  }
  await removal('Alpha').press('Enter');
  await pressInDialog(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(removal('Alpha')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(deletions).toBe(3);
});

/** Clicks the element at the position of a button in every frame, until its dialog has moved out. */
async function pressUntilGone(button: Locator): Promise<void> {
  await button.evaluate(async (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    while (element.isConnected) {
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      if (hit instanceof HTMLElement) hit.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

test('a resource is created once with the values at submission, however often the button is pressed', async ({
  open,
}) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/iam/tags');
  const tags = /^\/iam\/v1\/tags$/;
  const bodies = sent(page, 'POST', tags);
  const release = await hold(page, 'POST', tags);
  await page.getByRole('button', { name: 'New tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new tag' });
  const name = dialog.getByLabel('Name');
  await name.fill('Prepress');
  await name.press('Enter');
  const button = dialog.getByRole('button', { name: 'Creating...' });
  await expect(button).toBeFocused();
  await page.keyboard.type(' and more');
  await expect(dialog.locator('input').first()).toHaveValue('Prepress');
  const gone = pressUntilGone(button);
  release();
  await gone;
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Prepress')).toHaveCount(1);
  expect(bodies).toHaveLength(1);
});

test('a refused creation returns the focus to its field', async ({ open, faults }) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/iam/tags');
  await faults.inject(page, 'POST', /^\/iam\/v1\/tags$/, { status: 503, error: 'Not now.' }, 1);
  await page.getByRole('button', { name: 'New tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new tag' });
  await dialog.getByLabel('Description').fill('Of the press');
  await dialog.getByLabel('Name').fill('Prepress');
  await dialog.getByLabel('Name').press('Enter');
  await expect(errorAlert(dialog)).toContainText('Not now.');
  await expect(dialog.getByLabel('Name')).toBeFocused();
});

test('a confirmation sends once, however often it is pressed', async ({ open }) => {
  const company = await foundCompany('User-based');
  const { user } = await engage(company.id);
  const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
  const status = /\/status$/;
  const bodies = sent(page, 'PUT', status);
  const release = await hold(page, 'PUT', status);
  await page.getByRole('button', { name: 'Deactivate user' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate user' });
  const gone = pressUntilGone(question.getByRole('button', { name: 'Deactivate' }));
  release();
  await gone;
  await expect(page.getByRole('button', { name: 'Activate user', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(bodies).toEqual([{ status: 'Inactive' }]);
});

test('Escape asks each time, applies to the topmost dialog only, and one question is asked at a time', async ({
  open,
}) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/iam/users');
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const dialog = page.getByRole('dialog', { name: 'Create new Tag' });
  const pressEscape = () => page.keyboard.press('Escape');
  const edit = async (): Promise<void> => {
    await page.getByRole('button', { name: 'New Tag' }).click();
    await dialog.getByLabel('Name').fill('Typed');
  };
  await edit();
  for (let times = 0; times < 3; times += 1) {
    await pressEscape();
    await expect(question).toBeVisible();
    await pressEscape();
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Name')).toHaveValue('Typed');
  }
  await test.step('Escape closes the question about going back, and the form stays', async () => {
    await page.goBack();
    await expect(question).toBeVisible();
    await pressEscape();
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Name')).toHaveValue('Typed');
  });
  await test.step('going back while the question is open asks once, and leaves', async () => {
    await pressEscape();
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/tags/);
    await expect(question).toHaveCount(1);
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/users/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the question is above a dialog that was first opened after it', async () => {
    await page.getByRole('button', { name: 'New User' }).click();
    await page.getByLabel('First name').fill('Typed');
    await pressEscape();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('Undo, pressed twice while its toast moves out, restores once', async ({ open }) => {
  const company = await foundCompany('Shared');
  const { name } = await createTag(company, 'Gone and back');
  const page = await open(company.administrator, '/iam/tags');
  await row(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, name)).toHaveCount(0);
  const restored = sent(page, 'POST', /restore$/);
  await page.getByRole('button', { name: 'Undo', exact: true }).evaluate((undo: HTMLElement) => {
    undo.click();
    undo.click();
  });
  await expect(row(page, name)).toBeVisible();
  expect(restored).toHaveLength(1);
});
