import type { Locator } from '@playwright/test';
import { beyondTheEdge } from '../../browser/edge.ts';
import { engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson, signIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('the frame: a bar of 60, a menu of 250, sections that close, the active path, the version', async ({ open }) => {
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/iam/users');
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())?.height).toBe(60);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect((await menu.boundingBox())?.width).toBe(250);

  for (const section of ['Admin', 'IAM', 'Licensing']) {
    await expect(menu.getByRole('button', { name: section })).toHaveAttribute('aria-expanded', 'true');
  }
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.locator('[aria-current]')).toHaveCount(1);
  const active = await menu.getByRole('link', { name: 'Users' }).evaluate((link) => getComputedStyle(link).background);
  const other = await menu.getByRole('link', { name: 'Roles' }).evaluate((link) => getComputedStyle(link).background);
  expect(active).not.toBe(other);
  await menu.getByRole('button', { name: 'IAM' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).toBeHidden();
  await menu.getByRole('button', { name: 'IAM' }).click();
  await menu.getByRole('link', { name: 'Roles' }).click();
  await expect(menu.getByRole('link', { name: 'Roles' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByText('Version 1.0.4')).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Keyhold' })).toHaveAttribute('href', '/login');
});

test('the user menu: first and last name, profile, password, sign-out', async ({ page }) => {
  await signIn(page, await demoPerson('Administrator', 'Shared'));
  const target = page.getByRole('banner').getByRole('button', { name: 'Grace Okafor' });
  await expect(target.getByText('Grace Okafor', { exact: true })).toBeVisible();
  for (const [item, heading] of [
    ['Profile', 'Profile'],
    ['Change password', 'Change password'],
  ] as const) {
    await target.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  const signedOut = page.waitForResponse((response) => response.url().endsWith('/auth/v1/logout'));
  await target.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect((await signedOut).status()).toBe(200);
  await expect(page.getByText('Your login session has expired! Please log in again.')).toBeHidden();
});

test('the colour scheme: light first, kept as colorScheme, followed by public screens and before the first paint', async ({
  page,
}) => {
  const scheme = page.locator('html');
  await signIn(page, await demoPerson('User', 'User-based'));
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('colorScheme'))).not.toBe('dark');
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'Switch to the dark colour scheme' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(paper);

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await page.goto('/login', { waitUntil: 'commit' });
  // Set by a script in the head, before the console's own code runs.
  await page.waitForFunction(() => document.body !== null);
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await signIn(page, await demoPerson('User', 'User-based'));
  await page.getByRole('button', { name: 'Switch to the light colour scheme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('light');
  // Blue is the primary colour.
  await page.goto('/change-password');
  const button = page.getByRole('button', { name: 'Update and log out' });
  const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  expect(blue).toBeGreaterThan(Math.max(red, green) + 60);
});

test('a user who may access no section has no menu', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(await engage(company.id));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0);
    expect((await page.getByRole('main').boundingBox())?.x).toBe(0);
  }
});

test('a narrow window has the menu in a drawer, which closes on navigation', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByText('Users', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveURL('/iam/tags');
  await expect(drawer).toBeHidden();
});

test('a window that becomes narrow gives its full width to the screen before the menu follows', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'));
  // The page is never notified of the new width.
  await page.addInitScript(() => {
    MediaQueryList.prototype.addEventListener = () => undefined;
  });
  await page.goto('/iam/users');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.locator('main').evaluate((main) => main.clientWidth)).toBe(320);
});

test('long names of one word stay inside the top bar and their panel; initials are whole characters', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const names = { 'first-name': `🌵${'W'.repeat(60)}`, 'last-name': 'W'.repeat(64) };
  const page = await open(await engage(company.id, { ...names, roles: ['Administrator'] }), '/iam/security');
  const own = page.getByRole('banner').getByRole('button', { name: names['last-name'] });
  await expect(own).toContainText('🌵W🌵');
  const without = page.getByRole('region', { name: 'Without a second factor' });
  await expect(without).toContainText(names['last-name']);
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => beyondTheEdge(page), `${width} px`).toEqual([]);
    // The bar has the logo, the colour scheme and the name, and shows all of them.
    const bar = await page.getByRole('banner').evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(bar, `the bar at ${width} px`).toBe(0);
    const panel = await without.evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(panel, `the panel at ${width} px`).toBe(0);
  }
});

test('in forced colours, such as high contrast on Windows, what is selected has the colour of a selection', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  await page.emulateMedia({ forcedColors: 'active' });
  const selected = await page.evaluate(() => {
    document.body.style.outlineColor = 'Highlight';
    return getComputedStyle(document.body).outlineColor;
  });
  const expectSelected = async (element: Locator): Promise<void> => {
    await expect(element).toHaveCSS('background-color', selected);
    await expect(element).toHaveCSS('forced-color-adjust', 'none');
  };
  await expectSelected(page.getByRole('radio', { name: 'No one' }));
  await expectSelected(page.getByRole('tab', { name: 'Consumers' }));
  await expectSelected(page.getByRole('navigation').getByRole('link', { name: 'Licenses' }));
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette).toHaveCSS('outline-style', 'solid');
  await palette.getByRole('combobox').fill('Usage overview');
  await expectSelected(palette.getByRole('option').first());
  await page.keyboard.press('Enter');
  await expectSelected(page.locator('label').filter({ hasText: 'Month' }));
});
