import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { errorAlert, fact } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { apiOf } from '../../fixtures/api.ts';
import { demoApplication, listen, startDevice } from '../../fixtures/applications.ts';
import { engage, foundCompany } from '../../fixtures/company.ts';
import { productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const phone = { width: 390, height: 844 };

async function someone() {
  return engage((await foundCompany('User-based')).id);
}

/** Fills the sign-in form that an address has led to. */
async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true }).click();
const deny = (page: Page) => page.getByRole('button', { name: 'Deny', exact: true }).click();

test('on a phone: the code of a device is entered, and the device is signed in when it is allowed', async ({
  page,
  faults,
}) => {
  await page.setViewportSize(phone);
  const person = await someone();
  const device = await startDevice('Render node 7');
  await page.goto('/device');
  await logIn(page, person);
  await expect(page).toHaveURL('/device');
  const field = page.getByLabel('Code');
  await expect(field).toBeFocused();
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);

  await test.step('invalid and unknown codes are reported', async () => {
    await field.fill('BCDF');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('A code has eight letters, such as BCDF-GHJK.')).toBeVisible();
    faults.expectRefusal(400, /\/device\/find$/);
    await field.fill('AAAA-AAAA');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(errorAlert(page)).toContainText('No device shows this code, or not any more.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a wrong code');
    await page.setViewportSize(phone);
  });

  await test.step('the requesting device is shown, and nothing is decided yet', async () => {
    await field.fill(` ${device.userCode.toLowerCase().replace('-', ' ')}`);
    await field.press('Enter');
    await expect(fact(page, 'Code')).toHaveText(device.userCode);
    await expect(fact(page, 'Application')).toHaveText('Keyhold command');
    await expect(fact(page, 'Device')).toHaveText('Render node 7');
    await expect(fact(page, 'Address')).toHaveText('127.0.0.1');
    await expect(fact(page, 'Asked')).not.toBeEmpty();
    await expect(page.getByText('Check that your device shows this code.')).toBeVisible();
    await expect(page.getByText('It can then do everything you can do.')).toBeVisible();
    await expect(page.getByText('If this was not you, press Deny')).toBeVisible();
    expect(await beyondTheEdge(page)).toEqual([]);
    await expectAccessible(page, 'a device that asks');
    await page.setViewportSize(phone);
    expect(await device.poll()).toMatchObject({ error: 'authorization_pending' });
  });

  await test.step('allowed', async () => {
    await allow(page);
    await expect(page.getByRole('status')).toContainText('You can go back to it and close this page.');
    await expectAccessible(page, 'a device that was allowed');
    expect(await device.poll()).toMatchObject({ token_type: 'Bearer' });
  });

  await test.step('the list of sessions names it', async () => {
    await page.goto('/profile?tab=security');
    const session = page
      .getByRole('region', { name: 'Sessions' })
      .getByRole('listitem')
      .filter({ hasText: 'Keyhold command on Render node 7' });
    await session.getByRole('button', { name: 'End session' }).click();
    const question = page.getByRole('dialog', { name: 'End session' });
    await expect(question).toContainText('Keyhold command on Render node 7');
    await question.getByRole('button', { name: 'End session' }).click();
    await expect(session).toHaveCount(0);
  });
});

test('the code in the address is confirmed or denied with one click, and only once', async ({ page, faults }) => {
  const device = await startDevice('Kiosk');
  await openAs(page, await someone());
  const address = `/device?code=${device.userCode}`;
  await page.goto(address);
  await expect(fact(page, 'Device')).toHaveText('Kiosk');
  await deny(page);
  await expect(page.getByRole('status')).toContainText('Nobody was signed in on the device.');
  expect(await device.poll()).toMatchObject({ error: 'access_denied' });

  faults.expectRefusal(409, /\/device\/find$/);
  await page.goto(address);
  await expect(errorAlert(page)).toContainText('This code was answered already. Start again on the device.');
  await expect(page.getByLabel('Code')).toHaveValue(device.userCode);
});

test('two tabs decide about one device: the second is notified', async ({ page, faults }) => {
  const device = await startDevice('Kiosk');
  const address = `/device?code=${device.userCode}`;
  await openAs(page, await someone());
  await page.goto(address);
  const second = await page.context().newPage();
  await second.goto(address);
  await expect(fact(second, 'Device')).toHaveText('Kiosk');
  await deny(page);
  await expect(page.getByRole('status')).toBeVisible();
  faults.expectRefusal(409, /\/auth\/v1\/device$/);
  await allow(second);
  await expect(errorAlert(second)).toContainText('This code was answered already.');
  expect(await device.poll()).toMatchObject({ error: 'access_denied' });
});

