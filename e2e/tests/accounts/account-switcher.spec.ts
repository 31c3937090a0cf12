import { calls } from '@keyhold/contract';
import { hold, menuLink, row, toast } from '../../browser/screen.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { createAccount, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { demoPerson, signIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('300 px wide from 480 px up, at most 220 px high, sorted by name, filtered by a part of the name', async ({
  open,
}) => {
  const page = await open(await demoPerson('Root Administrator', 'provider'));
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await expect(selector).toHaveValue('Keyhold');
  expect((await selector.boundingBox())?.width).toBe(300);
  await page.setViewportSize({ width: 480, height: 800 });
  await expect.poll(async () => (await selector.boundingBox())?.width).toBe(300);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name: 'Reset to my account' })).toBeHidden();
  await selector.click();
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: 'Acme Print' })).toHaveCount(1);
  const names = await options.allTextContents();
  expect(names.length).toBeGreaterThan(4);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  const height = await options.first().evaluate((option) => {
    for (let box = option.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).maxHeight === '220px') return box.clientHeight;
    }
    return null;
  });
  expect(height).toBeLessThanOrEqual(220);
  await selector.fill('E PRI');
  await expect(options).toHaveText(['Acme Print']);
  await selector.fill('no account has this name');
  await expect(page.getByText('No accounts found.')).toBeVisible();
  await selector.press('Escape');
  await expect(selector).toHaveValue('Keyhold');
  await selector.press('ArrowDown');
  // Other tests create accounts meanwhile.
  await expect.poll(() => options.allTextContents()).toEqual(expect.arrayContaining(names));
});

