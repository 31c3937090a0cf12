import { calls, consumersOf } from '@keyhold/contract';
import { inputBy, inputs } from '../../browser/input.ts';
import { row, toast } from '../../browser/screen.ts';
import { rootApi } from '../../fixtures/api.ts';
import { consume, engage, foundCompany, idOf, issue, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const root = () => demoPerson('Root Administrator', 'provider');

for (const by of inputs) {
  test(`200 licenses are renewed in at most 6 clicks, by ${by}`, async ({ open }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    await issue(company.id, { product: 'keyhold-studio', count: 200, expiry: { date: '2098-12-31' } });
    const page = await open(await root(), `/licensing/licenses?account=${company.id}`);
    await input.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await input.press(page.getByRole('button', { name: 'Select all 200 matching' }));
    await input.press(page.getByRole('button', { name: 'Change terms' }));
    const dialog = page.getByRole('dialog', { name: 'Change the terms of 200 licenses' });
    await input.press(dialog.getByRole('radio', { name: 'Some days later' }));
    await input.type(dialog.getByRole('textbox', { name: 'Days later' }), '365');
    await expect(dialog.getByRole('status')).toHaveText('Each ends 365 days later.');
    await input.press(dialog.getByRole('button', { name: 'Apply' }));
    await expect(toast(page, '200 licenses successfully updated')).toBeVisible();
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 6 : 0);
    const { items } = await company.api.send(calls.listLicenses, { query: { limit: '1000' } });
    expect(new Set(items.map(({ certificate }) => certificate.expiry.date))).toEqual(
      new Set(['2099-12-31T23:59:59.999Z']),
    );
  });
}

test('consumers of many are set after a question, and their status is changed', async ({ open }) => {
  const company = await foundCompany('Shared');
  const licenses = await issue(company.id, { count: 2 });
  const page = await open(
    await root(),
    `/licensing/licenses?account=${company.id}&search=${idOf(licenses[0] ?? { rn: '' })}`,
  );
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Change consumers' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Everyone' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Change the consumers of 1 license' }).last();
  await expect(question).toContainText('is logged off');
  await question.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, '1 license successfully updated')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('dialog', { name: 'Suspend 1 license' }).getByRole('button', { name: 'Suspend' }).click();
  await expect(row(page, idOf(licenses[0] ?? { rn: '' }))).toContainText('Suspended');
  const now = (await (await rootApi()).send(calls.getLicense, { params: { id: idOf(licenses[0] ?? { rn: '' }) } }))
    .item;
  expect([consumersOf(now.policies).kind, now.status]).toEqual(['Everyone', 'Suspended']);
});

test('a license that was issued by mistake is voided, and restored from the foot of the list', async ({
  open,
  faults,
}) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const page = await open(await root(), `/licensing/licenses/${idOf(license)}?account=${company.id}`);
  // The news of the void may be faster than its reply: its page then requests it once more.
  faults.allowRefusal(404, new RegExp(`/licenses/${idOf(license)}$`));
  await page.getByRole('button', { name: 'Void license' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click();
  await expect(toast(page, `License ${idOf(license)} voided`)).toBeVisible();
  await expect(row(page, idOf(license))).toHaveCount(0);
  await page.getByText('Recently removed').click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(row(page, idOf(license))).toBeVisible();
});

for (const by of inputs) {
  test(`60 licenses that were issued by mistake are voided in four clicks and brought back in one, by ${by}`, async ({
    open,
  }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    const licenses = await issue(company.id, { product: 'keyhold-studio', count: 60 });
    const page = await open(await root(), `/licensing/licenses?account=${company.id}&size=100`);
    const count = async () => (await company.api.send(calls.listLicenses, { query: { limit: 1 } })).total;
    await input.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await input.press(page.getByRole('button', { name: 'More' }));
    await input.press(page.getByRole('menuitem', { name: 'Void' }));
    const dialog = page.getByRole('dialog', { name: 'Void 60 licenses' });
    await expect(dialog).toContainText('They can be restored.');
    await input.press(dialog.getByRole('button', { name: 'Void', exact: true }));
    await expect(toast(page, '60 licenses voided')).toBeVisible();
    await expect(row(page, idOf(licenses[0] ?? { rn: '' }))).toHaveCount(0);
    expect(await count()).toBe(0);
    await input.press(toast(page, '60 licenses voided').getByRole('button', { name: 'Undo' }));
    await expect(toast(page, '60 licenses successfully restored')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible();
    expect(await count()).toBe(60);
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 5 : 0);
  });
}

for (const by of inputs) {
  test(`one view says who used what, and who never used their license, by ${by}`, async ({ open }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    const una = await engage(company.id, { 'first-name': 'Una' });
    const never = await engage(company.id, { 'first-name': 'Nev' });
    const used = await issueOne(company.id, {
      product: 'keyhold-studio',
      consumers: { kind: 'user', user: una.user.rn },
    });
    const unused = await issueOne(company.id, {
      product: 'keyhold-impose',
      consumers: { kind: 'user', user: never.user.rn },
    });
    await consume(una, used);
    const page = await open(company.administrator);
    await input.press(page.getByRole('navigation').getByRole('link', { name: 'Licenses' }));
    await input.press(page.getByRole('main').getByRole('link', { name: 'Usage overview' }));
    await input.press(page.getByRole('tab', { name: 'By person' }));
    await expect(row(page, 'Una')).toContainText('Keyhold Studio');
    await expect(row(page, 'Nev')).toContainText(idOf(unused));
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 3 : 0);
    await input.select(page.getByRole('combobox', { name: 'Product' }), 'Keyhold Impose');
    await expect(row(page, 'Una')).toHaveCount(0);
    await expect(row(page, 'Nev')).toContainText(idOf(unused));
    await page.goto(`/iam/users/${idOf(una.user)}?tab=use`);
    await expect(row(page, 'Keyhold Studio')).toBeVisible();
  });
}
