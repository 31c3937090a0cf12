import { resourceIdOf } from '@keyhold/contract';
import { menuLink } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { engage, foundCompany, invite, issue, viewer } from '../../fixtures/company.ts';
import { demoPerson, productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('the palette jumps to screens, people and licenses by keyboard alone', async ({ page }) => {
  const company = await foundCompany('User-based');
  const person = await invite(company.id, { 'first-name': 'Ada', 'last-name': 'Sought' });
  const [license] = await issue(company.id, viewer);
  const key = resourceIdOf(license?.rn ?? '');
  await openAs(page, company.administrator);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  const input = page.getByRole('combobox', { name: 'Jump to' });

  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('roles');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl()}/iam/roles`);
  await expect(palette).toBeHidden();

  await page.keyboard.press('Meta+k');
  await input.fill(person.email);
  await expect(palette.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl()}/iam/users/${resourceIdOf(person.rn)}`);

  await page.keyboard.press('Control+k');
  await input.fill(key.slice(0, 8));
  await palette.getByRole('option', { name: key }).click();
  await expect(page).toHaveURL(`${productUrl()}/licensing/licenses/${key}`);

  await page.keyboard.press('Control+k');
  await input.fill('zzzz');
  await expect(palette.getByText('Nothing found for “zzzz”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('Enter always opens a result of the typed text, not of an earlier text', async ({ page }) => {
  const company = await foundCompany('User-based');
  const named = `Quarry ${unique()}`;
  const earlier = await invite(company.id, { 'first-name': 'Aaron', 'last-name': named });
  const person = await invite(company.id, { 'first-name': 'Zoe', 'last-name': named });
  await openAs(page, company.administrator);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  const input = page.getByRole('combobox', { name: 'Jump to' });
  const option = page.getByRole('dialog', { name: 'Jump to' }).getByRole('option');

  await page.keyboard.press('Control+k');
  await input.fill('quarry');
  await expect(option).toHaveCount(2);
  await expect(option.first()).toContainText(earlier.email);
  await input.fill(`zoe ${named}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl()}/iam/users/${resourceIdOf(person.rn)}`);

  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.insertText(`Aaron ${named}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl()}/iam/users/${resourceIdOf(earlier.rn)}`);
});

test('a failed search is reported as failed, not as empty', async ({ page, faults }) => {
  const company = await foundCompany('User-based');
  await openAs(page, company.administrator);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await faults.inject(page, 'GET', /\/(users|licenses)$/, { status: 500, error: 'The search failed.' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('nobody at all');
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  await expect(palette.getByRole('status')).toHaveText('The search failed.');
  await expect(palette.getByText(/^Nothing found/)).toHaveCount(0);
});

test('text typed before the palette has loaded goes into the palette, and into no field below', async ({ page }) => {
  const company = await foundCompany('User-based');
  const arrived = new Set<() => void>();
  let held = true;
  await page.route(/\/assets\/palette-(?!shortcut)/, async (route) => {
    if (held) await new Promise<void>((resolve) => arrived.add(resolve));
    await route.continue();
  });
  const arrive = (): void => {
    held = false;
    for (const resolve of arrived) resolve();
  };
  await openAs(page, company.administrator);
  await page.goto(`${productUrl()}/iam/users`);
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tagz');
  await page.keyboard.press('Backspace');
  arrive();
  const input = page.getByRole('combobox', { name: 'Jump to' });
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('tag');
  await page.keyboard.press('Escape');
  await expect(input).toBeHidden();
  await expect(search).toHaveValue('');
});

test('Enter and the next opening work directly after the last key', async ({ page }) => {
  const company = await foundCompany('User-based');
  await openAs(page, company.administrator);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  const input = page.getByRole('combobox', { name: 'Jump to' });
  for (const [typed, path] of [
    ['roles', '/iam/roles'],
    ['users', '/iam/users'],
    ['profile', '/profile'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${productUrl()}${path}`);
  }
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('');
});

test('it starts actions on their screen, also if that screen is already open', async ({ page }) => {
  const company = await foundCompany('User-based');
  await openAs(page, company.administrator);
  await page.getByRole('button', { name: 'Jump to anything' }).click();
  await page.getByRole('combobox', { name: 'Jump to' }).fill('create a user');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await expect(dialog).toBeVisible();
  // The palette does not open over another dialog.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  // The button that opened the palette no longer exists.
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('create a user');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  // From a screen where nothing has the focus.
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Jump to anything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('create a user');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('provider staff issue licenses from it; an ordinary user only finds what is theirs', async ({ browser, page }) => {
  await openAs(page, await demoPerson('System Administrator', 'provider'));
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('issue addons');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Issue addons' })).toBeVisible();

  const company = await foundCompany('User-based');
  const person = await engage(company.id, { 'first-name': 'Bob', 'last-name': 'Ordinary' });
  const other = await (await browser.newContext()).newPage();
  await openAs(other, person);
  await expect(other.getByRole('button', { name: 'Jump to anything' })).toBeVisible();
  await other.keyboard.press('Control+k');
  await expect(other.getByRole('dialog', { name: 'Jump to' }).getByRole('option')).toHaveText([
    'Home',
    'Profile',
    'Change password',
    'Switch to the dark colour scheme',
    'Log out',
  ]);
  await other.context().close();
});

test('Back closes the palette with the screen on which it was opened', async ({ open }) => {
  const page = await open((await foundCompany('User-based')).administrator, '/iam/users');
  await menuLink(page, 'Roles').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Roles');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  await expect(palette).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/iam/users');
  await expect(palette).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL('/iam/roles');
  await expect(palette).toHaveCount(0);
});
