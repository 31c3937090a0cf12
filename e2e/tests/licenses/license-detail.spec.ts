import { calls, consumePolicy } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { fact, hold, row, sent, toast } from '../../browser/screen.ts';
import { apiWith, rootApi } from '../../fixtures/api.ts';
import { consume, engage, foundCompany, idOf, issueAddon, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('details as an administrator: everything is read-only, and the button says why', async ({ open }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio', description: 'Photo desk' });
  const page = await open(company.administrator, 'about:blank');
  const loaded = await hold(page, 'GET', /^\/license\/v1\/licenses\//);
  await page.goto(`/licensing/licenses/${idOf(license)}`);
  const loading = page.getByRole('status', { name: 'Loading' });
  expect((await loading.boundingBox())?.height).toBe(200);
  loaded();
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Addons', 'Consumers', 'Usage']);
  await expect(page.getByRole('link', { name: 'Back to Licenses' })).toHaveAttribute('href', '/licensing/licenses');
  await expect(page.getByRole('heading', { level: 1, name: 'Keyhold Studio' })).toBeVisible();
  await expect(page.locator('[data-under]')).toContainText(idOf(license));
  await expect(fact(page, 'Type')).toHaveText('Subscription');
  await expect(page.getByText('Available')).toBeVisible();
  await expect(fact(page, 'Expiry')).toHaveText(/^2099-12-31 in \d+ years$/);
  await expect(fact(page, 'Maintenance')).toHaveCount(0);
  await expect(page.getByLabel('Description')).toHaveValue('Photo desk');
  await expect(page.getByLabel('Description')).not.toBeEditable();
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await update.hover();
  await expect(page.getByText('Only root admins can perform this action.')).toBeVisible();
});

for (const role of ['Root Administrator', 'System Administrator'] as const) {
  test(`a ${role} changes the description; maintenance of perpetual licenses`, async ({ open }) => {
    const company = await foundCompany('User-based');
    const perpetual = { type: 'Perpetual', expiry: { perpetual: true }, product: 'keyhold-studio' } as const;
    const dated = await issueOne(company.id, {
      ...perpetual,
      'maintenance-start': '2026-01-05',
      'maintenance-end': '2027-01-04',
    });
    const endless = await issueOne(company.id, { ...perpetual, 'maintenance-start': '2026-01-05' });
    const without = await issueOne(company.id, perpetual);
    const page = await open(await demoPerson(role, 'provider'), `/licensing/licenses/${idOf(dated)}`);
    await expect(fact(page, 'Expiry')).toHaveText('None');
    await expect(fact(page, 'Maintenance')).toHaveText('2026-01-05 to 2027-01-04');
    await page.goto(`/licensing/licenses/${idOf(endless)}`);
    await expect(fact(page, 'Maintenance')).toHaveText('2026-01-05 to Unknown');
    await page.goto(`/licensing/licenses/${idOf(without)}`);
    await expect(fact(page, 'Maintenance')).toHaveText('None');

    await page.getByLabel('Description').fill(`Described by a ${role}`);
    const bodies = sent(page, 'PUT', /^\/license\/v1\/licenses\//);
    const release = await hold(page, 'PUT', /^\/license\/v1\/licenses\//);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
    release();
    await expect(toast(page, 'License successfully updated')).toBeVisible();
    expect(bodies).toEqual([
      { description: `Described by a ${role}`, 'order-reference': '', certificate: { ...without.certificate } },
    ]);
  });
}

test('add-ons of a license: none, then two, one of which is removed after a question', async ({ open }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}`);
  await page.getByRole('tab', { name: 'Addons' }).click();
  await expect(page.getByText('This license has no addons.')).toBeVisible();
  const addons = [await issueAddon(company.id, 'preflight'), await issueAddon(company.id, 'colour-server')];
  for (const { rn } of addons) {
    await company.api.send(calls.addLicenseAddon, { params: { id: idOf(license) }, body: { addon: rn } });
  }
  await expect(page.getByRole('columnheader')).toHaveText(['Key', 'Name', 'Type', 'Description', 'Actions']);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, 'Preflight')).toContainText('Checks files before they go to press');
  await row(page, 'Preflight').getByRole('button', { name: 'Unassign' }).click();
  const question = page.getByRole('dialog', { name: 'Unassign addon' });
  await expect(question).toContainText('Are you sure you want to unassign this addon?');
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'Unassign']);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await row(page, 'Preflight').getByRole('button', { name: 'Unassign' }).click();
  await question.getByRole('button', { name: 'Unassign' }).click();
  await expect(toast(page, 'Addon successfully unassigned from license')).toBeVisible();
  await expect(row(page, 'Preflight')).toBeHidden();
  await expect(row(page, 'Colour Server')).toBeVisible();
  const { item } = await company.api.send(calls.getLicense, { params: { id: idOf(license) } });
  expect(item.addons).toEqual([addons[1]?.rn]);
});

test('usage: no holder, then the holder and the device; a suspended license is marked', async ({ open }) => {
  const company = await foundCompany('User-based');
  const holder = await engage(company.id);
  const license = await issueOne(company.id, { product: 'keyhold-studio', expiry: { period: 30 }, type: 'Trial' });
  await company.api.send(calls.setLicensePolicies, {
    params: { id: idOf(license) },
    body: { policies: [consumePolicy({ kind: 'User', user: holder.user.rn })] },
  });
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=usage`);
  await expect(page.getByText('This license is not used right now.')).toBeVisible();
  await consume(holder, license);
  await expect(fact(page, 'User')).toHaveText(holder.email);
  await expect(fact(page, 'Activation date')).toHaveText('just now');
  for (const [label, value] of [
    ['Client name', 'Keyhold Studio'],
    ['Client version', '26.1.2'],
    ['Device name', 'PROOF-STATION-2'],
    ['Device OS', 'Windows 11 Pro'],
    ['Device user', 'pat'],
    ['Device locale', 'en-GB'],
    ['Device IP', /./],
    ['Device ID', /^device-/],
    ['Stream ID', /./],
    ['Maintenance status', /./],
    ['Subscription status', /./],
  ] as const) {
    await expect(fact(page, label)).toHaveText(value);
  }
  // The first use sets the end of a license whose period starts with it.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(fact(page, 'Expiry')).toHaveText(/^\d{4}-\d\d-\d\d in 4 weeks$/);
  await expect(page.getByText('In use')).toBeVisible();
  const body = { status: 'Suspended' } as const;
  await (await rootApi()).send(calls.updateLicenseStatus, { params: { id: idOf(license) }, body });
  await expect(page.getByText('Suspended')).toBeVisible();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(page.getByText('This license is not used right now.')).toBeVisible();
});

test('usage: until when a seat is offline, also of a deleted holder, and it is freed now', async ({ open }) => {
  const company = await foundCompany('User-based');
  const holder = await engage(company.id);
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const params = { id: idOf(license) };
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params, body: { policies } });
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=usage`);
  const lease = await consume(holder, license);
  await expect(fact(page, 'User')).toHaveText(holder.email);
  const { token } = holder;
  await apiWith(token).send(calls.takeLeaseOffline, {
    params: { id: lease.id },
    body: { epoch: lease.epoch, days: 9 },
  });
  await expect(page.getByText(/^Offline until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await company.api.send(calls.deleteUser, { params: { id: idOf(holder.user) } });
  await page.reload();
  await expect(fact(page, 'User')).toHaveText(holder.email);
  await expectAccessible(page, 'a license in offline use');
  await page.getByRole('button', { name: 'Free it now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('until');
  await dialog.getByRole('button', { name: 'Free it now' }).click();
  await expect(toast(page, 'License successfully released')).toBeVisible();
  await expect(page.getByText('This license is not used right now.')).toBeVisible();
});
