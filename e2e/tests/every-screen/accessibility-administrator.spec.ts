import { calls, consumePolicy } from '@keyhold/contract';
import { expectAccessible, expectAccessibleOnPhone } from '../../browser/axe.ts';
import { errorAlert, hold, row, toast } from '../../browser/screen.ts';
import { button, judgeAll } from '../../browser/states.ts';
import {
  type Company,
  consume,
  createTag,
  engage,
  foundCompany,
  idOf,
  invite,
  issueAddon,
  issueOne,
} from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

let company: Company;
test.beforeAll(async () => {
  company = await foundCompany('Shared');
  await createTag(company, 'Night');
});

test('an administrator: the frame, the welcome page, the own account', async ({ open, faults }) => {
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

test('an administrator: users', async ({ open }) => {
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
    ['single sign-on', '/iam/single-sign-on', async () => expect(page.getByLabel('Issuer')).toBeVisible()],
    ['directory', '/iam/directory', async () => expect(page.getByText('No directory yet')).toBeVisible()],
    ['connect a directory', '/iam/directory', button('Connect a directory')],
    ['user details', detail, async () => page.getByLabel('Title').fill('Changed')],
    [
      'user roles, choosing',
      `${detail}?tab=roles`,
      async () => {
        await page.getByRole('combobox', { name: 'Roles' }).click();
        await page.getByRole('option').first().click();
      },
    ],
    ['user tags', `${detail}?tab=tags`, async () => expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible()],
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

test('an administrator: roles, tags and add-ons', async ({ open }) => {
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
    ['exact date', '/iam/roles', async () => page.getByRole('row').nth(1).getByRole('time').first().hover()],
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

test('an administrator: licenses', async ({ open, faults }) => {
  const { license, custom } = await heldLicense();
  const page = await open(company.administrator, 'about:blank');
  const detail = `/licensing/licenses/${idOf(license)}`;
  await judgeAll(page, [
    ['licenses', '/licensing/licenses', async () => expect(row(page, idOf(license))).toBeVisible()],
    ['license details', detail, async () => page.getByRole('button', { name: 'Update' }).focus()],
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

test('an administrator: consumers of a license', async ({ open }) => {
  const { license, custom } = await heldLicense();
  const page = await open(company.administrator, 'about:blank');
  const detail = `/licensing/licenses/${idOf(license)}`;
  await judgeAll(page, [
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
  ]);
});

/** Creates a license in use, and one whose policy has another shape. */
async function heldLicense() {
  const holder = await engage(company.id);
  const license = await issueOne(company.id, { type: 'Perpetual', expiry: { perpetual: true } });
  const policy = consumePolicy({ kind: 'Everyone' });
  const set = (policies: (typeof policy)[], of = license) =>
    company.api.send(calls.setLicensePolicies, { params: { id: idOf(of) }, body: { policies } });
  await set([policy]);
  await consume(holder, license);
  const custom = await issueOne(company.id);
  await set([{ ...policy, statements: [...policy.statements, ...policy.statements] }], custom);
  return { license, custom };
}
