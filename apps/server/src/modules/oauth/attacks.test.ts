import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, openAccount } from '../../../test/leases.ts';
import {
  authorizationQuery,
  consentTo,
  exchange,
  loopback,
  newVerifier,
  refreshWith,
  registerApplication,
  sendForm,
  signInBy,
} from '../../../test/oauth.ts';
import { signInAgain } from '../../../test/sessions.ts';
import { inTransaction } from '../../db/database.ts';

const studio = 'studio-desktop';
let test: TestApp;
let product: string;
let account: string;
let ugo: Person;
let ada: Person;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  await registerApplication(test, product, studio);
  await registerApplication(test, await createProduct(test, 'other'), 'other-desktop');
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ugo, ada } = await openAccount(test));
});

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
const isSignedIn = async (person: Person) =>
  (await test.as(person, 'GET /license/v1/licenses/consumable')).status === 200;
const ask = (query: string) => test.app.inject({ method: 'GET', url: `/oauth/authorize?${query}` });
const grantErrorOf = ({ status, body }: Awaited<ReturnType<typeof exchange>>) => [status, body['error']];

describe('an authorization request', () => {
  it.each([
    'http://localhost:52714/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:70000/callback',
    'http://127.1:52714/callback',
    'http://127.0.0.2:52714/callback',
    'https://127.0.0.1:52714/callback',
    'http://user@127.0.0.1:52714/callback',
    'http://127.0.0.1:52714@evil.example/callback',
    'http://127.0.0.1:52714.evil.example/callback',
    'http://127.0.0.1:52714/callback#fragment',
    'http://127.0.0.1:52714\\@evil.example/',
    'HTTP://127.0.0.1:52714/callback',
    'https://evil.example/callback',
    'studio://callback',
    'javascript:alert(1)',
  ])('to %s is refused without a redirect', async (redirect) => {
    const { challenge } = newVerifier();
    const reply = await ask(authorizationQuery(studio, challenge, { redirect_uri: redirect }));
    expect([reply.statusCode, reply.headers.location]).toEqual([400, undefined]);
  });

  it.each(['http://127.0.0.1:52714/callback', 'http://[::1]:8080/', 'http://127.0.0.1:1/a/b?c=d'])(
    'to %s goes on to the consent page, and decides nothing',
    async (redirect) => {
      const { challenge } = newVerifier();
      const reply = await ask(
        authorizationQuery(studio, challenge, { redirect_uri: redirect, scope: 'x', unknown: 'y' }),
      );
      expect(reply.statusCode).toBe(302);
      const page = new URL(String(reply.headers.location));
      expect(page.pathname).toBe('/consent');
      expect(page.searchParams.get('redirect_uri')).toBe(redirect);
      expect(page.searchParams.has('code')).toBe(false);
      const page2 = page.search.slice(1);
      const decided = await test.as(ugo, 'POST /auth/v1/authorization', { request: page2, allow: true });
      const { redirect: answer } = decided.body as unknown as { redirect: string };
      expect(answer.startsWith(redirect)).toBe(true);
      const parameters = new URL(answer).searchParams;
      expect([parameters.get('state'), parameters.get('iss')]).toEqual(['xyz', test.services.installation.publicUrl]);
    },
  );

  it.each([
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which would be plain', { code_challenge_method: null }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['a device name of many lines', { device_name: 'Desk\nAllow this' }, 'invalid_request'],
    ['a long device name', { device_name: 'x'.repeat(201) }, 'invalid_request'],
  ])('with %s goes back with its error, state and issuer', async (_with, changes, error) => {
    const { challenge } = newVerifier();
    const reply = await ask(authorizationQuery(studio, challenge, changes));
    const answer = new URL(String(reply.headers.location));
    expect([reply.statusCode, answer.origin]).toEqual([302, 'http://127.0.0.1:52714']);
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error,
      state: 'xyz',
      iss: test.services.installation.publicUrl,
    });
    const decided = await test.as(ugo, 'POST /auth/v1/authorization', {
      request: authorizationQuery(studio, challenge, changes),
      allow: true,
    });
    expect(decided.status).toBe(400);
  });

  it('of nobody, or with a parameter twice, is refused without a redirect', async () => {
    const { challenge } = newVerifier();
    expect((await ask(authorizationQuery('nobody', challenge))).statusCode).toBe(401);
    const twice = await ask(`${authorizationQuery(studio, challenge)}&redirect_uri=https://evil.example`);
    expect([twice.statusCode, twice.headers.location]).toEqual([400, undefined]);
  });
});

