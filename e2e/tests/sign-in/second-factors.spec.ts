import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../../browser/axe.ts';
import { addDevice } from '../../browser/passkeys.ts';
import { errorAlert, toast } from '../../browser/screen.ts';
import { codeOf, enterCode, openSecurity, shownCodes, signOut, typedSecret } from '../../browser/second-factors.ts';
import { engage, foundCompany, idOf } from '../../fixtures/company.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { signIn, submitSignIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('a passkey: added, renamed, used to sign in, accompanied by a second device, and removed', async ({
  page,
  faults,
}) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  const laptop = await addDevice(page);
  await openSecurity(page, person);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await shownCodes(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  expect(await laptop.count()).toBe(1);
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toContainText('10 codes left.');

  await test.step('the same device already has one', async () => {
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await expect(errorAlert(page)).toContainText('You already have a passkey on this device.');
  });

  await test.step('another name', async () => {
    await passkeys.getByRole('button', { name: /^Rename / }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(dialog.getByText('Empty name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(toast(page, 'Name successfully changed')).toBeVisible();
    await expect(passkeys.getByRole('listitem')).toContainText('Laptop');
  });

  await test.step('it signs in by autofill, without a password', async () => {
    await faults.inject(page, 'POST', /\/auth\/v1\/passkey$/, { status: 500, error: 'Not now.' }, 1);
    await page.goto('/logout');
    await expect(errorAlert(page)).toContainText('Not now.');
    // The error of a former attempt does not stay beside the next one's.
    faults.expectRefusal(401, /\/authorize$/);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(errorAlert(page)).not.toContainText('Not now.');
    await page.reload();
    await expect(page.getByRole('banner')).toBeVisible();
    await page.goto('/profile?tab=security');
    await expect(passkeys.getByRole('listitem')).toContainText('last used');
  });

  await test.step('a second device that the first one does not know', async () => {
    await laptop.remove();
    const phone = await addDevice(page);
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await expect(toast(page, 'Passkey successfully added')).toBeVisible();
    await expect(passkeys.getByRole('listitem')).toHaveCount(2);
    // Only the first factor creates recovery codes.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await phone.count()).toBe(1);
  });

  await test.step('removal', async () => {
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    const question = page.getByRole('dialog', { name: 'Remove passkey' });
    await expect(question).not.toContainText('your last one');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Passkey successfully removed')).toBeVisible();
    await expect(passkeys.getByRole('listitem')).toHaveCount(1);
    await passkeys.getByRole('button', { name: /^Remove / }).click();
    await expect(question).toContainText('Your recovery codes are removed too');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  });
});

test('a passkey after the password, and another method when it is not at hand', async ({ page, faults }) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  const device = await addDevice(page);
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const codes = await shownCodes(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await device.confirm(false);
  await signOut(page);
  await submitSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(errorAlert(page)).toContainText('No passkey was used.');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  faults.expectRefusal(401, /\/challenge$/);
  await enterCode(page, 'Recovery code', 'not-a-code');
  await expect(errorAlert(page)).toContainText('This code is not correct.');
  await expect(page.getByLabel('Recovery code')).toHaveAttribute('aria-invalid', 'true');
  await enterCode(page, 'Recovery code', codes[0] ?? '');
  await expect(page.getByRole('banner')).toBeVisible();

  await test.step('a recovery code is valid once', async () => {
    await signOut(page);
    await submitSignIn(page, person);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await enterCode(page, 'Recovery code', codes[0] ?? '');
    await expect(errorAlert(page)).toContainText('This code is not correct.');
    await page.getByRole('button', { name: 'Back to login' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  });
});

test('an authenticator app: set up by the typed secret, required at the next sign-in, new recovery codes', async ({
  page,
  faults,
}) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  await openSecurity(page, person);
  const setUp = page.getByRole('button', { name: 'Set up authenticator app' });
  await setUp.press('Enter');
  await typedSecret(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(setUp).toBeFocused();
  await setUp.click();
  const secret = await typedSecret(page);
  faults.expectRefusal(400, /\/confirm$/);
  await enterCode(page, 'Code', '000000');
  await expect(errorAlert(page)).toContainText('This code is not correct.');
  await enterCode(page, 'Code', codeOf(secret));
  const codes = await shownCodes(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByRole('listitem')).toHaveCount(1);

  await test.step('new recovery codes replace the old ones', async () => {
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
    const renewed = await shownCodes(page);
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    expect(await readFile(await (await download).path(), 'utf8')).toBe(`${renewed.join('\n')}\n`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${renewed.join('\n')}\n`);
    // Only the codes are printed.
    const printed = page.evaluate(
      () => new Promise<void>((done) => addEventListener('beforeprint', () => done(), { once: true })),
    );
    await page.getByRole('button', { name: 'Print' }).click();
    await printed;
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(renewed[0] ?? '')).toBeVisible();
    await expect(page.getByRole('button', { name: 'I have saved them' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.keyboard.press('Escape');
    // They are shown only once, so only the button closes it.
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // A page without codes is printed, too.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('an unnamed factor is called by its kind, in the language of the page', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    const apps = page.getByRole('region', { name: 'Authenticator-App' });
    await expect(apps.getByRole('listitem')).toContainText('Authenticator-App');
    await apps.getByRole('button', { name: 'Authenticator-App umbenennen' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Authenticator-App');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
  });

  await signOut(page);
  await submitSignIn(page, person);
  await expect(page.getByText('Enter the six digits that your authenticator app shows.')).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await enterCode(page, 'Code', '');
  await expect(page.getByText('Enter a code.', { exact: true })).toBeVisible();
  await enterCode(page, 'Code', codeOf(secret, 1));
  await expect(page.getByRole('banner')).toBeVisible();
});

test('an account that requires a factor: a user without one adds one at the next sign-in', async ({
  page,
  open,
  faults,
}) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id, { 'first-name': 'Nora', 'last-name': 'Without' });
  const screen = await open(company.administrator, '/iam/security');
  await expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Everyone' }).check();
  await screen.getByLabel('Length of a session in hours').fill('721');
  await screen.getByRole('button', { name: 'Update' }).click();
  await expect(screen.getByText('Enter a whole number from 1 to 720.')).toBeVisible();
  await screen.getByLabel('Length of a session in hours').fill('12');
  await screen.getByRole('button', { name: 'Update' }).click();
  await expect(toast(screen, 'Security successfully updated')).toBeVisible();
  const without = screen.getByRole('region', { name: 'Without a second factor' });
  await expect(without.getByRole('listitem')).toHaveCount(2);
  await expect(without).toContainText('Nora Without');

  await submitSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await enterCode(page, 'Code', codeOf(await typedSecret(page)));
  await shownCodes(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  // The user with a factor disappears from the list by a live update.
  await expect(without.getByRole('listitem')).toHaveCount(1);

  await test.step('the last one cannot be removed while it is required', async () => {
    await page.goto('/profile?tab=security');
    await page.getByRole('button', { name: /^Remove / }).click();
    const question = page.getByRole('dialog', { name: 'Remove authenticator app' });
    faults.expectRefusal(409, /\/factors\//);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(errorAlert(question)).toContainText('This account asks for a second factor');
  });
});

test('an administrator resets the factors of a user who lost all of them', async ({ page, open, faults }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const device = await addDevice(page);
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await shownCodes(page);
  await device.remove();
  const screen = await open(company.administrator, `/iam/users/${idOf(person.user)}`);
  await screen.getByRole('button', { name: 'Second factors' }).click();
  const factors = screen.getByRole('region', { name: 'Second factors' });
  await expect(factors.getByRole('listitem')).toHaveCount(2);
  await factors.getByRole('button', { name: 'Reset factors' }).click();
  // Their screen may refetch its data before it is notified of the sign-out.
  faults.allowRefusal(401, /./);
  await screen.getByRole('dialog', { name: 'Reset factors' }).getByRole('button', { name: 'Reset factors' }).click();
  await expect(toast(screen, 'Factors successfully reset')).toBeVisible();
  await expect(factors.getByText('This user signs in with a password only.')).toBeVisible();
  // Their sessions have ended.
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
});

test('a password reset prompts for the factor, too', async ({ page }) => {
  const { id } = await foundCompany('User-based');
  const person = await engage(id);
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = await typedSecret(page);
  await enterCode(page, 'Code', codeOf(secret));
  await shownCodes(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The sign-in page, which also has a field of that name, stays until the other page has loaded.
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Request was successful')).toBeVisible();
  await page.goto(await activationLink(person.email));
  await page.getByLabel('Password', { exact: true }).fill('another quiet harbour');
  await page.getByLabel('Confirm password').fill('another quiet harbour');
  await page.getByRole('button', { name: 'Activate' }).click();
  await enterCode(page, 'Code', codeOf(secret, 1));
  await expect(page.getByRole('banner')).toBeVisible();
});

test('every step is accessible, also on a small phone in the dark scheme', async ({ page, open }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const screen = await open(company.administrator, '/iam/security');
  await expect(screen.getByRole('region', { name: 'Without a second factor' })).toBeVisible();
  await expectAccessible(screen, 'security of the account');
  await screen.getByRole('radio', { name: 'Everyone' }).check();
  await screen.getByRole('button', { name: 'Update' }).click();
  await expect(toast(screen, 'Security successfully updated')).toBeVisible();

  await submitSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  // The form of the password had the focus.
  await expect(page.getByRole('main')).toBeFocused();
  await expectAccessible(page, 'first factor');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = await typedSecret(page);
  await expectAccessible(page, 'first factor, its secret');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await shownCodes(page);
  await expect(page.getByRole('main')).toBeFocused();
  await expectAccessible(page, 'recovery codes');
  // They are never shown again: neither a link nor a reload discards them without a question.
  await expect(page.getByText('Back to login')).toHaveCount(0);
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page.evaluate(() => window.location.reload());
  await asked;
  await shownCodes(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.goto('/profile?tab=security');
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'own security');
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
  await shownCodes(page);
  await expectAccessible(page, 'new recovery codes');
  await signOut(page);
  await submitSignIn(page, person);
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  await expectAccessible(page, 'code');
});

test('when the second step cannot be fetched, the sign-in form reports it and keeps the typed text', async ({
  page,
  faults,
}) => {
  const challenge = { id: 'one', 'expires-in-ms': 300_000, methods: ['authenticator'], enrol: false };
  const challengeIsDue = () =>
    faults.inject(page, 'POST', /^\/auth\/v1\/authorize$/, { status: 200, body: { success: true, challenge } }, 1);
  await challengeIsDue();
  await faults.cut(page, 'GET', /\/assets\/shared-.*\.js$/);
  await submitSignIn(page, { email: 'ada@example.com', password: 'typed with care' });
  await expect(errorAlert(page)).toContainText('Part of this page could not be loaded.');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Password')).toHaveValue('typed with care');
  await page.unrouteAll();
  await challengeIsDue();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
});

test('the typed text is also kept when a file of the sign-in form cannot be fetched', async ({ page, faults }) => {
  await faults.cut(page, 'GET', /\/assets\/calls-.*\.js$/);
  await submitSignIn(page, { email: 'ada@example.com', password: 'typed with care' });
  await expect(errorAlert(page)).toContainText('Part of this page could not be loaded.');
  await expect(page.getByLabel('Password')).toHaveValue('typed with care');
});
