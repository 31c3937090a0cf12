import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type TestReply } from '../../../test/app.ts';
import { assertDocumented } from '../../../test/documented.ts';
import { type App, addApp, factorReply } from '../../../test/sign-in/factors.ts';
import {
  type Answer,
  type Claims,
  type ForgingIssuer,
  forgedClient,
  type Signing,
  startForgingIssuer,
} from '../../../test/sign-in/forging-issuer.ts';
import { answer, Browser, begin, connect, reasonsIn, signInBy } from '../../../test/sign-in/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let issuer: ForgingIssuer;
let admin: Person;
beforeAll(async () => {
  [test, issuer] = await Promise.all([createTestApp(), startForgingIssuer()]);
  admin = test.people.acmeAdmin;
  await connect(test, admin.accountId, issuer, admin.email.split('@')[1] ?? '');
});
afterAll(() => Promise.all([test.close(), issuer.close()]));

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const seconds = () => Math.floor(Date.now() / 1000);

async function signIn(sid?: string): Promise<Person> {
  const { body } = await signInBy(test, issuer, admin.email, { sub: 'ada', sid });
  return { ...admin, token: body.token };
}

/** Begins a sign-in at the provider, which its browser can finish. */
async function reachBrowser({ id, email }: Person, sid: string): Promise<() => Promise<TestReply>> {
  const browser = new Browser(test);
  const claims = { sub: id, sid, email, email_verified: true };
  const { code } = await answer(browser, issuer, await begin(browser, email), { claims });
  return () => browser.finish(code ?? '');
}

/** Begins a sign-in at the provider, which the authenticator app of the user can finish. */
async function reachSecondFactor(person: Person, sid: string): Promise<() => Promise<TestReply>> {
  const app = apps.get(person) ?? (await addApp(test, person));
  apps.set(person, app);
  const finish = await reachBrowser(person, sid);
  const { challenge } = factorReply(await finish());
  const body = { id: challenge?.id, method: 'authenticator', code: app.code() };
  return () => test.as(null, 'POST /auth/v1/challenge', body);
}
const apps = new Map<Person, App>();

const statusOf = async (person: Person) => (await test.as(person, `GET /iam/v1/users/${person.id}`)).status;

/** Sends a logout token of the provider, which is valid unless a test changes it. */
async function tell(claims: Claims, signing: Signing = {}, by = issuer) {
  const honest = {
    iss: by.url,
    aud: forgedClient.id,
    iat: seconds(),
    exp: seconds() + 120,
    jti: 'j',
    events: { [logoutEvent]: {} },
  };
  const token = await by.sign({ ...honest, ...claims }, { typ: 'logout+jwt', ...signing });
  return send(`logout_token=${token}`);
}

function send(payload: string, type = 'application/x-www-form-urlencoded') {
  const url = '/auth/v1/sso/backchannel-logout';
  return test.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
}

