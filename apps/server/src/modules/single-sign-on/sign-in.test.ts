import { describe, expect, it } from 'vitest';
import { type Person, testPassword } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import { createMaker } from '../../../test/made/maker.ts';
import { addApp, factorReply } from '../../../test/sign-in/factors.ts';
import {
  answer,
  Browser,
  begin,
  connect,
  openSingleSignOnTest,
  reasonsIn,
  signInBy,
} from '../../../test/sign-in/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';

const here = openSingleSignOnTest();
const { adjust, problemOf, usersNamed, setUser, actionsIn, makeTag } = here;

describe('a person at the provider', () => {
  it('is linked with the user of their e-mail, also for later sign-ins', async () => {
    const reply = await signInBy(here.test, here.issuer, here.admin.email.toUpperCase(), { sub: 'ada' });
    expect([reply.status, reply.error]).toEqual([200, null]);
    const signedIn = { ...here.admin, token: reply.body.token };
    expect((await here.test.as(signedIn, `GET /iam/v1/users/${here.admin.id}`)).body.item.rn).toBe(here.admin.rn);
    expect(await actionsIn()).toEqual(expect.arrayContaining(['auth:LinkUser', 'auth:Login']));
    // Later changes of the e-mail at the provider have no effect.
    const claims = { sub: 'ada', email: 'other@elsewhere.example', email_verified: false };
    const again = await signInBy(here.test, here.issuer, here.admin.email, claims);
    expect(again.status).toBe(200);
    expect((await here.test.as(signedIn, `GET /iam/v1/users/${here.admin.id}`)).body.item['email']).toBe(
      here.admin.email,
    );
  });

  it('has the failed attempts of their e-mail cleared', async () => {
    const guess = () =>
      here.test.as(null, 'POST /auth/v1/authorize', { username: here.admin.email, password: 'a guess' });
    for (let index = 0; index < 11; index += 1) await guess();
    expect((await guess()).status).toBe(429);
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' })).status).toBe(200);
    expect((await guess()).status).toBe(401);
  });

  it('is refused without an invitation', async () => {
    const reply = await signInBy(here.test, here.issuer, `new@${here.domain}`, { sub: 'new' });
    expect([reply.status, reply.error]).toEqual([401, 'not-invited']);
    expect(await usersNamed(`new@${here.domain}`)).toEqual([]);
  });

  it('becomes a new user with the default roles, when the account allows it', async () => {
    const role = (await here.test.as(here.admin, 'GET /iam/v1/roles')).body.items.find(
      ({ name }) => name === 'Administrator',
    )?.rn;
    await adjust({ 'create-users': true, 'default-roles': [role] });
    const claims = { sub: 'new', given_name: 'Nora', family_name: 'New' };
    expect((await signInBy(here.test, here.issuer, `nora@${here.domain}`, claims)).status).toBe(200);
    const [user] = await usersNamed(`nora@${here.domain}`);
    expect(user).toMatchObject({ 'first-name': 'Nora', 'last-name': 'New', status: 'Active', roles: [role] });
    expect(await actionsIn()).toContain('iam:CreateUser');
  });

  it("is named by the provider's claims, or by the e-mail", async () => {
    await adjust({ 'create-users': true });
    await signInBy(here.test, here.issuer, `one@${here.domain}`, { sub: '1', name: 'Nora van New' });
    await signInBy(here.test, here.issuer, `two@${here.domain}`, { sub: '2', name: '\u0007 ', given_name: 7 });
    await signInBy(here.test, here.issuer, `three@${here.domain}`, {
      sub: '3',
      given_name: 'x'.repeat(500),
      family_name: 'New',
    });
    await signInBy(here.test, here.issuer, `four@${here.domain}`, {
      sub: '4',
      given_name: '\u200B',
      family_name: `x${'😀'.repeat(100)}`,
    });
    const named = async (email: string) =>
      (await usersNamed(email)).map((user) => [user['first-name'], user['last-name']]);
    expect(await named(`one@${here.domain}`)).toEqual([['Nora', 'van New']]);
    expect(await named(`two@${here.domain}`)).toEqual([['two', 'two']]);
    expect(await named(`three@${here.domain}`)).toEqual([['x'.repeat(200), 'New']]);
    // Neither an invisible name nor half a character.
    expect(await named(`four@${here.domain}`)).toEqual([['four', `x${'😀'.repeat(99)}`]]);
  });

  it('who was invited becomes Active, and so does the account that they own, and nobody else', async () => {
    const other = await here.test.createPerson(here.account, 'Other', null);
    for (const { id } of [here.admin, other]) await setUser(id, { status: 'Pending', 'password-hash': null });
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .updateTable('accounts')
        .set({ status: 'Pending', 'owner-id': here.admin.id })
        .where('id', '=', here.account)
        .execute(),
    );
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' })).status).toBe(200);
    const { root } = here.test.people;
    const statusOf = async ({ id }: Person) =>
      (await here.test.as(root, `GET /iam/v1/users/${id}`)).body.item['status'];
    expect([await statusOf(here.admin), await statusOf(other)]).toEqual(['Active', 'Pending']);
    expect((await here.test.as(root, `GET /admin/v1/accounts/${here.account}`)).body.item['status']).toBe('Active');
  });

  it('is refused when they are inactive, or their account is', async () => {
    await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' });
    await setUser(here.admin.id, { status: 'Inactive' });
    const refused = await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' });
    expect([refused.status, refused.error]).toEqual([401, 'user-inactive']);
    await setUser(here.admin.id, { status: 'Active' });
    const browser = new Browser(here.test);
    const begun = await begin(browser, here.admin.email);
    await here.test.as(here.test.people.root, `PUT /admin/v1/accounts/${here.account}/status`, { status: 'Inactive' });
    const { error } = await answer(browser, here.issuer, begun, { claims: { sub: 'ada' } });
    expect(error).toBe('account-inactive');
    const page = await new Browser(here.test).go(`/auth/v1/sso/start?email=${here.admin.email}`);
    expect(page.pathname).toBe('/login');
  });

  it('whose user was deleted is unknown, until another user has their e-mail', async () => {
    await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' });
    await here.test.as(here.test.people.root, `DELETE /iam/v1/users/${here.admin.id}`);
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' })).error).toBe('not-invited');
    const next = await here.test.createPerson(here.account, 'Ada', null);
    const reply = await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' });
    expect((await here.test.as({ ...next, token: reply.body.token }, `GET /iam/v1/users/${next.id}`)).status).toBe(200);
  });

  it('becomes one user, even by concurrent first sign-ins', async () => {
    await adjust({ 'create-users': true });
    const email = `race@${here.domain}`;
    const replies = await Promise.all([1, 2, 3, 4].map(() => signInTogether(email, { sub: 'race' })));
    expect(replies).toEqual([null, null, null, null]);
    expect(await usersNamed(email)).toHaveLength(1);
  });

  it('is the first of several who concurrently sign in with one e-mail', async () => {
    const subjects = ['first', 'second', 'third'];
    const errors = await Promise.all(subjects.map((sub) => signInTogether(here.admin.email, { sub })));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(
      (await reasonsIn(here.test, here.account)).filter((reason) => reason.includes('linked with another')),
    ).toHaveLength(2);
  });

  /** A sign-in concurrent with others: each exchange gets its own token. */
  async function signInTogether(email: string, claims: { sub: string }): Promise<string | null> {
    const browser = new Browser(here.test);
    const begun = await begin(browser, email);
    const token = await here.issuer.sign(here.issuer.claims(begun.nonce, { email, email_verified: true, ...claims }));
    const code = Buffer.from(token).toString('base64url');
    here.issuer.answers.set('/token', (_request, body) => {
      const id_token = Buffer.from(new URLSearchParams(body).get('code') ?? '', 'base64url').toString();
      return { status: 200, json: { access_token: 'a', token_type: 'Bearer', id_token } };
    });
    const page = await browser.go(`/auth/v1/sso/callback?code=${code}&state=${begun.state}`);
    return page.searchParams.get('error');
  }
});

