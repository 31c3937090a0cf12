import { calls, consumePolicy } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleOnPhone } from '../axe.ts';
import {
  activationKey,
  type Company,
  consume,
  createAccount,
  createTag,
  engage,
  foundCompany,
  idOf,
  invite,
  issueAddon,
  issueOne,
} from '../company.ts';
import { demoPerson } from '../people.ts';
import { errorAlert, hold, row, toast } from '../screen.ts';
import { expect, test } from '../test.ts';

/** Something on the screen: how it comes there from its address. */
type State = readonly [what: string, path: string, arrange?: (page: Page) => Promise<void>];

/** Brings each state to the screen and judges it. */
async function judgeAll(page: Page, states: readonly State[]): Promise<void> {
  for (const [what, path, arrange] of states) {
    await test.step(what, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await arrange?.(page);
      await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page, what);
    });
  }
}

const button = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

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

let company: Company;
test.describe('an administrator, under Shared', () => {
  test.beforeAll(async () => {
    company = await foundCompany('Shared');
  });

  test('the frame, the welcome page, the own account', async ({ open, faults }) => {
    const page = await open(company.administrator);
    faults.expectRefusal(404, /./);
    await judgeAll(page, [
      ['welcome', '/', async () => expect(page.getByText('people have not activated yet')).toBeVisible()],
      [
        'user menu',
        '/',
        async () =>
          page
            .getByRole('banner')
            .getByRole('button', { name: /Person/ })
            .click(),
      ],
      ['profile', '/profile', async () => expect(page.getByLabel('Email')).toBeVisible()],
      [
        'change of password, refused',
        '/change-password',
        async () => {
          await button('Update and log out')(page);
          await expect(page.getByText('Old Password should not be empty')).toBeVisible();
        },
      ],
      ['no access', '/admin/accounts'],
      ['a detail that is not there', '/iam/users/nobody', async () => expect(errorAlert(page)).toBeVisible()],
    ]);
    await page.setViewportSize({ width: 390, height: 700 });
    await page.goto('/');
    await button('Open menu')(page);
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Tags' })).toBeVisible();
    await expectAccessibleOnPhone(page, 'menu drawer');
  });

  test('users', async ({ open }) => {
    const pending = await invite(company.id, { title: 'A title', description: 'Somebody with a long description' });
    const page = await open(company.administrator, 'about:blank');
    const detail = `/iam/users/${idOf(pending)}`;
    await judgeAll(page, [
      ['users', '/iam/users', async () => expect(row(page, pending.email)).toBeVisible()],
      [
        'users, no match',
        '/iam/users?search=nothing',
        async () => expect(page.getByText('Nothing matches')).toBeVisible(),
      ],
      [
        'new user, refused',
        '/iam/users',
        async () => {
          await button('New User')(page);
          await button('Create')(page);
          await expect(page.getByText('Empty last name')).toBeVisible();
        },
      ],
      [
        'leave without saving',
        '/iam/users',
        async () => {
          await button('New User')(page);
          await page.getByRole('dialog').getByLabel('Email').fill('typed');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
        },
      ],
      ['delete user', '/iam/users', button(`Delete ${pending.email}`)],
      ['user details', detail, async () => page.getByLabel('Title').fill('Changed')],
      [
        'user roles, choosing',
        `${detail}?tab=roles`,
        async () => {
          await page.getByRole('combobox', { name: 'Roles' }).click();
          await page.getByRole('option').first().click();
        },
      ],
      [
        'user tags',
        `${detail}?tab=tags`,
        async () => expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible(),
      ],
      [
        'resend, sent',
        `${detail}?tab=resend`,
        async () => {
          await button('Resend activation link')(page);
          await expect(toast(page, 'Activation link successfully resent')).toBeVisible();
        },
      ],
    ]);
  });

  test('roles, tags and add-ons', async ({ open }) => {
    const own = await foundCompany('Shared');
    const page = await open(own.administrator, 'about:blank');
    await judgeAll(page, [
      ['tags, none yet', '/iam/tags', async () => expect(page.getByText('No tags yet')).toBeVisible()],
      [
        'no unassigned add-ons',
        '/licensing/unassignedAddons',
        async () => expect(page.getByText('There are no unassigned addons available.')).toBeVisible(),
      ],
    ]);
    const tag = await createTag(own, 'A tag', 'With a description');
    const license = await issueOne(own.id);
    const [first, second] = [await issueAddon(own.id), await issueAddon(own.id)];
    const params = { id: idOf(license) };
    await own.api.send(calls.addLicenseAddon, { params, body: { addon: first.rn } });
    await judgeAll(page, [
      ['roles', '/iam/roles', async () => expect(page.getByRole('row')).toHaveCount(3)],
      ['exact date', '/iam/roles', async () => page.getByRole('row').nth(1).getByRole('button').first().hover()],
      ['tags', '/iam/tags', async () => expect(row(page, tag.name)).toBeVisible()],
      ['new tag', '/iam/tags', button('New tag')],
      ['tag', `/iam/tags/${idOf(tag)}`, async () => expect(page.getByLabel('Name')).toBeVisible()],
      ['unassigned add-ons', '/licensing/unassignedAddons', async () => expect(row(page, idOf(second))).toBeVisible()],
      [
        'select a license, refused',
        '/licensing/unassignedAddons',
        async () => {
          await button('Assign')(page);
          await row(page.getByRole('dialog'), idOf(license)).getByRole('button', { name: 'Select' }).click();
          await expect(errorAlert(page.getByRole('dialog'))).toBeVisible();
        },
      ],
      ['add-ons of a license', `/licensing/licenses/${idOf(license)}?tab=addons`, button('Unassign')],
    ]);
  });

  test('licenses', async ({ open, faults }) => {
    const holder = await engage(company.id);
    await createTag(company, 'Night');
    const license = await issueOne(company.id, { type: 'Perpetual', expiry: { perpetual: true } });
    const policy = consumePolicy({ kind: 'Everyone' });
    const set = (policies: (typeof policy)[], of = license) =>
      company.api.send(calls.setLicensePolicies, { params: { id: idOf(of) }, body: { policies } });
    await set([policy]);
    await consume(holder, license);
    const custom = await issueOne(company.id);
    await set([{ ...policy, statements: [...policy.statements, ...policy.statements] }], custom);
    const page = await open(company.administrator, 'about:blank');
    const detail = `/licensing/licenses/${idOf(license)}`;
    await judgeAll(page, [
      ['licenses', '/licensing/licenses', async () => expect(row(page, idOf(license))).toBeVisible()],
      ['license details', detail, async () => page.getByRole('button', { name: 'Update' }).focus()],
      [
        'consumers, by tags',
        `${detail}?tab=consumers`,
        async () => {
          await page.getByRole('radio', { name: 'Tags' }).check();
          await expect(page.locator('.mantine-Pill-root')).toHaveText(['Night']);
        },
      ],
      [
        'update consumers',
        `${detail}?tab=consumers`,
        async () => {
          await page.getByRole('radio', { name: 'No one' }).check();
          await button('Update consumers')(page);
        },
      ],
      ['release license', `${detail}?tab=consumers`, button('Release license')],
      [
        'custom policy',
        `/licensing/licenses/${idOf(custom)}?tab=consumers`,
        async () => expect(page.getByText('Custom policy')).toBeVisible(),
      ],
      ['usage', `${detail}?tab=usage`, async () => expect(page.getByText('PROOF-STATION-2')).toBeVisible()],
      [
        'usage, nobody',
        `/licensing/licenses/${idOf(custom)}?tab=usage`,
        async () => expect(page.getByText('This license is not used right now.')).toBeVisible(),
      ],
    ]);
    const release = await hold(page, 'GET', /^\/license\/v1\/licenses\//);
    await page.goto(detail);
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expectAccessible(page, 'license, loading');
    release();
    await faults.inject(page, 'GET', /^\/license\/v1\/licenses$/, { status: 403, error: 'They are away.' });
    await page.goto('/licensing/licenses');
    await expect(errorAlert(page)).toBeVisible();
    await expectAccessible(page, 'licenses, refused');
  });
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
