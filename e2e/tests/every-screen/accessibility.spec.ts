import { expectAccessible, expectAccessibleOnPhone } from '../../browser/axe.ts';
import { errorAlert, row } from '../../browser/screen.ts';
import { button, judgeAll } from '../../browser/states.ts';
import { activationKey, createAccount, createTag, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('public screens', async ({ page, faults }) => {
  const { id } = await foundCompany('User-based');
  const key = await activationKey((await invite(id)).rn);
  faults.expectRefusal(401, /authorize/);
  await judgeAll(page, [
    ['sign-in', '/login'],
    [
      'sign-in, refused',
      '/login',
      async () => {
        await page.getByLabel('Email').fill('nobody@company.example');
        await page.getByLabel('Password').fill('wrong');
        await button('Log in')(page);
        await expect(errorAlert(page)).toBeVisible();
        await page.getByLabel('Email').fill('nobody');
        await button('Log in')(page);
        await expect(page.getByText('Invalid email', { exact: true })).toBeVisible();
      },
    ],
    ['reset', '/login/reset'],
    [
      'reset, sent',
      '/login/reset',
      async () => {
        await page.getByLabel('Email').fill('nobody@company.example');
        await button('Reset password')(page);
        await expect(page.getByText('Request was successful')).toBeVisible();
      },
    ],
    ['activation without a key', '/activate'],
    ['confirming an e-mail', '/confirm-email?key=any'],
    ['confirming an e-mail without a key', '/confirm-email'],
    [
      'activation, refused',
      `/activate?activation-key=${key}`,
      async () => {
        await page.getByLabel('Password', { exact: true }).fill('short');
        await button('Activate')(page);
        await expect(page.getByText('Passwords are not the same')).toBeVisible();
      },
    ],
    ['not found', '/nowhere'],
  ]);
});

test('the description of the API, with two calls open by keyboard, in the scheme of the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  await page.getByRole('heading', { name: /^iam / }).getByRole('button').press('Enter');
  for (const [path, address] of [
    ['get /iam/v1/users', /#\/iam\/listUsers$/],
    ['put /iam/v1/users/{id}', /#\/iam\/updateUser$/],
  ] as const) {
    await page.getByRole('button', { name: path, exact: true }).press('Enter');
    await expect(page).toHaveURL(address);
  }
  await expect(page.getByText('Requires the permission iam:UpdateUser.')).toBeVisible();
  // The page follows the current scheme of the system.
  await expectAccessible(page, 'the description of the API, light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessibleOnPhone(page, 'the description of the API, dark');
});

test('the expired banner, and a console without its configuration', async ({ page, faults }) => {
  const { administrator } = await foundCompany('User-based');
  await page.goto('/login');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  await button('Log in')(page);
  await expect(page.getByRole('navigation')).toBeVisible();
  await faults.inject(page, 'GET', /^\/iam\/v1\/roles$/, { status: 401, error: 'Authorization token expired' });
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByText('Your login session has expired! Please log in again.')).toBeVisible();
  await expectAccessible(page, 'expired');
  await faults.inject(page, 'GET', /^\/console-config\.json$/, { status: 503 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page, 'without configuration');
});

test('provider staff: accounts, the switcher, another account', async ({ open }) => {
  const account = await createAccount(`Judged ${Date.now()}`);
  const other = await foundCompany('Shared');
  const tag = await createTag(other, 'Elsewhere');
  const page = await open(await demoPerson('Root Administrator', 'provider'), 'about:blank');
  const list = `/admin/accounts?search=${account.name}`;
  await judgeAll(page, [
    ['accounts', list, async () => expect(row(page, account.name)).toBeVisible()],
    [
      'new account, refused',
      list,
      async () => {
        await button('New account')(page);
        await button('Create')(page);
        await expect(page.getByText('Empty name')).toBeVisible();
      },
    ],
    ['delete account', list, button(`Delete ${account.name}`)],
    ['applications', '/admin/applications', async () => expect(row(page, 'Keyhold command')).toContainText('Built in')],
    [
      'new application, refused',
      '/admin/applications',
      async () => {
        await button('New application')(page);
        await button('Register')(page);
        await expect(page.getByText('Choose a product')).toBeVisible();
      },
    ],
    [
      'change an application',
      '/admin/applications',
      async () => {
        await button('Change Keyhold Viewer')(page);
        await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Product' })).toBeVisible();
      },
    ],
    ['delete an application', '/admin/applications', button('Delete Keyhold Viewer')],
    ['account details', `/admin/accounts/${idOf(account)}`, async () => expect(page.getByLabel('Name')).toBeVisible()],
    [
      'account without users',
      `/admin/accounts/${idOf(account)}?tab=owner`,
      async () => expect(page.getByRole('combobox', { name: 'Owner' })).toBeVisible(),
    ],
    [
      'account owner, choosing',
      `/admin/accounts/${other.id}?tab=owner`,
      async () => {
        await page.getByRole('combobox', { name: 'Owner' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    [
      'switcher, open',
      '/',
      async () => {
        await page.getByRole('combobox', { name: 'Viewed account' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    [
      'tag of another account',
      `/iam/tags/${idOf(tag)}`,
      async () => {
        await page.getByRole('button', { name: 'Update' }).focus();
        await expect(page.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
      },
    ],
  ]);
});

test('an ordinary user', async ({ open }) => {
  const page = await open(await demoPerson('User', 'Shared'), 'about:blank');
  await judgeAll(page, [
    ['welcome, ordinary', '/', async () => expect(page.getByText('Licenses you may use')).toBeVisible()],
    ['profile, read only', '/profile', async () => expect(page.getByLabel('Email')).toBeVisible()],
  ]);
});
