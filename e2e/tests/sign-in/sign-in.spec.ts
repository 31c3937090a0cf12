import { calls } from '@keyhold/contract';
import { foundCompany, idOf } from '../../fixtures/company.ts';
import { demoPerson, signIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const banner = 'Your login session has expired! Please log in again.';
const authorize = /^\/auth\/v1\/authorize$/;

test('the sign-in form: a card of 20rem, refusals of its fields, and refusals of the server', async ({
  page,
  faults,
}) => {
  await page.goto('/login');
  const card = page.getByRole('heading', { name: 'Log in' }).locator('..');
  expect((await card.boundingBox())?.width).toBe(320);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/login/reset');

  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expect(page.getByText('Empty password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Password').fill('anything at all');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expect(page.getByText('Empty password')).toBeHidden();

  faults.expectRefusal(401, authorize);
  await page.getByLabel('Email').fill('nobody@company.example');
  await page.getByRole('button', { name: 'Log in' }).click();
  const alert = page.getByRole('alert', { name: 'An error happened!' });
  await expect(alert).toContainText('Invalid email or password');
  await expect(page.getByLabel('Password')).toHaveValue('anything at all');
  await expect(page.getByText(banner)).toBeHidden();
});

test('the button shows a pending request, and a second click sends no second one', async ({ page }) => {
  const person = await demoPerson('User', 'User-based');
  let asked = 0;
  const { promise: wait, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/authorize', async (route) => {
    asked += 1;
    await wait;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(`  ${person.email} `);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Logging in...' }).click();
  answer();
  await expect(page).toHaveURL('/');
  expect(asked).toBe(1);
});

test('Enter pressed twice on the first load posts once, and never an empty password', async ({ page }) => {
  const person = await demoPerson('User', 'User-based');
  const posted: unknown[] = [];
  page.on('request', (request) => {
    if (authorize.test(new URL(request.url()).pathname)) posted.push(request.postDataJSON());
  });
  const { promise: wait, resolve: fetch } = Promise.withResolvers<void>();
  // The checks are a separate chunk, which is still loading for a quick user.
  await page.route(/\/assets\/calls/, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  fetch();
  await expect(page.getByText('Empty password')).toBeVisible();
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  expect(posted).toEqual([{ username: person.email, password: person.password }]);
});

test('Enter pressed twice while the checks are loading signs in once', async ({ page }) => {
  const person = await demoPerson('User', 'User-based');
  let posted = 0;
  page.on('request', (request) => {
    if (authorize.test(new URL(request.url()).pathname)) posted += 1;
  });
  await page.route(/\/assets\/calls/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  expect(posted).toBe(1);
});

test('the requested location is restored after the sign-in, except some locations', async ({ page }) => {
  const person = await demoPerson('Administrator', 'User-based');
  const logIn = async (asked: string): Promise<void> => {
    await page.goto(asked);
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(banner)).toBeHidden();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
  };
  await logIn('/iam/users?search=ferreira#top');
  await expect(page).toHaveURL('/iam/users?search=ferreira#top');
  await expect(page.getByRole('searchbox')).toHaveValue('ferreira');

  for (const forgotten of ['/profile', '/change-password']) {
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    await logIn(forgotten);
    await expect(page).toHaveURL('/');
  }
  // The sign-in does not lead back to /logout, either.
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Keyhold' }).click();
  await expect(page).toHaveURL('/');
});

test('an expired token: back to the sign-in form with the banner, then to the previous location', async ({
  page,
  faults,
}) => {
  const person = await demoPerson('Administrator', 'User-based');
  await signIn(page, person);
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const history = await page.evaluate(() => window.history.length);

  const expired = { status: 401, error: 'Authorization token expired' };
  await faults.inject(page, 'GET', /^\/iam\/v1\/users$/, expired, 1);
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(banner)).toBeVisible();
  // One entry for the click on Users, which the sign-in screen has replaced.
  expect(await page.evaluate(() => window.history.length)).toBe(history + 1);
  expect(await page.evaluate(() => localStorage.getItem('authInfo'))).toBeNull();

  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/iam/users');
  await expect(page.getByText(banner)).toBeHidden();
});

test('a session that the server has ended signs out without the banner', async ({ page, faults }) => {
  const { administrator, api } = await foundCompany('User-based');
  await signIn(page, administrator);
  faults.expectRefusal(401, /./);
  const { items } = await api.send(calls.listUserSessions, { params: { id: idOf(administrator.user) } });
  for (const { id: sid, current } of items) {
    if (!current) await api.send(calls.endUserSession, { params: { id: idOf(administrator.user), sid } });
  }
  // No click is needed: an open console is notified.
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(banner)).toBeHidden();
});

test('a reply with an unreadable token is reported with the fault of the token', async ({ page, faults }) => {
  const told: readonly (readonly [unknown, string])[] = [
    [7, 'Token is not a string'],
    ['only-one-part', 'Token part is missing'],
    ['head.a*b.tail', 'Token is not valid base64'],
    [`head.${btoa('no json')}.tail`, 'Token is not valid JSON'],
  ];
  let token: unknown;
  await page.route(
    (url) => authorize.test(url.pathname),
    (route) => route.fulfill({ json: { token } }),
  );
  await page.goto('/login');
  await page.getByLabel('Email').fill('somebody@company.example');
  await page.getByLabel('Password').fill('anything at all');
  for (const [sent, message] of told) {
    token = sent;
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toContainText(message);
  }
  await expect(page).toHaveURL('/login');
  faults.check();
});
