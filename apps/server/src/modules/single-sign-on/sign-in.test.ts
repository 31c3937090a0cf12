import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../../test/app.ts';
import { addApp, factorReply } from '../../../test/factors.ts';
import { type ForgingIssuer, startForgingIssuer } from '../../../test/forging-issuer.ts';
import { startIdentityProvider } from '../../../test/identity-provider.ts';
import { createMaker } from '../../../test/made/maker.ts';
import { answer, Browser, begin, connect, reasonsIn, signInBy } from '../../../test/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';

let test: TestApp;
let issuer: ForgingIssuer;
beforeAll(async () => {
  [test, issuer] = await Promise.all([createTestApp(), startForgingIssuer()]);
});
afterAll(() => Promise.all([test.close(), issuer.close()]));

/** A fresh account for each test, with a connection and an administrator. */
let account: string;
let admin: Person;
let domain: string;
beforeEach(async () => {
  account = await test.createAccount(`Account ${Math.random()}`);
  admin = await test.createPerson(account, 'Ada', 'Administrator');
  domain = admin.email.split('@')[1] ?? '';
  await connect(test, account, issuer, domain);
});

const adjust = (more: object) => connect(test, account, issuer, domain, more);
const problemOf = ({ status, body }: Awaited<ReturnType<TestApp['as']>>) => [status, body.problems?.[0]?.code];
const usersNamed = async (email: string) =>
  (await test.as(admin, `GET /iam/v1/users?search=${encodeURIComponent(email)}`)).body.items;
const setUser = (id: string, values: object) =>
  inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('users').set(values).where('id', '=', id).execute(),
  );
const actionsIn = async () =>
  (await test.as(admin, 'GET /iam/v1/audit?limit=20')).body.items.map(({ action }) => String(action));
async function makeTag(name: string): Promise<string> {
  return (await test.as(admin, 'POST /iam/v1/tags', { name, 'account-id': account })).body.item.rn;
}

