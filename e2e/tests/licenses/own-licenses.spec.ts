import { calls, consumePolicy } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { toast } from '../../browser/screen.ts';
import { apiWith } from '../../fixtures/api.ts';
import { consume, engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('a user logs off the application of another device by keyboard on a phone, and uses the license here', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const license = await issueOne(company.id);
  const policies = [consumePolicy({ kind: 'Everyone' })];
  await company.api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
  const lease = await consume(person, license);
  const page = await open(person, '/');
  const mine = page.getByRole('region', { name: 'Licenses you may use' });
  await expect(mine).toContainText('You are using it on PROOF-STATION-2');
  await expectAccessible(page, 'licenses a user may use');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await mine.getByRole('button', { name: /^Use it here instead: .+ on PROOF-STATION-2$/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Use .+ here instead\?$/ });
  await expect(dialog).toContainText('The application on PROOF-STATION-2 saves, and you are logged off there.');
  await dialog.getByRole('button', { name: 'Use it here instead' }).focus();
  await page.keyboard.press('Enter');

  // The other device learns why, saves, and answers.
  const { id, epoch } = lease;
  const device = apiWith(person.token);
  const query = { epoch: String(epoch), timeout: '20' };
  await expect(async () => {
    const { items } = await device.send(calls.waitForLease, { params: { id }, query });
    expect(items).toContainEqual(
      expect.objectContaining({ event: 'released', data: expect.objectContaining({ reason: 'taken-over' }) }),
    );
  }).toPass();
  await device.send(calls.acknowledgeRelease, { params: { id }, body: { epoch } });

  await expect(toast(page, 'The license is free. Start the application on this device.')).toBeVisible();
  await expect(mine).toContainText('1 of 1 free');
  await expect(mine.getByRole('button', { name: 'Use it here instead' })).toHaveCount(0);
  expect((await consume(person, license)).license).toBe(license.rn);
});
