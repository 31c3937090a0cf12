import { pathsOf } from '../../browser/screens.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const noAccess = 'Sorry, you cannot access this page.';
const admin = ['Accounts', 'Products', 'Addons'];
const iam = ['Users', 'Roles'];
const log = ['Audit log'];
const licensing = ['Licenses', 'Pools', 'Unassigned Addons'];
const adminPaths = pathsOf(['admin'], () => 'any');
const otherPaths = pathsOf(['iam', 'licensing'], () => 'any');

const people = [
  {
    role: 'Root Administrator',
    where: 'provider',
    menu: [...admin, ...iam, ...log, ...licensing],
    denied: [],
    switcher: true,
  },
  {
    role: 'System Administrator',
    where: 'provider',
    menu: [...admin, ...iam, ...log, ...licensing],
    denied: [],
    switcher: true,
  },
  {
    role: 'Account Administrator',
    where: 'provider',
    menu: [...iam, ...log, ...licensing],
    denied: adminPaths,
    switcher: true,
  },
  {
    role: 'Administrator',
    where: 'provider',
    menu: [...iam, ...log, ...licensing],
    denied: adminPaths,
    switcher: false,
  },
  { role: 'User', where: 'provider', menu: [], denied: [...adminPaths, ...otherPaths], switcher: false },
  {
    role: 'Administrator',
    where: 'Shared',
    menu: [...iam, 'Tags', ...log, ...licensing],
    denied: [],
    switcher: false,
  },
  {
    role: 'Administrator',
    where: 'User-based',
    menu: [...iam, ...log, ...licensing],
    denied: adminPaths,
    switcher: false,
  },
  { role: 'User', where: 'Shared', menu: [], denied: ['/iam/tags'], switcher: false },
] as const;

for (const { role, where, menu, denied, switcher } of people) {
  test(`what a ${role} (${where}) finds`, async ({ open }) => {
    const messages: string[] = [];
    const page = await open(await demoPerson(role, where), 'about:blank');
    page.on('console', (message) => messages.push(message.text()));
    await page.goto('/');
    await expect(page.getByText('Central command for connecting, managing, and collaborating.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Keyhold' })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText([...menu]);
    await expect(page.getByRole('combobox', { name: 'Viewed account' })).toHaveCount(switcher ? 1 : 0);
    // The three higher kinds of administrator see which backend the console talks to.
    const higher = ['Root Administrator', 'System Administrator', 'Account Administrator'].includes(role);
    expect(messages).toEqual(higher ? [`Backend: ${new URL(page.url()).origin}`] : []);

    for (const path of denied) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(noAccess);
    }
  });
}

test('every user may enter the code of a device; a signed-out user signs in first', async ({ page, open }) => {
  await page.goto('/device');
  await expect(page).toHaveURL('/login');
  for (const [role, where] of [
    ['User', 'Shared'],
    ['Root Administrator', 'provider'],
  ] as const) {
    const shown = await open(await demoPerson(role, where), '/device');
    await expect(shown.getByRole('heading', { level: 1, name: 'Sign in on a device' })).toBeVisible();
    await expect(shown.getByRole('navigation')).toHaveCount(0);
  }
});

test('an unknown address, signed out and signed in', async ({ page, open }) => {
  for (const shown of [page, await open(await demoPerson('User', 'Shared'))]) {
    for (const path of ['/no/such/page', '/iam', '/Iam/users/a/b']) {
      await shown.goto(path);
      await expect(shown.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
      await expect(shown.getByText('Sorry, page not found!')).toBeVisible();
      await expect(shown.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    }
  }
});

test('a screen that fails shows what happened, its message, and a link to the home page', async ({ open, faults }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'));
  await faults.cut(page, 'GET', /^\/assets\/user-detail/);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
  await expect(page.getByText('Sorry, an unexpected error has occurred', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Part of this page could not be loaded/)).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Central command for connecting, managing, and collaborating.')).toBeVisible();
});

test('a screen that fails can be retried', async ({ open, faults }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'));
  await faults.cut(page, 'GET', /^\/assets\/user-detail/);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
});

test('the console reports a missing configuration, and retries', async ({ page, faults }) => {
  await faults.inject(page, 'GET', /^\/console-config\.json$/, { status: 503 }, 1);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'An error happened!' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('the console reports missing code for reading the session, and retries', async ({ open, faults }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'));
  await faults.cut(page, 'GET', /^\/assets\/auth-info/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'An error happened!' })).toBeVisible();
  await expect(page.getByText(/^Part of this page could not be loaded/)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
});