test('the right code is refused after too many wrong codes', async ({ page, faults }) => {
  const person = await someone();
  const api = await apiOf(person);
  for (let count = 0; count < 10; count += 1) {
    await api.send(calls.findDevice, { body: { 'user-code': 'BBBB-BBBB' } }).catch(() => null);
  }
  const device = await startDevice('Kiosk');
  await openAs(page, person);
  faults.expectRefusal(429, /\/device\/find$/);
  await page.goto(`/device?code=${device.userCode}`);
  await expect(errorAlert(page)).toContainText('Too many attempts have failed. Try again in');
});

test('a signed-out user adds the second factor that their account requires, and comes back', async ({ page }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id);
  const { item } = await company.api.send(calls.getSecurity, {});
  await company.api.send(calls.updateSecurity, { body: { ...item, 'second-factor': 'everyone' } });
  const device = await startDevice('Kiosk');
  await page.goto(`/device?code=${device.userCode}`);
  await logIn(page, person);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`/device?code=${device.userCode}`);
  await allow(page);
  await expect(page.getByRole('status')).toContainText('You are signed in on your device.');
  expect(await device.poll()).toMatchObject({ token_type: 'Bearer' });
});

test('a user who signs in with single sign-on comes back, and may decide as another user', async ({ page }) => {
  const device = await startDevice('Kiosk');
  const address = `/device?code=${device.userCode}`;
  await page.goto(address);
  await page.getByLabel('Email').fill('solveig.dahl@fjordfilm.example');
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await page.getByRole('button', { name: 'Solveig Dahl' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('You are signed in as solveig.dahl@fjordfilm.example.')).toBeVisible();

  const person = await someone();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(address);
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  await allow(page);
  await expect(page.getByRole('status')).toContainText('You are signed in on your device.');
});

test('an application opens the browser: a signed-out user signs in first, allows it, and is sent back', async ({
  page,
}) => {
  const application = await listen();
  await page.goto(application.start);
  await logIn(page, await someone());
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to an application' })).toBeVisible();
  await expect(fact(page, 'Application')).toHaveText(demoApplication.name);
  await expect(fact(page, 'Device')).toHaveText('Prepress 3');
  await expect(page.getByText('It can then see your profile and use your licenses.')).toBeVisible();
  await expectAccessible(page, 'an application that asks');
  expect(application.arrived).toEqual([]);

  await test.step('allowed', async () => {
    await allow(page);
    await expect(page.getByRole('heading', { name: 'Back in the application' })).toBeVisible();
    const parameters = application.arrived[0]?.searchParams;
    expect(parameters?.get('state')).toBe('of this sign-in');
    expect(await application.exchange(parameters?.get('code') ?? '')).toMatchObject({ token_type: 'Bearer' });
  });

  await test.step('the user is asked again, and denies it', async () => {
    await page.goto(application.start);
    await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
    expect(application.arrived).toHaveLength(1);
    await deny(page);
    await expect(page.getByRole('heading', { name: 'Back in the application' })).toBeVisible();
    expect(application.arrived[1]?.searchParams.get('error')).toBe('access_denied');
  });
  application.close();
});

test('an invalid request is reported in a sentence, and no reply goes to another device', async ({ page, faults }) => {
  await openAs(page, await someone());
  faults.expectRefusal(400, /\/authorization$/);
  await page.goto('/consent?client_id=nobody');
  await expect(errorAlert(page)).toContainText('There is no such application.');
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
  await expectAccessible(page, 'a request that is wrong');

  const application = await listen();
  await page.goto(application.start);
  const elsewhere = { redirect: 'https://elsewhere.example/?code=a' };
  await faults.inject(page, 'POST', /\/auth\/v1\/authorization$/, {
    status: 200,
    body: { success: true, ...elsewhere },
  });
  await allow(page);
  await expect(errorAlert(page)).toContainText('It was not sent.');
  await expect(page).toHaveURL(/\/consent\?/);
  application.close();
});

test('a foreign page cannot show the consent page in a frame', async ({ browser }) => {
  const { start, frame, close } = await listen();
  // The browser reports the refused frame in the console, which fails a page that is watched.
  const context = await browser.newContext({ baseURL: productUrl() });
  const page = await context.newPage();
  await openAs(page, await someone());
  await page.goto(frame);
  await expect(page.getByRole('heading', { name: 'A game' })).toBeVisible();
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
  await page.goto(start);
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await context.close();
  close();
});