describe('a sign-out by the provider', () => {
  it('ends the sessions that began with its provider session, and no others', async () => {
    const [desk, phone, password] = [await signIn('desk'), await signIn('phone'), admin];
    const reply = await tell({ sid: 'desk' });
    expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await statusOf(desk), await statusOf(phone), await statusOf(password)]).toEqual([401, 200, 200]);
    const log = await test.as(
      test.people.root,
      `GET /iam/v1/audit?account=${admin.accountId}&action=auth:SingleSignOnLogout`,
    );
    expect(log.body.items[0]).toMatchObject({ resource: admin.rn, after: { sessions: 1 } });
  });

  it('of a person ends all of their sessions, except those that began later, and nobody else’s', async () => {
    const before = await signIn('another');
    const told = { sub: 'ada', iat: seconds() - 120 };
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'created-on': new Date(Date.now() - 300_000) })
        .where('account-id', '=', admin.accountId)
        .execute(),
    );
    const after = await signIn('later');
    expect((await tell(told)).statusCode).toBe(200);
    expect([await statusOf(before), await statusOf(after), await statusOf(test.people.acmeUser)]).toEqual([
      401, 200, 200,
    ]);
  });

  it.each([
    ['without a session yet', reachBrowser],
    ['at their second factor', reachSecondFactor],
  ])('ends sign-ins %s that are of its provider session or its person, and no others', async (_what, reach) => {
    const create = (name: string) => test.createPerson(admin.accountId, `${name}-${reach.name}`, null);
    const [one, two, three] = [await create('One'), await create('Two'), await create('Three')];
    const [desk, phone] = [await reach(one, 'desk'), await reach(one, 'phone')];
    const [tablet, watch] = [await reach(two, 'tablet'), await reach(three, 'watch')];
    await tell({ sid: 'desk' });
    await tell({ sub: two.id });
    const replies = [await desk(), await phone(), await tablet(), await watch()];
    expect(replies.map(({ status }) => status)).toEqual([401, 200, 401, 200]);
  });

  it('does not reveal whether a user is signed in', async () => {
    expect((await tell({ sub: 'nobody' })).statusCode).toBe(200);
    expect((await tell({ sid: 'none' })).statusCode).toBe(200);
    expect((await tell({ sid: 'none', aud: [forgedClient.id, '\0'] })).statusCode).toBe(200);
  });

  it.each<[string, Claims, Signing]>([
    ['of another issuer', { iss: 'https://login.other.example' }, {}],
    ['for another client', { aud: 'another' }, {}],
    ['that is an ID token', { events: undefined, nonce: 'n' }, {}],
    ['with a nonce', { nonce: 'n' }, {}],
    ['of another event', { events: { 'https://other.example/event': {} } }, {}],
    ['whose event is a text', { events: { [logoutEvent]: 'yes' } }, {}],
    ['whose event is a list', { events: { [logoutEvent]: [] } }, {}],
    ['whose event is null', { events: { [logoutEvent]: null } }, {}],
    ['that names nobody', { sub: undefined, sid: undefined }, {}],
    ['that has expired', { exp: seconds() - 120 }, {}],
    ['that is old', { iat: seconds() - 3600 }, {}],
    ['without a time', { iat: undefined }, {}],
    ['without an end', { exp: undefined }, {}],
    ['without an id', { jti: undefined }, {}],
    ['that nobody has signed', {}, { kind: 'none' }],
    ['that the client secret has signed', {}, { kind: 'client secret' }],
    ['that an unknown key has signed', {}, { kind: 'unknown key' }],
  ])('%s is refused', async (_what, claims, signing) => {
    const person = await signIn('kept');
    const reply = await tell({ sub: 'ada', ...claims }, signing);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    expect(await statusOf(person)).toBe(200);
  });

  it.each([
    [40_000, 400],
    [64 * 1024, 413],
  ])('of %i characters is answered with %i, as documented', async (length, status) => {
    const reply = await send(`logout_token=${'x'.repeat(length)}`);
    expect(reply.statusCode).toBe(status);
    assertDocumented('POST', '/auth/v1/sso/backchannel-logout', status, reply.json());
  });

  it('is logged when it is refused', async () => {
    await tell({ sub: 'ada' }, { kind: 'unknown key' });
    expect((await reasonsIn(test, admin.accountId))[0]).toMatch(/^A sign-out by the provider was refused/);
  });

  it.each<[string, Answer]>([
    ['answer with an error', () => ({ status: 500, json: {} })],
    ['are larger than allowed', () => ({ status: 200, json: { keys: [], more: 'x'.repeat(1_000_000) } })],
    ['are too short', () => ({ status: 200, json: { keys: [{ kty: 'RSA', kid: 'own', n: 'AQAB', e: 'AQAB' }] } })],
    ['are incomplete', () => ({ status: 200, json: { keys: [{ kty: 'RSA', kid: 'own' }] } })],
  ])('is refused while the keys of the provider %s', async (_what, keys) => {
    const broken = await startForgingIssuer();
    await connect(test, test.accounts.birch, broken, 'birch.example');
    broken.answers.set('/keys', keys);
    await expectRefusal(broken);
    await broken.close();
  });

  it('is refused while the keys of the provider cannot be reached', async () => {
    const [broken, gone] = [await startForgingIssuer(), await startForgingIssuer()];
    Object.assign(broken.metadata, { jwks_uri: `${gone.url}/keys` });
    await gone.close();
    await connect(test, test.accounts.birch, broken, 'birch.example');
    await expectRefusal(broken);
    await broken.close();
  });

  async function expectRefusal(by: ForgingIssuer): Promise<void> {
    const before = await reasonsIn(test, test.accounts.birch);
    const reply = await tell({ sub: 'bea' }, {}, by);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    expect(reply.headers['cache-control']).toBe('no-store');
    const [reason, ...rest] = await reasonsIn(test, test.accounts.birch);
    expect(reason).toMatch(/^A sign-out by the provider was refused: ./);
    expect(rest).toEqual(before);
  }

  it('must be a form with a token', async () => {
    expect((await send('')).statusCode).toBe(400);
    expect((await send('logout_token=nonsense')).statusCode).toBe(400);
    expect((await send('{}', 'application/json')).statusCode).toBe(400);
    expect((await send('x', 'text/plain')).statusCode).toBe(415);
  });
});