describe('a person at the provider', () => {
  it('is linked with the user of their e-mail, and that user from then on', async () => {
    const reply = await signInBy(test, issuer, admin.email.toUpperCase(), { sub: 'ada' });
    expect([reply.status, reply.error]).toEqual([200, null]);
    const signedIn = { ...admin, token: reply.body.token };
    expect((await test.as(signedIn, `GET /iam/v1/users/${admin.id}`)).body.item.rn).toBe(admin.rn);
    expect(await actionsIn()).toEqual(expect.arrayContaining(['auth:LinkUser', 'auth:Login']));
    // What the provider says of the e-mail later changes nothing.
    const claims = { sub: 'ada', email: 'other@elsewhere.example', email_verified: false };
    const again = await signInBy(test, issuer, admin.email, claims);
    expect(again.status).toBe(200);
    expect((await test.as(signedIn, `GET /iam/v1/users/${admin.id}`)).body.item['email']).toBe(admin.email);
  });

  it('is refused where nobody was invited', async () => {
    const reply = await signInBy(test, issuer, `new@${domain}`, { sub: 'new' });
    expect([reply.status, reply.error]).toEqual([401, 'not-invited']);
    expect(await usersNamed(`new@${domain}`)).toEqual([]);
  });

  it('is made a user where the account says so, with the roles that it says', async () => {
    const role = (await test.as(admin, 'GET /iam/v1/roles')).body.items.find(
      ({ name }) => name === 'Administrator',
    )?.rn;
    await adjust({ 'create-users': true, 'default-roles': [role] });
    const claims = { sub: 'new', given_name: 'Nora', family_name: 'New' };
    expect((await signInBy(test, issuer, `nora@${domain}`, claims)).status).toBe(200);
    const [user] = await usersNamed(`nora@${domain}`);
    expect(user).toMatchObject({ 'first-name': 'Nora', 'last-name': 'New', status: 'Active', roles: [role] });
    expect(await actionsIn()).toContain('iam:CreateUser');
  });

  it('is called by what the provider says, or by the e-mail', async () => {
    await adjust({ 'create-users': true });
    await signInBy(test, issuer, `one@${domain}`, { sub: '1', name: 'Nora van New' });
    await signInBy(test, issuer, `two@${domain}`, { sub: '2', name: '\u0007 ', given_name: 7 });
    await signInBy(test, issuer, `three@${domain}`, { sub: '3', given_name: 'x'.repeat(500), family_name: 'New' });
    const named = async (email: string) =>
      (await usersNamed(email)).map((user) => [user['first-name'], user['last-name']]);
    expect(await named(`one@${domain}`)).toEqual([['Nora', 'van New']]);
    expect(await named(`two@${domain}`)).toEqual([['two', 'two']]);
    expect(await named(`three@${domain}`)).toEqual([['x'.repeat(200), 'New']]);
  });

  it('who was invited becomes Active, and so does the account that they own', async () => {
    await setUser(admin.id, { status: 'Pending', 'password-hash': null });
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('accounts').set({ status: 'Pending', 'owner-id': admin.id }).where('id', '=', account).execute(),
    );
    expect((await signInBy(test, issuer, admin.email, { sub: 'ada' })).status).toBe(200);
    const { root } = test.people;
    expect((await test.as(root, `GET /iam/v1/users/${admin.id}`)).body.item['status']).toBe('Active');
    expect((await test.as(root, `GET /admin/v1/accounts/${account}`)).body.item['status']).toBe('Active');
  });

  it('who is inactive is refused, and so is everybody of an inactive account', async () => {
    await signInBy(test, issuer, admin.email, { sub: 'ada' });
    await setUser(admin.id, { status: 'Inactive' });
    const refused = await signInBy(test, issuer, admin.email, { sub: 'ada' });
    expect([refused.status, refused.error]).toEqual([401, 'user-inactive']);
    await setUser(admin.id, { status: 'Active' });
    const browser = new Browser(test);
    const begun = await begin(browser, admin.email);
    await test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' });
    const { error } = await answer(browser, issuer, begun, { claims: { sub: 'ada' } });
    expect(error).toBe('account-inactive');
    const page = await new Browser(test).go(`/auth/v1/sso/start?email=${admin.email}`);
    expect(page.pathname).toBe('/login');
  });

  it('whose user was deleted is nobody, until somebody has their e-mail again', async () => {
    await signInBy(test, issuer, admin.email, { sub: 'ada' });
    await test.as(test.people.root, `DELETE /iam/v1/users/${admin.id}`);
    expect((await signInBy(test, issuer, admin.email, { sub: 'ada' })).error).toBe('not-invited');
    const next = await test.createPerson(account, 'Ada', null);
    const reply = await signInBy(test, issuer, admin.email, { sub: 'ada' });
    expect((await test.as({ ...next, token: reply.body.token }, `GET /iam/v1/users/${next.id}`)).status).toBe(200);
  });

  it('is one user, also when they come twice at once for the first time', async () => {
    await adjust({ 'create-users': true });
    const email = `race@${domain}`;
    const replies = await Promise.all([1, 2, 3, 4].map(() => signInTogether(email, { sub: 'race' })));
    expect(replies).toEqual([null, null, null, null]);
    expect(await usersNamed(email)).toHaveLength(1);
  });

  it('is the first of two who come with one e-mail at once', async () => {
    const subjects = ['first', 'second', 'third'];
    const errors = await Promise.all(subjects.map((sub) => signInTogether(admin.email, { sub })));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect((await reasonsIn(test, account)).filter((reason) => reason.includes('linked with another'))).toHaveLength(2);
  });

  /** A sign-in beside others: each answers its own exchange. */
  async function signInTogether(email: string, claims: { sub: string }): Promise<string | null> {
    const browser = new Browser(test);
    const begun = await begin(browser, email);
    const token = await issuer.sign(issuer.claims(begun.nonce, { email, email_verified: true, ...claims }));
    const code = Buffer.from(token).toString('base64url');
    issuer.answers.set('/token', (_request, body) => {
      const id_token = Buffer.from(new URLSearchParams(body).get('code') ?? '', 'base64url').toString();
      return { status: 200, json: { access_token: 'a', token_type: 'Bearer', id_token } };
    });
    const page = await browser.go(`/auth/v1/sso/callback?code=${code}&state=${begun.state}`);
    return page.searchParams.get('error');
  }
});

describe('tags', () => {
  it('follow the claim at each sign-in, and no further than there are tags', async () => {
    const [prepress, press, kept] = [await makeTag('Prepress'), await makeTag('Press'), await makeTag('Kept')];
    const tags = async () => (await test.as(admin, `GET /iam/v1/users/${admin.id}`)).body.item['tags'];
    const signIn = (claims: object) => signInBy(test, issuer, admin.email, { sub: 'ada', ...claims });
    await test.as(admin, `POST /iam/v1/users/${admin.id}/tags`, { tag: kept });
    await signIn({ groups: ['Press'] });
    expect(await tags()).toEqual([kept]);
    await adjust({ 'tags-claim': 'groups' });
    await signIn({ groups: ['PREPRESS', 'press', 'Unknown', 7, null] });
    expect(await tags()).toEqual([prepress, press].toSorted());
    await signIn({ groups: 'Press' });
    expect(await tags()).toEqual([press]);
    await signIn({ _claim_names: { groups: 'elsewhere' } });
    expect(await tags()).toEqual([press]);
    await signIn({});
    expect(await tags()).toEqual([]);
    expect((await test.as(admin, 'GET /iam/v1/tags')).body.items).toHaveLength(3);
  });
});

