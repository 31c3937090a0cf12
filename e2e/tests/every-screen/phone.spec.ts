import { hostname } from 'node:os';
import type { Page } from '@playwright/test';
import { beyondTheEdge } from '../../browser/edge.ts';
import { row, toast } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { createAccount, createTag, foundCompany, idOf, invite, issueOne } from '../../fixtures/company.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { openStudio, type Studio } from '../../fixtures/studio.ts';
import { expect, test } from '../../test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

let studio: Studio | undefined;
test.afterEach(() => {
  studio?.process.kill('SIGKILL');
});

test('an e-mail that is wider than a phone can be read completely', async ({ page }) => {
  const company = await foundCompany('Shared');
  const email = `bartholomew.${unique()}.featherstonehaugh@subsidiary.companyname.example`;
  const user = await invite(company.id, { email });
  await openAs(page, company.administrator, `/iam/users/${idOf(user)}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.goto(`/iam/users/${idOf(user)}?tab=resend`);
  await expect(page.getByText(email).last()).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.goto('/iam/users');
  await row(page, email).getByRole('button', { name: 'Delete' }).tap();
  const question = page.getByRole('dialog', { name: 'Delete user' });
  const named = await question.getByText(email, { exact: true }).boundingBox();
  const dialog = await question.boundingBox();
  expect((named?.x ?? 0) + (named?.width ?? 999)).toBeLessThan((dialog?.x ?? 0) + (dialog?.width ?? 0));
});

test('a name and a title of one long word end at the edge of a phone', async ({ page }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id, {
    'first-name': 'Wolfeschlegelstein'.repeat(5),
    title: 'Hausenbergerdorff'.repeat(3),
  });
  await openAs(page, company.administrator, `/iam/users/${idOf(user)}`);
  await expect(page.getByRole('region', { name: 'Wolfeschlegelstein' })).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.goto('/iam/users');
  const title = await row(page, user.email).getByText('Hausenbergerdorff').boundingBox();
  expect((title?.x ?? 0) + (title?.width ?? 999)).toBeLessThan(390 - 16);
});

test('the text of fields has at least 16 px on a phone', async ({ page }) => {
  const company = await foundCompany('Shared');
  const user = idOf(await invite(company.id));
  const license = idOf(await issueOne(company.id));
  await page.goto('/login');
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await fieldsWithSmallText(page)).toEqual([]);
  await openAs(page, company.administrator);
  const paths = ['/iam/users', `/iam/users/${user}`, `/iam/users/${user}?tab=roles`, `/licensing/licenses/${license}`];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main').locator('input, textarea').filter({ visible: true }).first()).toBeVisible();
    expect(await fieldsWithSmallText(page), path).toEqual([]);
  }
});

test('on a phone: invite, activate, tag, let them use a license, see them use it, release it', async ({
  page,
  browser,
  faults,
}) => {
  const company = await foundCompany('Shared');
  await createTag(company, 'Night shift');
  const license = await issueOne(company.id, { description: 'By phone' });
  const person = { email: `phone.${unique()}@company.example`, password: 'a quiet harbour at dawn' };
  await openAs(page, company.administrator);
  await expect(page.getByRole('button', { name: 'Jump to anything' })).toBeVisible();
  await expect(page.getByText('Ctrl K')).toBeHidden();

  await test.step('invite', async () => {
    await openFromMenu(page, 'Users');
    await page.getByRole('button', { name: 'New User' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Create new User' });
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('First name').fill('Pho');
    await dialog.getByLabel('Last name').fill('Ne');
    await dialog.getByRole('button', { name: 'Create' }).tap();
    await expect(toast(page, 'New user successfully created. An activation link has been sent.')).toBeVisible();
    await expectNothingCut(page);
  });

  await test.step('they activate on their own phone', async () => {
    const theirs = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    faults.watchContext(theirs);
    const activation = await theirs.newPage();
    await activation.goto(await activationLink(person.email));
    await activation.getByLabel('Password', { exact: true }).fill(person.password);
    await activation.getByLabel('Confirm password').fill(person.password);
    await expectNothingCut(activation);
    await activation.getByRole('button', { name: 'Activate' }).tap();
    await expect(activation.getByText('Central command for connecting, managing, and collaborating.')).toBeVisible();
    await expectNothingCut(activation);
    await theirs.close();
  });

  await test.step('give them a tag', async () => {
    await page.getByRole('link', { name: person.email }).tap();
    await page.getByRole('tab', { name: 'Tags' }).tap();
    await page.getByRole('combobox', { name: 'Tags' }).tap();
    await page.getByRole('option', { name: 'Night shift' }).tap();
    await page.getByRole('button', { name: 'Update' }).tap();
    await expect(toast(page, 'User successfully updated')).toBeVisible();
    await expectNothingCut(page);
  });

  await test.step('let the tag use the license', async () => {
    await openFromMenu(page, 'Licenses');
    await row(page, 'By phone').getByRole('link').tap();
    await page.getByRole('tab', { name: 'Consumers' }).tap();
    await page.getByRole('radio', { name: 'Tags' }).tap();
    await page.getByRole('button', { name: 'Update consumers' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).tap();
    await expect(toast(page, 'License successfully updated')).toBeVisible();
    await expectNothingCut(page);
  });

  await test.step('see them use it', async () => {
    await page.getByRole('tab', { name: 'Usage' }).tap();
    await expect(page.getByText('This license is not used right now.')).toBeVisible();
    studio = await openStudio(person, 'keyhold-studio-shared');
    await studio.says(/is open/);
    await expect(page.getByText(hostname()).first()).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await expectNothingCut(page);
  });

  await test.step('release it', async () => {
    await page.getByRole('tab', { name: 'Consumers' }).tap();
    await page.getByRole('button', { name: 'Release license' }).tap();
    await page.getByRole('dialog', { name: 'Release license' }).getByRole('button', { name: 'Release' }).tap();
    await studio?.says(/logged off/);
    expect(await studio?.exited).toBe(0);
    await expect(toast(page, 'License successfully released')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Licenses' }).tap();
    await expect(row(page, idOf(license))).toContainText('Available');
    await expectNothingCut(page);
  });
});

test('on a phone: content that is wider than the screen shows its important part', async ({ page }) => {
  await openAs(page, await demoPerson('Administrator', 'Shared'), '/licensing/usage?tab=people');
  // The tab that the address opens is the last of a row that scrolls.
  await expect(page.getByRole('tab', { name: 'By person' })).toBeInViewport({ ratio: 0.95 });

  // The export button is at the right end of every list.
  await page.goto('/iam/webhooks');
  const box = await page.getByRole('button', { name: 'Export CSV' }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(390 - 16);
  await page.getByRole('row').getByRole('link').tap();
  await page.getByRole('tab', { name: 'Deliveries' }).tap();
  await expect(row(page, 'Delivered').first()).toBeVisible();
  await expect(row(page, 'Delivered').first().locator('[data-label="Next try"]')).toBeHidden();
});

test('on a phone: provider staff can reach and read everything', async ({ page }) => {
  const account = await createAccount(`Unpeopled ${unique()}`);
  await openAs(page, await demoPerson('System Administrator', 'provider'), '/admin/products');
  await page.getByRole('link', { name: 'Keyhold Proof' }).tap();
  await expect(page.getByLabel('Heartbeat every')).toBeVisible();

  await page.goto(`/admin/accounts/${idOf(account)}?tab=owner`);
  const owner = page.getByRole('combobox', { name: 'Owner' });
  await expect(owner).toHaveText('There are no users yet belonging to this account.');
  const hidden = await owner.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
    scrollWidth - clientWidth,
    scrollHeight - clientHeight,
  ]);
  expect(hidden).toEqual([0, 0]);
});

/** Opens a screen as on a phone: from the menu behind its button. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Checks that the page is not wider than the window. */
async function expectNothingCut(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

/** The fields whose text is smaller than 16 px, into which Safari on a phone zooms. */
function fieldsWithSmallText(page: Page): Promise<string[]> {
  const fields = page.locator('input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea');
  return fields
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 100)),
    );
}
