import { calls } from '@keyhold/contract';
import { errorAlert, row, toast } from '../../browser/screen.ts';
import { foundCompany, idOf, issueAddon, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('the list: empty, then with add-ons, and a search over key, name, type and description', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator, '/licensing/unassignedAddons');
  await expect(page.getByRole('heading', { level: 1, name: 'Unassigned Addons' })).toBeVisible();
  await expect(page.getByText('There are no unassigned addons available.')).toBeVisible();
  const preflight = await issueAddon(company.id, 'preflight');
  await issueAddon(company.id, 'colour-server');
  await expect(page.getByRole('columnheader')).toHaveText(['Key', 'Name', 'Type', 'Description', 'Actions']);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, idOf(preflight))).toContainText('Checks files before they go to press');
  const search = page.getByRole('searchbox', { name: 'Search addons' });
  for (const [text, count] of [
    [idOf(preflight).toLowerCase(), 1],
    ['COLOUR', 1],
    ['six printers', 1],
    ['subscription', 2],
  ] as const) {
    await search.fill(text);
    await expect(page.getByRole('row')).toHaveCount(count + 1);
  }
});

test('assign: choose a license, sorted by key; a license with the same add-on is refused', async ({ open }) => {
  const company = await foundCompany('User-based');
  const described = await issueOne(company.id, { product: 'keyhold-studio', description: 'Plate setter' });
  const plain = await issueOne(company.id, { product: 'keyhold-proof', type: 'Trial' });
  const [first, second, undescribed] = [
    await issueAddon(company.id, 'colour-server'),
    await issueAddon(company.id, 'colour-server'),
    await issueAddon(company.id, 'cloud-sync'),
  ];
  const assigned = (license: { rn: string }, { rn: addon }: { rn: string }) =>
    company.api.send(calls.addLicenseAddon, { params: { id: idOf(license) }, body: { addon } });
  await assigned(described, first);
  await assigned(plain, undescribed);
  const other = await issueAddon(company.id, 'cloud-sync');

  const page = await open(company.administrator, '/licensing/unassignedAddons');
  await row(page, idOf(second)).getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a license' });
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'Key',
    'Product',
    'Description',
    'Type',
    'Addons',
    'Actions',
  ]);
  await expect(dialog.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'ascending');
  const keys = [idOf(described), idOf(plain)];
  await expect(dialog.locator('tbody tr td:first-child')).toHaveText(keys.toSorted());
  await expect(row(dialog, idOf(described)).getByRole('cell').nth(4)).toHaveText('Colour Server');
  await expect(row(dialog, idOf(plain)).getByRole('cell').nth(1)).toHaveText('Keyhold Proof');

  await row(dialog, idOf(described)).getByRole('button', { name: 'Select' }).click();
  // Both are named by their descriptions.
  await expect(errorAlert(dialog)).toContainText(
    'The addon Colour server for up to six printers is already assigned to the license Plate setter.',
  );
  await row(dialog, idOf(plain)).getByRole('button', { name: 'Select' }).click();
  await expect(toast(page, 'Addon successfully assigned to license')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, idOf(second))).toBeHidden();

  // Without descriptions: the add-on's name, and the license's key.
  await row(page, idOf(other)).getByRole('button', { name: 'Assign' }).click();
  await row(dialog, idOf(plain)).getByRole('button', { name: 'Select' }).click();
  await expect(errorAlert(dialog)).toContainText(
    `The addon Cloud Sync is already assigned to the license ${idOf(plain)}.`,
  );
});

test('the server refuses the same add-on too', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const [first, second] = [await issueAddon(company.id), await issueAddon(company.id)];
  const page = await open(company.administrator, '/licensing/unassignedAddons');
  await row(page, idOf(second)).getByRole('button', { name: 'Assign' }).click();
  const select = page.getByRole('dialog').getByRole('button', { name: 'Select' });
  await expect(select).toHaveCount(1);
  // The live update of another user's change is late.
  await page.route('**/license/v1/licenses?*', (route) => route.abort('aborted'));
  const params = { id: idOf(license) };
  await company.api.send(calls.addLicenseAddon, { params, body: { addon: first.rn } });
  faults.expectRefusal(409, /\/addons$/);
  await select.click();
  await expect(errorAlert(page.getByRole('dialog'))).toContainText(
    /^An error happened!The addon .* is already assigned/,
  );
});

test('provider staff void an add-on in the list and on its license, undo it, and restore it from the foot', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id);
  const addon = await issueAddon(company.id);
  const root = await demoPerson('Root Administrator', 'provider');
  const page = await open(root, `/licensing/unassignedAddons?account=${company.id}`);
  const voidIt = async (): Promise<void> => {
    await page.getByRole('button', { name: `Void ${idOf(addon)}` }).click();
    await page.getByRole('dialog', { name: 'Void addon' }).getByRole('button', { name: 'Void', exact: true }).click();
    await expect(toast(page, `Addon ${idOf(addon)} voided`)).toBeVisible();
    await expect(row(page, idOf(addon))).toBeHidden();
  };
  await voidIt();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Addon successfully restored')).toBeVisible();
  await expect(row(page, idOf(addon))).toBeVisible();

  await company.api.send(calls.addLicenseAddon, { params: { id: idOf(license) }, body: { addon: addon.rn } });
  await page.goto(`/licensing/licenses/${idOf(license)}?account=${company.id}&tab=addons`);
  await voidIt();
  await page.goto(`/licensing/unassignedAddons?account=${company.id}`);
  await page.getByText('Recently removed').click();
  await page
    .getByRole('listitem')
    .filter({ hasText: idOf(addon) })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(row(page, idOf(addon)).getByRole('button', { name: 'Assign' })).toBeVisible();

  const own = await open(company.administrator, '/licensing/unassignedAddons');
  await expect(row(own, idOf(addon))).toBeVisible();
  await expect(own.getByRole('button', { name: `Void ${idOf(addon)}` })).toHaveCount(0);
});