describe('tags', () => {
  it('follow the claim at each sign-in, limited to existing tags', async () => {
    const [prepress, press, kept] = [await makeTag('Prepress'), await makeTag('Press'), await makeTag('Kept')];
    const tags = async () => (await here.test.as(here.admin, `GET /iam/v1/users/${here.admin.id}`)).body.item['tags'];
    const signIn = (claims: object) => signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', ...claims });
    await here.test.as(here.admin, `POST /iam/v1/users/${here.admin.id}/tags`, { tag: kept });
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
    expect((await here.test.as(here.admin, 'GET /iam/v1/tags')).body.items).toHaveLength(3);
  });
});

it('a sign-in does not change the tags of a directory', async () => {
  const [managed, free] = [await makeTag('Managed'), await makeTag('Free')];
  const machine = await createMaker(here.test).serviceAccount(here.account);
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.updateTable('tags').set({ 'directory-id': machine.id }).where('name', '=', 'Managed').execute(),
  );
  await adjust({ 'tags-claim': 'groups' });
  await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', groups: ['Managed', 'Free'] });
  expect((await here.test.as(here.admin, `GET /iam/v1/users/${here.admin.id}`)).body.item['tags']).toEqual([free]);
  expect(managed).not.toBe(free);
});

describe('a second factor', () => {
  const signIn = async (claims: object = {}) =>
    factorReply(await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', ...claims }));

  it('is required where it is due', async () => {
    const app = await addApp(here.test, here.admin);
    const { token, challenge } = await signIn();
    expect([token, challenge?.methods]).toEqual([undefined, ['authenticator', 'recovery-codes']]);
    const body = { id: challenge?.id, method: 'authenticator', code: app.code() };
    expect((await here.test.as(null, 'POST /auth/v1/challenge', body)).body.token).toEqual(expect.any(String));
  });

  it('must be added when the account requires one', async () => {
    await here.test.as(here.admin, 'PUT /iam/v1/security', { 'second-factor': 'everyone', 'password-sign-in': true });
    expect((await signIn()).challenge?.enrol).toBe(true);
  });

  it('of the provider counts if the account trusts it', async () => {
    await addApp(here.test, here.admin);
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
    here.test.as(null, 'POST /auth/v1/authorize', { username: email, password });
  const off = () =>
    here.test.as(here.admin, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': false });

  it('allows sign-ins by single sign-on only', async () => {
    const person = await here.test.createPerson(here.account, 'Ugo', null);
    await off();
    expect(problemOf(await authorize(person.email))).toEqual([401, 'single-sign-on-only']);
    expect(problemOf(await authorize(person.email, 'wrong password'))).toEqual([401, 'wrong-credentials']);
    expect((await signInBy(here.test, here.issuer, person.email, { sub: 'ugo' })).status).toBe(200);
  });

  it('keeps passwords of administrators, with a second factor', async () => {
    await off();
    const enrol = factorReply(await authorize(here.admin.email));
    expect([enrol.token, enrol.challenge?.enrol]).toEqual([undefined, true]);
    await addApp(here.test, here.admin);
    expect(factorReply(await authorize(here.admin.email)).challenge?.methods).toContain('authenticator');
  });

  it('refuses the activation link of a user who may not have a password', async () => {
    const person = await here.test.createPerson(here.account, 'Ugo', null);
    await setUser(person.id, { status: 'Pending', 'password-hash': null });
    const body = { user: person.rn, sendEmail: false, validDays: 3 };
    const { activationKey } = (await here.test.as(here.admin, 'POST /auth/v1/activationLink', body)).body;
    await off();
    const activation = { 'activation-key': activationKey, 'new-password': 'quite a fine new one' };
    const reply = await here.test.as(null, 'POST /auth/v1/activate', activation);
    expect(problemOf(reply)).toEqual([401, 'single-sign-on-only']);
  });

  it('of the provider keeps passwords of Account Administrators and above', async () => {
    const { root, accountAdmin, providerAdmin } = here.test.people;
    await connect(here.test, here.test.accounts.provider, here.issuer, 'provider.example');
    await here.test.as(root, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': false });
    expect(problemOf(await authorize(providerAdmin.email))).toEqual([401, 'single-sign-on-only']);
    expect(factorReply(await authorize(accountAdmin.email)).challenge?.enrol).toBe(true);
    await here.test.as(root, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': true });
  });
});

it('a sign-in that begins while its connection is removed ends with a sentence', async () => {
  let begun: Promise<URL> | undefined;
  await inTransaction(here.test.services.db, 'every account', async (tx) => {
    await tx.deleteFrom('sign-in-connections').where('account-id', '=', here.account).execute();
    begun = new Browser(here.test).go(`/auth/v1/sso/start?email=${here.admin.email}`);
    await waitingForLocks(here.test);
  });
  const page = await begun;
  expect([page?.pathname, page?.search]).toEqual(['/login/sso', '?error=challenge-ended']);
});