test('the typed text is kept when the accounts arrive, and a long name of one word wraps', async ({ open }) => {
  const { account } = await foundCompany('User-based', `${unique()}`.padEnd(64, 'W'));
  const page = await open(await demoPerson('Root Administrator', 'provider'), 'about:blank');
  const release = await hold(page, 'GET', /^\/admin\/v1\/accounts$/);
  await page.goto('/');
  await expect(menuLink(page, 'Accounts')).toBeVisible();
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await expect(selector).not.toBeEditable();
  // Waits until the selector is editable.
  const typing = selector.fill(account.name);
  release();
  await typing;
  const option = page.getByRole('option');
  await expect(option).toHaveText([account.name]);
  await expect(selector).toHaveValue(account.name);
  expect(await option.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test('all screens follow the viewed account until it is reset', async ({ open }) => {
  const company = await foundCompany('Shared', `Viewed ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/users');
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await selector.fill(company.account.name);
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // One's own user is fetched again when another journey changes them.
    const isOwn = /^.iam.v1.users.[^/]+(.preferences)?$/.test(pathname);
    if (/^.(iam|license).v1./.test(pathname) && !isOwn && request.method() === 'GET')
      asked.add(`${pathname} ${searchParams.get('account')}`);
  });
  await page.getByRole('option', { name: company.account.name }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, company.administrator.email)).toBeVisible();
  await expect(menuLink(page, 'Tags')).toBeVisible();

  // The selection lasts for the tab, and new resources are created in the viewed account.
  await page.reload();
  await expect(selector).toHaveValue(company.account.name);
  await page.getByRole('button', { name: 'New User' }).click();
  const email = `created.${unique()}@company.example`;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First name').fill('Created');
  await dialog.getByLabel('Last name').fill('Elsewhere');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(row(page, email)).toBeVisible();
  const { items } = await company.api.send(calls.listUsers, {});
  expect(items.map((user) => user.email)).toContain(email);

  for (const [menu, heading] of [
    ['Roles', 'Roles'],
    ['Tags', 'Tags'],
    ['Licenses', 'Licenses'],
    ['Pools', 'Pools'],
    ['Unassigned Addons', 'Unassigned Addons'],
  ] as const) {
    await menuLink(page, menu).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  }
  // All data of another account comes from the calls that name it.
  expect([...asked].toSorted()).toEqual([
    `/iam/v1/admin/roles ${company.id}`,
    `/iam/v1/admin/tags ${company.id}`,
    `/iam/v1/admin/users ${company.id}`,
    `/license/v1/admin/addon-licenses ${company.id}`,
    `/license/v1/admin/licenses ${company.id}`,
    `/license/v1/admin/pools ${company.id}`,
    `/license/v1/admin/strategy ${company.id}`,
  ]);

  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await expect(selector).toHaveValue('Keyhold');
  await menuLink(page, 'Users').click();
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  await expect(menuLink(page, 'Tags')).toBeHidden();
});

test('a list shows what has changed while another account was viewed', async ({ open }) => {
  const company = await foundCompany('User-based', `Left ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), 'about:blank');
  await page.clock.install();
  await page.goto('/iam/users');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  const view = async (): Promise<void> => {
    await selector.fill(company.account.name);
    await page.getByRole('option', { name: company.account.name }).click();
    await expect(row(page, company.administrator.email)).toBeVisible();
  };
  await view();
  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  const { email } = await invite(company.id);
  await page.clock.fastForward(4000);
  const followed = page.waitForRequest(
    (request) => request.url().includes('/events/v1/changes') && request.url().includes(company.id),
  );
  await view();
  // The changes since the account was left, rounded up.
  const past = Number(new URL((await followed).url()).searchParams.get('past'));
  expect(past).toBeGreaterThanOrEqual(5);
  await expect(row(page, email)).toBeVisible();
});

test('the list of another account starts unfiltered, at its first page', async ({ open }) => {
  const company = await foundCompany('User-based', `Unfiltered ${unique()}`);
  const page = await open(
    await demoPerson('System Administrator', 'provider'),
    '/iam/users?search=keyhold&sort=-email&page=1',
  );
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  const entries = await page.evaluate(() => window.history.length);
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  const select = async (name: string): Promise<void> => {
    await selector.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await select(company.account.name);
  await expect(page).toHaveURL(`/iam/users?sort=-email&account=${company.id}`);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(row(page, company.administrator.email)).toBeVisible();

  // The list also starts unfiltered on the return to the own account.
  await page.getByRole('searchbox').fill('nobody');
  await expect(page).toHaveURL(`/iam/users?sort=-email&account=${company.id}&search=nobody`);
  await page.getByRole('button', { name: 'Reset to my account' }).click();
  await expect(page).toHaveURL('/iam/users?sort=-email');
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
  // Each switch is an entry of the history.
  expect(await page.evaluate(() => window.history.length)).toBe(entries + 2);

  // The list of accounts does not depend on the viewed account.
  await page.goto('/admin/accounts?search=unfiltered');
  await select(company.account.name);
  await expect(page.getByRole('button', { name: 'Reset to my account' })).toBeVisible();
  await expect(page).toHaveURL('/admin/accounts?search=unfiltered');
});

test('the list behind a detail starts unfiltered after another account is selected', async ({ open }) => {
  const one = await foundCompany('User-based', `Left ${unique()}`);
  const other = await foundCompany('User-based', `Come to ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/users');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  const select = async (name: string): Promise<void> => {
    await selector.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await expect(selector).toHaveValue(name);
  };
  await select(one.account.name);
  await page.getByRole('searchbox').fill(one.administrator.email);
  await expect(page).toHaveURL(/search=/);
  await row(page, one.administrator.email).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Back to Users' })).toBeVisible();

  await select(other.account.name);
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(page).toHaveURL(`/iam/users?account=${other.id}`);
  await expect(row(page, other.administrator.email)).toBeVisible();

  // The list of accounts does not depend on the viewed account.
  await page.goto('/admin/accounts');
  await page.getByRole('searchbox').fill(one.account.name);
  await expect(page).toHaveURL(/search=/);
  const searched = page.url();
  await row(page, one.account.name).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Back to Accounts' })).toBeVisible();
  await select(one.account.name);
  await page.getByRole('link', { name: 'Back to Accounts' }).click();
  await expect(page).toHaveURL(searched);
});

test('an opening detail does not interrupt typing in the selector', async ({ open }) => {
  const company = await foundCompany('User-based', `Typed ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/admin/accounts');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await page.getByRole('searchbox').fill(company.account.name);
  await expect(page).toHaveURL(/search=/);
  const link = row(page, company.account.name).getByRole('link').first();
  // In one task, as if the person was faster than the screen.
  const field = await selector.elementHandle();
  await link.evaluate((element: HTMLElement, typed) => {
    element.click();
    (typed as HTMLElement).focus();
  }, field);
  await expect(page.getByRole('link', { name: 'Back to Accounts' })).toBeVisible();
  await expect(selector).toBeFocused();
});

test('a detail opened by its address works whichever account is viewed', async ({ open }) => {
  const company = await foundCompany('Shared');
  const user = await invite(company.id, { 'first-name': 'Direct', 'last-name': 'Address' });
  const page = await open(await demoPerson('Account Administrator', 'provider'), `/iam/users/${idOf(user)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Direct Address' })).toBeVisible();
  // The strategy is that of the user's account.
  await expect(page.getByRole('tab', { name: 'Tags' })).toBeVisible();
});

test('the selector is disabled with the reason when the accounts cannot be loaded', async ({ open, faults }) => {
  const page = await open(await demoPerson('Account Administrator', 'provider'), 'about:blank');
  await faults.inject(page, 'GET', /^\/admin\/v1\/accounts$/, { status: 403, error: 'The accounts are away.' });
  await page.goto('/iam/roles');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await expect(selector).toHaveAttribute('aria-disabled', 'true');
  await selector.hover();
  await expect(page.getByRole('tooltip')).toHaveText('The accounts are away.');
});

test('the selection ends with the session, also at the address that signs out', async ({ page }) => {
  const { name } = await createAccount(`Forgotten ${unique()}`);
  const person = await demoPerson('Account Administrator', 'provider');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await signIn(page, person);
  await selector.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(selector).toHaveValue(name);
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
  await expect(selector).toHaveValue('Keyhold');
});

test('the own account is viewed after the viewed account is deleted', async ({ open }) => {
  const { name } = await createAccount(`Passing ${unique()}`);
  const page = await open(await demoPerson('System Administrator', 'provider'), `/admin/accounts?search=${name}`);
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await selector.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(selector).toHaveValue(name);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, name)).toHaveCount(0);
  await expect(selector).toHaveValue('Keyhold');
});

test('the own account is viewed with a notice after another user deletes the viewed account', async ({
  open,
  faults,
}) => {
  const account = await createAccount(`Ended ${unique()}`);
  // Requests about an account that is just being deleted may be refused like this.
  faults.expectRefusal(404, /^\/(admin|iam|license|events)\/v1\//);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/users');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await selector.fill(account.name);
  const following = page.waitForResponse(
    (response) => response.url().includes('/events/v1/changes') && response.url().includes(idOf(account)),
  );
  await page.getByRole('option', { name: account.name }).click();
  await following;
  await page.getByRole('searchbox').fill('nobody');
  await expect(page).toHaveURL(`/iam/users?account=${idOf(account)}&search=nobody`);
  await page.getByRole('button', { name: 'New User' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(`nobody.${unique()}@company.example`);
  await (await rootApi()).send(calls.deleteAccount, { params: { id: idOf(account) } });
  await expect(
    toast(page, 'The account you were viewing was deleted. You are viewing your own account again.'),
  ).toBeVisible();
  // A form that was begun there is not completed here.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(selector).toHaveValue('Keyhold');
  await expect(page).toHaveURL('/iam/users');
  await expect(row(page, '@keyhold.example').first()).toBeVisible();
});

test('a deletion of the viewed account without a stream of changes is reported once the stream is back', async ({
  open,
  faults,
}) => {
  const account = await createAccount(`Unheard ${unique()}`);
  faults.expectRefusal(404, /^\/(admin|events)\/v1\//);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/roles');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await expect(selector).toHaveValue('Keyhold');
  await faults.cut(page, 'GET', /^\/events\/v1\/changes$/);
  const unheard = page.waitForEvent('requestfailed', (request) => request.url().includes('/events/v1/changes'));
  await selector.fill(account.name);
  await page.getByRole('option', { name: account.name }).click();
  await expect(row(page, 'Administrator').first()).toBeVisible();
  await unheard;
  await (await rootApi()).send(calls.deleteAccount, { params: { id: idOf(account) } });
  await page.unrouteAll();
  await expect(toast(page, 'The account you were viewing was deleted.')).toBeVisible();
  await expect(selector).toHaveValue('Keyhold');
});

test('the own account is viewed with a notice if the viewed account was deleted while the console was closed', async ({
  open,
  faults,
}) => {
  const account = await createAccount(`Missed ${unique()}`);
  faults.expectRefusal(404, /^\/(admin|iam|license|events)\/v1\//);
  const page = await open(await demoPerson('System Administrator', 'provider'), '/iam/roles');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  await selector.fill(account.name);
  await page.getByRole('option', { name: account.name }).click();
  await expect(selector).toHaveValue(account.name);
  await page.goto('about:blank');
  await (await rootApi()).send(calls.deleteAccount, { params: { id: idOf(account) } });
  await page.goto('/iam/roles');
  await expect(toast(page, 'The account you were viewing was deleted.')).toBeVisible();
  await expect(selector).toHaveValue('Keyhold');
  await expect(row(page, 'Administrator').first()).toBeVisible();
});

test('unsaved input about an account is asked about before another account is viewed', async ({ open }) => {
  const one = await foundCompany('User-based', `Typed ${unique()}`);
  const other = await foundCompany('User-based', `Other ${unique()}`);
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/iam/security');
  const selector = page.getByRole('combobox', { name: 'Viewed account' });
  const view = async (name: string): Promise<void> => {
    await selector.fill(name);
    await page.getByRole('option', { name }).click();
  };
  await view(one.account.name);
  await expect(selector).toHaveValue(one.account.name);
  const hours = page.getByLabel('Length of a session in hours');
  await hours.fill('12');
  await view(other.account.name);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(hours).toHaveValue('12');
  await expect(selector).toHaveValue(one.account.name);
  await view(other.account.name);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(selector).toHaveValue(other.account.name);
  await expect(hours).toHaveValue('');

  // Back to the other account is a switch, too.
  await hours.fill('14');
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(hours).toHaveValue('14');
  await expect(page).toHaveURL(`/iam/security?account=${other.id}`);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(selector).toHaveValue(one.account.name);
  await expect(hours).toHaveValue('');
});