describe('an authorization code', () => {
  async function codeFor(client = studio) {
    const { verifier, challenge } = newVerifier();
    return { verifier, code: await consentTo(test, ugo, authorizationQuery(client, challenge)) };
  }

  it('is of no use without its verifier, redirect and application', async () => {
    const { verifier, code } = await codeFor();
    const other = newVerifier().verifier;
    const bad = [400, 'invalid_grant'];
    expect(grantErrorOf(await exchange(test, studio, code, other))).toEqual(bad);
    expect(grantErrorOf(await exchange(test, 'other-desktop', code, verifier))).toEqual(bad);
    const redirects = [`${loopback}/`, loopback.replace('52714', '52715'), loopback.replace('127.0.0.1', '[::1]')];
    for (const redirect_uri of redirects) {
      expect(grantErrorOf(await exchange(test, studio, code, verifier, { redirect_uri }))).toEqual(bad);
    }
    const without = await exchange(test, studio, code, '');
    expect(grantErrorOf(without)).toEqual([400, 'invalid_request']);
    expect((await exchange(test, studio, code, verifier)).status).toBe(200);
  });

  it('injected into another sign-in is refused by its challenge', async () => {
    const mine = await codeFor();
    const theirs = newVerifier();
    await consentTo(test, ada, authorizationQuery(studio, theirs.challenge));
    expect(grantErrorOf(await exchange(test, studio, mine.code, theirs.verifier))).toEqual([400, 'invalid_grant']);
  });

  it('lives a minute', async () => {
    const { verifier, code } = await codeFor();
    await everywhere((tx) =>
      tx
        .updateTable('authorization-codes')
        .set({ 'expires-on': sql<Date>`now()` })
        .where('user-id', '=', ugo.id)
        .execute(),
    );
    expect(grantErrorOf(await exchange(test, studio, code, verifier))).toEqual([400, 'invalid_grant']);
  });

  it('used a second time ends what the first use got', async () => {
    const { code, verifier, person } = await signInBy(test, studio, ugo);
    expect(await isSignedIn(person)).toBe(true);
    expect(grantErrorOf(await exchange(test, studio, code, verifier))).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(ugo)).toBe(true);
  });

  it('ends with the session in which its user consented, and with the user', async () => {
    const again = await signInAgain(test, ugo);
    const { verifier, challenge } = newVerifier();
    const code = await consentTo(test, again, authorizationQuery(studio, challenge));
    await test.as(again, 'POST /auth/v1/logout');
    expect(grantErrorOf(await exchange(test, studio, code, verifier))).toEqual([400, 'invalid_grant']);
    const second = await codeFor();
    await test.as(ada, `PUT /iam/v1/users/${ugo.id}/status`, { status: 'Inactive' });
    expect(grantErrorOf(await exchange(test, studio, second.code, second.verifier))).toEqual([400, 'invalid_grant']);
  });

  it('begins a session that is no better proven than the consent was, and of the same sign-in at a provider', async () => {
    await everywhere((tx) =>
      tx
        .updateTable('sessions')
        .set({ 'proven-on': sql<Date>`now() - interval '1 day'`, 'provider-session': 'there' })
        .where('user-id', '=', ada.id)
        .execute(),
    );
    const { person } = await signInBy(test, 'keyhold', ada);
    const reply = await test.as(person, 'PUT /iam/v1/security', { 'second-factor': 'off', 'password-sign-in': true });
    expect(reply.body.problems?.[0]?.code).toBe('proof-needed');
    const begun = await everywhere((tx) =>
      tx.selectFrom('sessions').selectAll().where('id', '=', sidOf(person.token)).executeTakeFirst(),
    );
    expect(begun).toMatchObject({ 'application-id': 'keyhold', 'provider-session': 'there' });
  });
});

