import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { errorAlert, hold, row, sent, toast } from '../../browser/screen.ts';
import { type Person, rootApi } from '../../fixtures/api.ts';
import { engage, foundCompany, idOf } from '../../fixtures/company.ts';
import { demoPerson, productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** The account of the demo whose people sign in at the demo's provider, and that provider's address. */
async function connected(): Promise<{ account: string; issuer: string }> {
  const root = await rootApi();
  const { items } = await root.send(calls.listAccounts, { query: { search: 'Fjord Film' } });
  const account = idOf(items[0] ?? { rn: '' });
  const { item } = await root.send(calls.getSingleSignOn, { query: { account } });
  return { account, issuer: item?.issuer ?? '' };
}

/** Opens a page as provider staff who view an account. */
async function viewed(open: (person: Person, path?: string) => Promise<Page>, account: string, path: string) {
  const page = await open(await demoPerson('Root Administrator', 'provider'), 'about:blank');
  await page.addInitScript((id) => sessionStorage.setItem('selectedAccount', id), account);
  await page.goto(path);
  return page;
}

test('single sign-on is set up step by step, and each step reports its errors', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const { issuer } = await connected();
  const page = await open(company.administrator, '/iam/users');
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Single sign-on' })).toBeVisible();
  await expect(page.getByText(`${productUrl()}/auth/v1/sso/callback`)).toBeVisible();
  const provider = page.getByRole('region', { name: '1. Provider' });
  const domains = page.getByRole('region', { name: '2. Domains' });
  await expect(domains).toContainText('You can set this up once the provider is saved.');
  await expectAccessible(page, 'single sign-on without a connection');

  await test.step('missing values are reported beside their fields', async () => {
    await provider.getByLabel('Issuer').fill('not an address');
    await provider.getByRole('button', { name: 'Save and test' }).click();
    await expect(provider).toContainText('Enter the address of the provider, such as https://login.example.com.');
    await expect(provider).toContainText('Enter the client ID.');
    await expect(provider).toContainText('Enter the client secret from this provider.');
  });

  await test.step('a provider that does not reply is reported in words', async () => {
    await provider.getByLabel('Issuer').fill(`${productUrl()}/nowhere`);
    // The keyboard of a phone would otherwise begin it with a capital.
    await expect(provider.getByLabel('Client ID')).toHaveAttribute('autocapitalize', 'none');
    await provider.getByLabel('Client ID').fill('keyhold');
    await provider.getByLabel('Client secret').fill('a secret of the provider');
    faults.expectRefusal(409, /\/single-sign-on\/test$/);
    await provider.getByRole('button', { name: 'Save and test' }).click();
    await expect(errorAlert(provider)).toContainText('The provider did not say what it is');
  });

  await test.step('a provider that replies is tested', async () => {
    await provider.getByLabel('Issuer').fill(issuer);
    await provider.getByLabel('Client secret').fill('a secret of the provider');
    await provider.getByRole('button', { name: 'Save and test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save and unlink' }).click();
    await expect(provider.getByText('The provider answers')).toBeVisible();
    await expect(provider).toContainText('It publishes 1 key and signs with ES256.');
    await expect(provider.getByLabel('Client secret')).toHaveValue('');
  });

  const name = `${company.id}.example`;
  await test.step('a domain is proven by a record', async () => {
    await domains.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
    await domains.getByRole('button', { name: 'Add domain' }).click();
    await expect(domains).toContainText('Enter a domain, such as example.com.');
    await domains.getByRole('textbox', { name: 'Domain' }).fill(name);
    await domains.getByRole('button', { name: 'Add domain' }).click();
    await expect(domains.getByRole('listitem')).toContainText(`_keyhold.${name}`);
    faults.expectRefusal(409, /\/verify$/);
    await domains.getByRole('button', { name: 'Verify' }).click();
    await expect(errorAlert(domains)).toContainText('There is no TXT record');
    // Only provider staff may vouch.
    await expect(domains.getByRole('button', { name: 'Vouch' })).toHaveCount(0);
  });

  await test.step('who is let in', async () => {
    const admission = page.getByRole('region', { name: '3. Who is let in' });
    await admission.getByLabel('Let in people who were not invited').check();
    await admission.getByRole('combobox', { name: 'Roles they get' }).click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    await page.keyboard.press('Escape');
    await admission.getByLabel('Claim with the tags').fill('groups');
    await admission.getByRole('button', { name: 'Update' }).click();
    const now = async () => (await company.api.send(calls.getSingleSignOn, {})).item;
    const set = { issuer, 'create-users': true, 'tags-claim': 'groups', domains: [{ name }] };
    await expect.poll(now).toMatchObject(set);
    expect((await now())?.['default-roles']).toHaveLength(1);
  });
  await expectAccessible(page, 'single sign-on');

  await test.step('provider staff vouch', async () => {
    const staff = await viewed(open, company.id, '/iam/single-sign-on');
    await staff.getByRole('button', { name: 'Vouch' }).click();
    await staff.getByRole('dialog', { name: 'Vouch for domain' }).getByRole('button', { name: 'Vouch' }).click();
    await expect(toast(staff, `${name} is proven`)).toBeVisible();
    await expect(domains.getByRole('listitem')).toContainText('Proven');
  });

  await test.step('a domain and the connection are removed', async () => {
    await domains.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog', { name: 'Remove domain' }).getByRole('button', { name: 'Remove' }).click();
    await expect(domains.getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove single sign-on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click();
    await expect(domains).toContainText('You can set this up once the provider is saved.');
  });
});

test('a user who administers nothing is refused', async ({ open }) => {
  const { id } = await foundCompany('User-based');
  const page = await open(await engage(id), '/iam/single-sign-on');
  await expect(page.getByText('Sorry, you cannot access this page.')).toBeVisible();
});

test('a directory: its address, managed resources and refusals; managed users are read-only', async ({ open }) => {
  const { account } = await connected();
  const page = await viewed(open, account, '/iam/users');
  const managed = row(page, 'Directory').first();
  await expect(managed).toBeVisible();
  await expect(managed.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Directory', exact: true }).click();
  await expect(page.getByText(`${productUrl()}/scim/v2`)).toBeVisible();
  const directory = page.getByRole('region', { name: 'Personnel directory' });
  await expect(directory).toContainText('This email already exists.');
  await expect(directory).toContainText('POST /Users 409');
  await expectAccessible(page, 'directory');
  await inLanguage(page, 'de', () => expect(directory).toContainText('Diese E-Mail-Adresse gibt es schon.'));
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await managed.getByRole('link').click();
  await expect(page.getByText('A directory manages this user.')).toBeVisible();
  await expect(page.getByLabel('First name')).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  await expectAccessible(page, 'a managed user');
});

/** Calls `look` while the page is in another language of this device. */
async function inLanguage(page: Page, language: string, look: () => Promise<void>): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.reload();
  await look();
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.reload();
}

test('an account without a directory shows how to connect one', async ({ open }) => {
  const { administrator } = await foundCompany('User-based');
  const page = await open(administrator, '/iam/directory');
  await expect(page.getByText('No directory yet')).toBeVisible();
  await expectAccessible(page, 'no directory');
});

test('a directory is connected in one place; a retry after a failed token creates no second one', async ({
  open,
  faults,
}) => {
  const { administrator, api } = await foundCompany('User-based');
  const page = await open(administrator, '/iam/directory');
  await page.getByRole('button', { name: 'Connect a directory' }).click();
  const form = page.getByRole('dialog', { name: 'Connect a directory' });
  await form.getByLabel('Name').fill('Entra ID');
  const tokens = /\/service-accounts\/[^/]+\/tokens$/;
  await faults.inject(page, 'POST', tokens, { status: 409, error: 'They are away.' }, 1);
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(errorAlert(form)).toContainText('The service account Entra ID was created, but its token was not.');
  await expect(errorAlert(form)).toContainText('They are away.');
  await expect(form.getByLabel('Name')).not.toBeEditable();
  await form.getByRole('button', { name: 'Create token' }).click();

  const shown = page.getByRole('dialog', { name: 'Enter this in your directory' });
  await expect(shown).toContainText('The token is shown only once.');
  await expect(shown.locator('code').first()).toHaveText(`${productUrl()}/scim/v2`);
  const secret = (await shown.locator('code').last().textContent()) ?? '';
  expect(secret).toMatch(/^kh_[0-9A-Za-z]{49}$/);
  await expectAccessible(page, 'the token of a directory');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Done' }).click();
  const answer = await fetch(`${productUrl()}/scim/v2/Users`, { headers: { Authorization: `Bearer ${secret}` } });
  expect(answer.status).toBe(200);
  const { items } = await api.send(calls.listServiceAccounts, {});
  expect(items.map(({ name, roles }) => [name, roles])).toEqual([['Entra ID', []]]);

  await page.getByRole('button', { name: 'New token for Entra ID' }).click();
  const next = page.getByRole('dialog', { name: 'Create new token' });
  await next.getByLabel('Name').fill('The next one');
  await next.getByRole('button', { name: 'Create token' }).click();
  await expect(shown.locator('code').last()).not.toHaveText(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  const params = { id: idOf(items[0] ?? { rn: '' }) };
  const made = (await api.send(calls.listServiceAccountTokens, { params })).items;
  expect(made.map(({ name }) => name).toSorted()).toEqual(['Entra ID', 'The next one']);
  const year = Date.now() + 365 * 86_400_000;
  for (const token of made) expect(Math.abs(Date.parse(token['expires-on']) - year)).toBeLessThan(2 * 86_400_000);
});

test('both screens fit a phone', async ({ open }) => {
  const { account } = await connected();
  const page = await viewed(open, account, '/iam/single-sign-on');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/iam/single-sign-on', '/iam/directory', '/iam/users']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => beyondTheEdge(page), path).toEqual([]);
  }
});

/** Goes from the sign-in screen to the provider of an e-mail, and picks a user there. */
async function continueAs(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who are you?' })).toBeVisible();
  await page.getByRole('button', { name }).click();
}

test('an e-mail of a connected domain signs in at its provider, and continues at the requested location', async ({
  page,
  faults,
}) => {
  await page.goto('/iam/tags');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page, 'sign-in without an e-mail');
  // A user who comes back from the provider by typing an address sees no such message.
  await page.getByLabel('Email').fill('solveig.dahl@fjordfilm.example');
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who are you?' })).toBeVisible();
  await page.goto('/iam/tags');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByText('There is no single sign-on')).toHaveCount(0);
  await continueAs(page, 'solveig.dahl@fjordfilm.example', 'Solveig Dahl');
  await expect(page.getByRole('banner')).toContainText('Solveig Dahl');
  await expect(page).toHaveURL('/iam/tags');

  await test.step('once more by the keyboard alone, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/logout');
    await page.getByLabel('Email').fill('jonas.berg@fjordfilm.example');
    await page.getByRole('button', { name: 'Continue with single sign-on' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Jonas Berg' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  await test.step('a user who signs out at the provider is signed out here', async () => {
    // The screen may refetch its data before it is notified of that.
    faults.allowRefusal(401, /./);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${(await connected()).issuer}/session/end`);
    await elsewhere.getByRole('button', { name: 'Sign out' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Signed out' })).toBeVisible();
    await elsewhere.close();
    await expect(page).toHaveURL('/login');
  });
});

test('a person without an invitation becomes a user, and is prompted for the second factor that they add', async ({
  page,
}) => {
  const ingrid = ['ingrid.moe@fjordfilm.example', 'Ingrid Moe'] as const;
  await page.goto('/login');
  await continueAs(page, ...ingrid);
  await expect(page.getByRole('banner')).toContainText('Ingrid Moe');
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const codeOf = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel('Code', { exact: true }).fill(codeOf(0));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/logout');
  await continueAs(page, ...ingrid);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('Ingrid Moe');
});

test('a failure is reported in a sentence, and the link back leads to the form', async ({ page, faults }) => {
  await page.goto('/login');
  await continueAs(page, 'jonas.berg@fjordfilm.example', 'Cancel');
  await expect(page).toHaveURL(/\/login\/sso\?error=/);
  await expect(errorAlert(page)).toContainText('Single sign-on did not succeed.');
  await expectAccessible(page, 'a single sign-on that failed');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');

  await test.step('a domain that is not connected leads straight back', async () => {
    await page.getByLabel('Email').fill('ada@nowhere.example');
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await expect(page.getByText('There is no single sign-on for ada@nowhere.example.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@nowhere.example');
    await expectAccessible(page, 'an e-mail without single sign-on');
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue('');
  });

  await test.step('a code is valid once', async () => {
    faults.expectRefusal(401, /\/sso\/finish$/);
    await page.goto('/login/sso?code=used-before');
    await expect(errorAlert(page)).toContainText('This sign-in has ended. Sign in again.');
  });
});

/** A connection with a provider that receives no requests here. */
const connection = { issuer: 'https://login.example.com', 'client-id': 'keyhold', 'client-secret': 'secret' };

for (const news of ['at once', 'with the save'] as const) {
  test(`what is typed about a connection that somebody removes stays to be read, heard of ${news}`, async ({
    open,
    faults,
  }) => {
    const { api, administrator } = await foundCompany('User-based');
    await api.send(calls.updateSingleSignOn, { body: connection });
    const page = await open(administrator, 'about:blank');
    // Without the stream of changes an open screen does not update by itself.
    if (news === 'with the save') await page.route('**/events/v1/changes*', (route) => route.abort('aborted'));
    await page.goto('/iam/single-sign-on');
    const admission = page.getByRole('region', { name: '3. Who is let in' });
    await admission.getByLabel('Claim with the tags').fill('groups');
    await api.send(calls.deleteSingleSignOn, {});
    if (news === 'with the save') {
      faults.expectRefusal(412, /\/single-sign-on$/);
      await admission.getByRole('button', { name: 'Update' }).click();
    }
    const notice = page.getByRole('alert').filter({ hasText: 'Single sign-on was removed in the meantime' });
    await expect(notice).toBeVisible();
    await expect(admission.getByLabel('Claim with the tags')).toHaveValue('groups');
    await expect(admission.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'single sign-on that was removed');
    await notice.getByRole('button', { name: 'Discard changes' }).click();
    await expect(admission).toContainText('You can set this up once the provider is saved.');
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });
}

test('a connection is created only where there is none', async ({ open, faults }) => {
  const { api, administrator } = await foundCompany('User-based');
  const page = await open(administrator, 'about:blank');
  await page.route('**/events/v1/changes*', (route) => route.abort('aborted'));
  await page.goto('/iam/single-sign-on');
  const provider = page.getByRole('region', { name: '1. Provider' });
  await provider.getByLabel('Issuer').fill('https://mine.example.com');
  await provider.getByLabel('Client ID').fill('mine');
  await provider.getByLabel('Client secret').fill('a secret of mine');
  await api.send(calls.updateSingleSignOn, { body: connection });
  faults.expectRefusal(412, /\/single-sign-on$/);
  await provider.getByRole('button', { name: 'Save and test' }).click();
  await expect(provider.getByRole('alert').filter({ hasText: 'https://login.example.com' })).toBeVisible();
  expect((await api.send(calls.getSingleSignOn, {})).item).toMatchObject({ issuer: connection.issuer });
});

test('a provider that is saved again shows the pending save', async ({ open, faults }) => {
  // A save also tests the provider, and this one does not reply.
  faults.expectRefusal(409, /\/single-sign-on\/test$/);
  const { api, administrator } = await foundCompany('User-based');
  await api.send(calls.updateSingleSignOn, { body: connection });
  const page = await open(administrator, '/iam/single-sign-on');
  const release = await hold(page, 'PUT', /\/single-sign-on$/);
  const tests = sent(page, 'POST', /\/single-sign-on\/test$/);
  const releaseTests = await hold(page, 'POST', /\/single-sign-on\/test$/);
  const provider = page.getByRole('region', { name: '1. Provider' });
  await provider.getByRole('button', { name: 'Test again' }).click();
  await expect(provider.getByRole('button', { name: 'Testing' })).toBeVisible();
  await provider.getByLabel('Client ID').fill('another');
  await provider.getByRole('button', { name: 'Save and test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and unlink' }).click();
  await expect(provider.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(toast(page, 'Single sign-on successfully updated')).toBeVisible();
  // The test of the former settings may still be running.
  await expect.poll(() => tests.length).toBe(2);
  releaseTests();
  await expect(errorAlert(provider)).toBeVisible();
  await expect(provider.getByRole('button', { name: 'Save and test' })).toBeVisible();
});

test('another client ID is saved only after a question that says what it means', async ({ open, faults }) => {
  const { api, administrator } = await foundCompany('User-based');
  await api.send(calls.updateSingleSignOn, { body: connection });
  const page = await open(administrator, '/iam/single-sign-on');
  await page.setViewportSize({ width: 360, height: 800 });
  const provider = page.getByRole('region', { name: '1. Provider' });
  const puts = sent(page, 'PUT', /\/single-sign-on$/);
  const stored = async () => (await api.send(calls.getSingleSignOn, {})).item?.['client-id'];
  // By the keyboard alone.
  await provider.getByLabel('Client ID').fill('another');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Save another provider' });
  await expect(question).toContainText('Saving unlinks everybody from the provider');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'the question before another client ID is saved');
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(provider.getByLabel('Client ID')).toHaveValue('another');
  expect([puts.length, await stored()]).toEqual([0, 'keyhold']);

  // A save also tests the provider, and this one does not reply.
  faults.expectRefusal(409, /\/single-sign-on\/test$/);
  await provider.getByRole('button', { name: 'Save and test' }).click();
  await question.getByRole('button', { name: 'Save and unlink' }).click();
  await expect(toast(page, 'Single sign-on successfully updated')).toBeVisible();
  await expect(errorAlert(provider)).toBeVisible();
  expect(await stored()).toBe('another');
});

test('another client secret is saved without a question', async ({ open, faults }) => {
  const { api, administrator } = await foundCompany('User-based');
  await api.send(calls.updateSingleSignOn, { body: connection });
  const page = await open(administrator, '/iam/single-sign-on');
  const provider = page.getByRole('region', { name: '1. Provider' });
  await provider.getByLabel('Client secret').fill('the next secret');
  faults.expectRefusal(409, /\/single-sign-on\/test$/);
  await provider.getByRole('button', { name: 'Save and test' }).click();
  await expect(toast(page, 'Single sign-on successfully updated')).toBeVisible();
  await expect(errorAlert(provider)).toBeVisible();
});

test('a user who was unlinked from the provider is linked again at the next sign-in', async ({ open, page }) => {
  const { account } = await connected();
  const root = await rootApi();
  const { items } = await root.send(calls.listAccountUsers, { query: { account } });
  const jonas = items.find(({ email }) => email === 'jonas.berg@fjordfilm.example');
  const staff = await viewed(open, account, `/iam/users/${idOf(jonas ?? { rn: '' })}`);
  await staff.getByRole('button', { name: 'Single sign-on' }).click();
  await staff.getByRole('button', { name: 'Unlink' }).click();
  const question = staff.getByRole('dialog', { name: 'Unlink from the provider' });
  await expect(question).toContainText('They stay signed in meanwhile.');
  await expectAccessible(staff, 'unlinking a user');
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect(toast(staff, 'User successfully unlinked')).toBeVisible();
  await page.goto('/login');
  await continueAs(page, 'jonas.berg@fjordfilm.example', 'Jonas Berg');
  await expect(page.getByRole('banner')).toContainText('Jonas Berg');
});

test('people of other accounts with an address in a proven domain are counted, shown to provider staff and moved', async ({
  open,
}) => {
  const [company, other] = [await foundCompany('User-based'), await foundCompany('User-based')];
  const name = `${company.id}.example`;
  const person = await engage(other.id, { email: `pat@${name}` });
  await company.api.send(calls.updateSingleSignOn, { body: { ...connection, domains: [{ name }] } });
  const staff = await viewed(open, company.id, '/iam/single-sign-on');
  const domains = staff.getByRole('region', { name: '2. Domains' });
  await expect(domains.getByText('People in other accounts')).toHaveCount(0);
  await staff.getByRole('button', { name: 'Vouch' }).click();
  await staff.getByRole('dialog', { name: 'Vouch for domain' }).getByRole('button', { name: 'Vouch' }).click();
  await expect(domains).toContainText(`1 person of another account has an email address in ${name}.`);
  await expect(domains).toContainText('People in other accounts (1)');
  await expect(domains).toContainText(other.account.name);
  await expectAccessible(staff, 'people in other accounts');
  await staff.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => beyondTheEdge(staff)).toEqual([]);

  // The administrator of the account does not see who it is.
  const own = await open(company.administrator, '/iam/single-sign-on');
  await expect(own.getByRole('region', { name: '2. Domains' })).toContainText('Proven');
  await expect(own.getByText('People in other accounts')).toHaveCount(0);

  await staff.getByRole('button', { name: `Move ${person.email}` }).click();
  const question = staff.getByRole('dialog', { name: 'Move user' });
  await expect(question).toContainText(`move ${person.email} from ${other.account.name} to this account?`);
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(toast(staff, 'User successfully moved')).toBeVisible();
  await expect(domains.getByText('People in other accounts')).toHaveCount(0);
  const { item } = await company.api.send(calls.getUser, { params: { id: idOf(person.user) } });
  expect(item.email).toBe(person.email);
});

test('a domain cannot be edited while another is added, and is not discarded without a question', async ({ open }) => {
  const { api, id, administrator } = await foundCompany('User-based');
  await api.send(calls.updateSingleSignOn, { body: connection });
  const page = await open(administrator, '/iam/single-sign-on');
  const release = await hold(page, 'PUT', /\/single-sign-on$/);
  const domains = page.getByRole('region', { name: '2. Domains' });
  const field = domains.getByRole('textbox', { name: 'Domain' });
  await field.fill(`${id}.example`);
  await field.press('Enter');
  await expect(domains.getByRole('button', { name: 'Add domain' })).toBeFocused();
  await page.keyboard.type('other.example');
  release();
  await expect(domains.getByRole('listitem')).toContainText(`${id}.example`);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('other.example');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});
