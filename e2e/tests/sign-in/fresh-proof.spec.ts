import { errorAlert, toast } from '../../browser/screen.ts';
import { codeOf, enterCode, openSecurity, shownCodes, typedSecret } from '../../browser/second-factors.ts';
import { engage, foundCompany, idOf } from '../../fixtures/company.ts';
import { inDatabase } from '../../fixtures/database.ts';
import { productDatabase } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const refusal = {
  status: 403,
  body: {
    success: false,
    'status-code': 403,
    'reply-to': 'injected',
    errors: ['Prove first that it is still you.'],
    warnings: [],
    problems: [{ code: 'proof-needed', message: 'Prove first that it is still you.' }],
  },
};

test('a fresh proof is requested once; without it nothing is changed', async ({ page, faults }) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  await openSecurity(page, person);
  // The server requires a proof, as after ten minutes, and requires it again after a proof that was not given.
  await faults.inject(page, 'POST', /\/factors\/authenticator$/, refusal, 2);
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is still you' });
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(errorAlert(page)).toContainText('Nothing was changed, because you did not confirm that it is you.');

  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  faults.expectRefusal(400, /\/auth\/v1\/proof$/);
  await dialog.getByLabel('Password').fill('not my password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(errorAlert(dialog)).toContainText('This password is not correct.');
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  expect(await typedSecret(page)).toMatch(/^[A-Z2-7]+$/);
});

test('ten minutes after the sign-in the server requires a proof, after which the action continues', async ({
  page,
  faults,
}) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  await openSecurity(page, person);
  await inDatabase(await productDatabase(), (client) =>
    client.query(`update sessions set "proven-on" = now() - interval '601 seconds' where "user-id" = $1`, [
      idOf(person.user),
    ]),
  );
  faults.expectRefusal(403, /\/factors\/authenticator$/);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is still you' });
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await enterCode(page, 'Code', codeOf(await typedSecret(page)));
  await shownCodes(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByRole('listitem')).toHaveCount(1);
});

test('when the question cannot be fetched, the typed text stays, and the next press asks it', async ({
  open,
  faults,
}) => {
  const { administrator } = await foundCompany('User-based');
  const page = await open(administrator, '/iam/security');
  await faults.inject(page, 'PUT', /\/security$/, refusal, 2);
  await faults.cut(page, 'GET', /\/assets\/proof-dialog.*\.js$/, 1);
  const hours = page.getByLabel('Length of a session in hours');
  await hours.fill('12');
  const update = page.getByRole('button', { name: 'Update' });
  await update.click();
  await expect(errorAlert(page)).toContainText('Part of this page could not be loaded.');
  await expect(hours).toHaveValue('12');
  await update.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is still you' });
  await dialog.getByLabel('Password').fill(administrator.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page, 'successfully updated')).toBeVisible();
  await expect(hours).toHaveValue('12');
});