describe('a refresh token', () => {
  it('keeps session, leases and streams, and is good once', async () => {
    await createLicense(test, account, everyone);
    const first = await signInBy(test, studio, ugo);
    const { lease } = await consume(test, first.person, product);
    const { status, body } = await refreshWith(test, studio, first.refresh);
    expect(status).toBe(200);
    const renewed = { ...ugo, token: body['access_token'] ?? '' };
    expect(sidOf(renewed.token)).toBe(sidOf(first.person.token));
    const beat = await test.as(renewed, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.status).toBe(200);
  });

  it('repeated within ten seconds gets the same pair; after its successor was used, everything ends', async () => {
    await createLicense(test, account, everyone);
    const first = await signInBy(test, studio, ugo);
    const { lease } = await consume(test, first.person, product);
    const [second, lost, together] = await Promise.all([1, 2, 3].map(() => refreshWith(test, studio, first.refresh)));
    expect([second?.status, lost?.status, together?.status]).toEqual([200, 200, 200]);
    expect([lost?.body, together?.body]).toEqual([second?.body, second?.body]);
    const third = await refreshWith(test, studio, second?.body['refresh_token'] ?? '');
    expect(third.status).toBe(200);
    expect(grantErrorOf(await refreshWith(test, studio, first.refresh))).toEqual([400, 'invalid_grant']);
    const newest = { ...ugo, token: third.body['access_token'] ?? '' };
    expect(await isSignedIn(newest)).toBe(false);
    expect(grantErrorOf(await refreshWith(test, studio, third.body['refresh_token'] ?? ''))[1]).toBe('invalid_grant');
    const seat = await everywhere((tx) =>
      tx.selectFrom('licenses').selectAll().where('lease-id', '=', lease.id).executeTakeFirst(),
    );
    expect(seat).toMatchObject({ 'lease-state': 'releasing', 'release-reason': 'session-ended' });
  });

  it('repeated later ends the session', async () => {
    const first = await signInBy(test, studio, ugo);
    const second = await refreshWith(test, studio, first.refresh);
    await everywhere((tx) =>
      tx
        .updateTable('sessions')
        .set({ 'renewed-on': sql<Date>`now() - interval '11 seconds'` })
        .where('id', '=', sidOf(first.person.token))
        .execute(),
    );
    expect(grantErrorOf(await refreshWith(test, studio, first.refresh))[1]).toBe('invalid_grant');
    expect(await isSignedIn({ ...ugo, token: second.body['access_token'] ?? '' })).toBe(false);
  });

  it('is of no use to another application, as an access token, or made up', async () => {
    const { refresh, person } = await signInBy(test, studio, ugo);
    expect(grantErrorOf(await refreshWith(test, 'other-desktop', refresh))[1]).toBe('invalid_grant');
    expect(await isSignedIn({ ...ugo, token: refresh })).toBe(false);
    for (const wrong of [person.token, ugo.token, `${refresh.slice(0, -4)}AAAA`, 'nonsense']) {
      expect(grantErrorOf(await refreshWith(test, studio, wrong))).toEqual([400, 'invalid_grant']);
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('lasts no longer than the session of its account', async () => {
    const { refresh, person } = await signInBy(test, studio, ugo);
    await everywhere((tx) =>
      tx
        .updateTable('sessions')
        .set({ 'expires-on': sql<Date>`now() + interval '2 minutes'` })
        .where('id', '=', sidOf(person.token))
        .execute(),
    );
    const { body } = await refreshWith(test, studio, refresh);
    expect(Number(body['expires_in'])).toBeLessThanOrEqual(120);
  });
});

describe('a device', () => {
  const begin = async () => (await sendForm(test, '/oauth/device', { client_id: studio, device_name: 'Rack' })).body;
  const poll = (code = '', client = studio) =>
    sendForm(test, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: client,
      device_code: code,
    });
  const wait = (seconds: number) =>
    everywhere((tx) =>
      tx
        .updateTable('device-authorizations')
        .set({ 'polled-on': sql<Date>`"polled-on" - make_interval(secs => ${seconds})` })
        .execute(),
    );
  const decide = (person: Person, code = '', allow = true) =>
    test.as(person, 'POST /auth/v1/device', { 'user-code': code, allow });

  it('that asks too often is told to slow down, more each time', async () => {
    const { device_code: code } = await begin();
    expect(grantErrorOf(await poll(code))).toEqual([400, 'authorization_pending']);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'slow_down']);
    await wait(6);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'slow_down']);
    await wait(15);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'authorization_pending']);
  });

  it('gets tokens once, and nobody else does', async () => {
    const { device_code: code, user_code: userCode } = await begin();
    expect((await decide(ugo, userCode)).status).toBe(200);
    expect((await decide(ada, userCode)).body.problems?.[0]?.code).toBe('device-decided');
    expect(grantErrorOf(await poll(code, 'other-desktop'))).toEqual([400, 'invalid_grant']);
    const { status, body } = await poll(code);
    expect(status).toBe(200);
    expect(await isSignedIn({ ...ugo, token: body['access_token'] ?? '' })).toBe(true);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'invalid_grant']);
  });

  it('that is denied, or too late, gets none', async () => {
    const denied = await begin();
    expect((await decide(ugo, denied['user_code'], false)).status).toBe(200);
    expect((await decide(ugo, denied['user_code'])).status).toBe(409);
    expect(grantErrorOf(await poll(denied['device_code']))).toEqual([400, 'access_denied']);
    const late = await begin();
    await everywhere((tx) => tx.updateTable('device-authorizations').set({ 'expires-on': sql<Date>`now()` }).execute());
    expect((await decide(ugo, late['user_code'])).status).toBe(400);
    expect(grantErrorOf(await poll(late['device_code']))).toEqual([400, 'expired_token']);
  });

  it('whose code somebody guesses: after ten wrong ones the right one is refused, too', async () => {
    const { user_code: code } = await begin();
    for (let each = 0; each < 5; each += 1) {
      expect((await decide(ugo, 'BBBB-BBBB')).status).toBe(400);
      expect((await test.as(ugo, 'POST /auth/v1/device/find', { 'user-code': 'BBBB-BBBC' })).status).toBe(400);
    }
    expect((await decide(ugo, code)).status).toBe(429);
    expect((await decide(ada, code)).status).toBe(200);
  });
});