it('a tag of a directory is left to the directory', async () => {
  const [managed, free] = [await makeTag('Managed'), await makeTag('Free')];
  const machine = await createMaker(test).serviceAccount(account);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('tags').set({ 'directory-id': machine.id }).where('name', '=', 'Managed').execute(),
  );
  await adjust({ 'tags-claim': 'groups' });
  await signInBy(test, issuer, admin.email, { sub: 'ada', groups: ['Managed', 'Free'] });
  expect((await test.as(admin, `GET /iam/v1/users/${admin.id}`)).body.item['tags']).toEqual([free]);
  expect(managed).not.toBe(free);
});

describe('a second factor', () => {
  const signIn = async (claims: object = {}) =>
    factorReply(await signInBy(test, issuer, admin.email, { sub: 'ada', ...claims }));

  it('is asked where it is due', async () => {
    const app = await addApp(test, admin);
    const { token, challenge } = await signIn();
    expect([token, challenge?.methods]).toEqual([undefined, ['authenticator', 'recovery-codes']]);
    const body = { id: challenge?.id, method: 'authenticator', code: app.code() };
    expect((await test.as(null, 'POST /auth/v1/challenge', body)).body.token).toEqual(expect.any(String));
  });

  it('has to be added where the account asks for one', async () => {
    await test.as(admin, 'PUT /iam/v1/security', { 'second-factor': 'everyone', 'password-sign-in': true });
    expect((await signIn()).challenge?.enrol).toBe(true);
  });

  it('of the provider counts if the account says so', async () => {
    await addApp(test, admin);
    const mfa = { amr: ['pwd', 'mfa'] };
    expect((await signIn(mfa)).challenge).toBeDefined();
    await adjust({ 'trust-provider-factor': true });
    expect((await signIn(mfa)).token).toEqual(expect.any(String));
    expect((await signIn({ amr: ['pwd', 'otp'] })).token).toEqual(expect.any(String));
    for (const amr of [undefined, ['pwd'], ['pwd', 'pin'], ['otp'], 'mfa', { 0: 'mfa' }]) {
      expect((await signIn({ amr })).token).toBeUndefined();
    }
  });
});