describe('a token of an application', () => {
  it('never consents, not even the command’s', async () => {
    const { challenge } = newVerifier();
    const { user_code: code } = (await sendForm(test, '/oauth/device', { client_id: 'keyhold' })).body;
    for (const client of [studio, 'keyhold']) {
      const { person } = await signInBy(test, client, ugo);
      const request = authorizationQuery(studio, challenge);
      expect((await test.as(person, 'POST /auth/v1/authorization', { request, allow: true })).status).toBe(403);
      expect((await test.as(person, 'POST /auth/v1/device', { 'user-code': code, allow: true })).status).toBe(403);
      expect((await test.as(person, 'POST /auth/v1/device/find', { 'user-code': code })).status).toBe(403);
    }
  });

  it('opens its person’s profile, what they may consume, explain for oneself and logout; the command what its person may', async () => {
    const { person } = await signInBy(test, studio, ada);
    const opened = [
      `GET /iam/v1/users/${ada.id}`,
      'GET /license/v1/licenses/consumable',
      `GET /license/v1/explain?product=${product}`,
    ] as const;
    for (const call of opened) expect((await test.as(person, call)).status, call).toBe(200);
    const closed = [
      `GET /iam/v1/users/${ugo.id}`,
      'GET /iam/v1/users',
      `GET /iam/v1/users/${ada.id}/sessions`,
      `GET /iam/v1/users/${ada.id}/factors`,
      `GET /iam/v1/users/${ada.id}/preferences`,
      `GET /license/v1/explain?product=${product}&user=${ugo.rn}`,
      'GET /license/v1/licenses',
      'GET /events/v1/changes',
    ] as const;
    const command = (await signInBy(test, 'keyhold', ada)).person;
    for (const call of closed) {
      expect((await test.as(person, call)).status, call).toBe(403);
      if (!call.includes('/events/')) expect((await test.as(command, call)).status, call).toBe(200);
    }
    expect((await test.as(person, 'POST /auth/v1/logout')).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('opens leases of its own product, and of no other', async () => {
    await createLicense(test, account, everyone);
    await createLicense(test, account, everyone, { 'product-id': 'other' });
    const { person } = await signInBy(test, studio, ugo);
    const other = (await signInBy(test, 'other-desktop', ugo)).person;
    const { lease, status } = await consume(test, person, product);
    expect(status).toBe(201);
    expect((await consume(test, other, product, { device: 'device-2' })).status).toBe(403);
    const calls = [
      [`POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 }],
      [`POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 1 }],
      [`POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 }],
      [`DELETE /license/v1/leases/${lease.id}?epoch=1`, undefined],
      [`GET /license/v1/leases/${lease.id}/wait?epoch=0`, undefined],
    ] as const;
    for (const [call, body] of calls) expect((await test.as(other, call, body)).status, call).toBe(403);
    expect((await test.as(person, calls[0][0], calls[0][1])).status).toBe(200);
  });

  it('is not revoked by another application', async () => {
    const { person, refresh } = await signInBy(test, studio, ugo);
    const revoke = (client_id: string, token: string) => sendForm(test, '/oauth/revoke', { client_id, token });
    expect(grantErrorOf(await revoke('other-desktop', refresh))).toEqual([400, 'invalid_grant']);
    expect(grantErrorOf(await revoke(studio, ugo.token))).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn(person)).toBe(true);
    expect((await revoke(studio, 'nonsense')).status).toBe(200);
    expect((await revoke(studio, person.token)).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
    expect((await revoke(studio, person.token)).status).toBe(200);
  });
});

describe('the endpoints', () => {
  it('take forms only, and answer in OAuth’s own shape', async () => {
    const json = await test.app.inject({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'password' } });
    expect([json.statusCode, json.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    const wrong = await sendForm(test, '/oauth/token', { grant_type: 'password', username: 'a', password: 'b' });
    expect(grantErrorOf(wrong)).toEqual([400, 'unsupported_grant_type']);
    expect(wrong.headers['cache-control']).toBe('no-store');
    const secret = { grant_type: 'refresh_token', refresh_token: 'x', client_id: studio, client_secret: 'y' };
    expect(grantErrorOf(await sendForm(test, '/oauth/token', secret))).toEqual([401, 'invalid_client']);
    const basic = { authorization: 'Basic c3R1ZGlvOng=' };
    const byHeader = await sendForm(test, '/oauth/token', { grant_type: 'refresh_token' }, basic);
    expect([...grantErrorOf(byHeader), byHeader.headers['www-authenticate']]).toEqual([
      401,
      'invalid_client',
      'Basic realm="keyhold"',
    ]);
    const twice = await sendForm(test, '/oauth/token', 'grant_type=refresh_token&grant_type=refresh_token');
    expect(grantErrorOf(twice)).toEqual([400, 'invalid_request']);
  });

  it('send no CORS headers, not even where other origins may call the API', async () => {
    const open = await createTestApp({ corsOrigins: ['https://app.example'] });
    const origin = { origin: 'https://app.example' };
    const preflight = { ...origin, 'access-control-request-method': 'POST' };
    const replies = [
      await sendForm(open, '/oauth/token', {}, origin),
      await open.app.inject({ method: 'OPTIONS', url: '/oauth/token', headers: preflight }),
      await open.app.inject({ method: 'GET', url: '/.well-known/oauth-authorization-server', headers: origin }),
    ];
    for (const { headers } of replies) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const call = await open.app.inject({ method: 'OPTIONS', url: '/iam/v1/tags', headers: preflight });
    expect(call.headers['access-control-allow-origin']).toBe('https://app.example');
    await open.close();
  });

  it('refuse to be framed', async () => {
    const { challenge } = newVerifier();
    const { headers } = await ask(authorizationQuery(studio, challenge));
    expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  });
});