describe('an account without passwords', () => {
  const authorize = (email: string, password = testPassword) =>
    test.as(null, 'POST /auth/v1/authorize', { username: email, password });
  const off = () => test.as(admin, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': false });

  it('lets people in by single sign-on only', async () => {
    const person = await test.createPerson(account, 'Ugo', null);
    await off();
    expect(problemOf(await authorize(person.email))).toEqual([401, 'single-sign-on-only']);
    expect(problemOf(await authorize(person.email, 'wrong password'))).toEqual([401, 'wrong-credentials']);
    expect((await signInBy(test, issuer, person.email, { sub: 'ugo' })).status).toBe(200);
  });

  it('keeps passwords of administrators, with a second factor', async () => {
    await off();
    const enrol = factorReply(await authorize(admin.email));
    expect([enrol.token, enrol.challenge?.enrol]).toEqual([undefined, true]);
    await addApp(test, admin);
    expect(factorReply(await authorize(admin.email)).challenge?.methods).toContain('authenticator');
  });

  it('lets nobody in by an activation link who has no password there', async () => {
    const person = await test.createPerson(account, 'Ugo', null);
    await setUser(person.id, { status: 'Pending', 'password-hash': null });
    const body = { user: person.rn, sendEmail: false, validDays: 3 };
    const { activationKey } = (await test.as(admin, 'POST /auth/v1/activationLink', body)).body;
    await off();
    const activation = { 'activation-key': activationKey, 'new-password': 'quite a fine new one' };
    const reply = await test.as(null, 'POST /auth/v1/activate', activation);
    expect(problemOf(reply)).toEqual([401, 'single-sign-on-only']);
  });

  it('of the provider keeps those of Account Administrators and above', async () => {
    const { root, accountAdmin, providerAdmin } = test.people;
    await connect(test, test.accounts.provider, issuer, 'provider.example');
    await test.as(root, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': false });
    expect(problemOf(await authorize(providerAdmin.email))).toEqual([401, 'single-sign-on-only']);
    expect(factorReply(await authorize(accountAdmin.email)).challenge?.enrol).toBe(true);
    await test.as(root, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': true });
  });
});

describe('a provider that', () => {
  it('is away is said so, and in the log', async () => {
    const gone = await startForgingIssuer();
    await connect(test, account, gone, domain);
    const browser = new Browser(test);
    const begun = await begin(browser, admin.email);
    await gone.close();
    const { error } = await answer(browser, gone, begun);
    expect(error).toBe('provider-unavailable');
    expect((await reasonsIn(test, account))[0]).toMatch(/cannot be reached/);
  });

  it.each<[string, (gone: ForgingIssuer) => void]>([
    ['calls itself otherwise', (gone) => Object.assign(gone.metadata, { issuer: `${gone.url}/other` })],
    [
      'names an endpoint in a private network',
      (gone) => Object.assign(gone.metadata, { token_endpoint: 'http://10.0.0.1/' }),
    ],
    [
      'names an endpoint that is no web address',
      (gone) => Object.assign(gone.metadata, { authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'signs with shared secrets only',
      (gone) => Object.assign(gone.metadata, { id_token_signing_alg_values_supported: ['HS256'] }),
    ],
    [
      'sends on to another address',
      (gone) => gone.answers.set('/.well-known/openid-configuration', () => ({ status: 302, json: {} })),
    ],
    [
      'answers without end',
      (gone) =>
        gone.answers.set('/.well-known/openid-configuration', () => ({
          status: 200,
          json: { ...gone.metadata, more: 'x'.repeat(1_000_000) },
        })),
    ],
  ])('%s is not used', async (_what, spoil) => {
    const strange = await startForgingIssuer();
    spoil(strange);
    await connect(test, account, strange, domain);
    const page = await new Browser(test).go(`/auth/v1/sso/start?email=${admin.email}`);
    expect([page.pathname, page.search]).toEqual(['/login/sso', '?error=provider-unavailable']);
    expect(problemOf(await test.as(admin, 'POST /iam/v1/single-sign-on/test', {}))).toEqual([409, 'discovery-failed']);
    await strange.close();
  });

  it('is asked what it is once, for many who sign in at once', async () => {
    const busy = await startForgingIssuer();
    await connect(test, account, busy, domain);
    await Promise.all([1, 2, 3, 4, 5].map(() => begin(new Browser(test), admin.email)));
    expect(busy.asked.filter(({ path }) => path.includes('openid-configuration'))).toHaveLength(1);
    await busy.close();
  });

  it('keeps e-mail and groups out of its ID tokens is asked for them', async () => {
    const shy = await startForgingIssuer();
    shy.metadata['userinfo_endpoint'] = `${shy.url}/me`;
    await connect(test, account, shy, domain);
    const signIn = (sub: string) => {
      shy.answers.set('/me', () => ({ status: 200, json: { sub, email: admin.email, email_verified: true } }));
      return signInBy(test, shy, admin.email, { sub: 'ada', email: undefined, email_verified: undefined });
    };
    expect((await signIn('another')).error).toBe('sign-in-failed');
    expect((await signIn('ada')).status).toBe(200);
    await shy.close();
  });
});

describe('with a provider that others wrote', () => {
  it('somebody signs in, is tested, and is signed out there', async () => {
    const { publicUrl } = test.services.installation;
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const people = { ada: { email: admin.email, email_verified: true, name: 'Ada Byron', groups: ['Press'] } };
    const provider = await startIdentityProvider(
      people,
      `${publicUrl}/auth/v1/sso/callback`,
      () => `${address}/auth/v1/sso/backchannel-logout`,
    );
    try {
      const tag = await makeTag('Press');
      await connect(test, account, provider, domain, { 'tags-claim': 'groups' });
      const found = await test.as(admin, 'POST /iam/v1/single-sign-on/test', {});
      expect(found.body.item).toMatchObject({ issuer: provider.url, 'backchannel-logout': true });

      const signIn = async (cookies: Map<string, string>) => {
        const browser = new Browser(test);
        const there = await browser.go(`/auth/v1/sso/start?email=${admin.email}`);
        const back = new URL(await provider.signIn(there.href, 'ada', cookies));
        const page = await browser.go(`${back.pathname}${back.search}`);
        const { status, body } = await browser.finish(page.searchParams.get('code') ?? '');
        expect([status, body.errors]).toEqual([200, []]);
        return { ...admin, token: body.token };
      };
      const [desk, phone] = [new Map<string, string>(), new Map<string, string>()];
      const [atDesk, atPhone] = [await signIn(desk), await signIn(phone)];
      const profile = `GET /iam/v1/users/${admin.id}` as const;
      expect((await test.as(atDesk, profile)).body.item['tags']).toEqual([tag]);
      await provider.signOut(desk);
      expect((await test.as(atDesk, profile)).status).toBe(401);
      expect((await test.as(atPhone, profile)).status).toBe(200);
      expect(await actionsIn()).toContain('auth:SingleSignOnLogout');
      expect(rnOf(test.services.installation, account, 'user', admin.id)).toBe(admin.rn);
    } finally {
      await provider.close();
    }
  });
});
