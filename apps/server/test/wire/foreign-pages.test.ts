import { type Call, callList } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { testPassword } from '../app.ts';
import { rows } from '../authorization/rows/rows.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { forgetAttempts } from '../sign-in/factors.ts';
import { type ForgingIssuer, startForgingIssuer } from '../sign-in/forging-issuer.ts';
import { application, openOAuthTest } from '../sign-in/oauth.ts';
import { Browser, begin, connect, reasonsIn, signInBy } from '../sign-in/single-sign-on.ts';

/** What a page of another site can make a user's browser send, without a preflight request (CORS). */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', null];

const here = openOAuthTest();
let issuer: ForgingIssuer;
let make: Maker;
beforeAll(async () => {
  make = createMaker(here.test);
  issuer = await startForgingIssuer();
});
afterAll(() => issuer.close());
beforeEach(() => forgetAttempts(here.test));

const address = '203.0.113.99';
const publicPosts = callList.filter(({ access, method }) => access.kind === 'public' && method === 'POST');

/** The subjects that have been counted: none may be after what a page of another site can send. */
async function counted(): Promise<unknown[]> {
  const { rows } = await inTransaction(here.test.services.db, 'every account', (tx) =>
    sql`select subject from attempts where subject not like 'log-entry:%'`.execute(tx),
  );
  return rows;
}

function post(url: string, type: string | null, payload: string | undefined, headers = {}) {
  return here.test.app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: { origin: 'https://evil.example', ...(type === null ? {} : { 'content-type': type }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

function image(url: string) {
  return here.test.app.inject({ url, remoteAddress: address, headers: { referer: 'https://evil.example/' } });
}

async function signsIn(): Promise<void> {
  // Nobody has signed in from this address before.
  await inTransaction(here.test.services.db, 'every account', (tx) => sql`delete from "known-addresses"`.execute(tx));
  const payload = JSON.stringify({ username: here.ugo.email, password: testPassword });
  expect((await post('/auth/v1/authorize', 'application/json', payload)).statusCode).toBe(200);
}

describe.each(publicPosts.map((call) => [call.name, call] as const))('%s', (_name, call: Call) => {
  it('is refused to a page of another site, and counts for nobody', async () => {
    const row = rows[call.name as keyof typeof rows];
    const request = await row.request(make, here.account as never);
    const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => request.params?.[name] ?? 'none');
    for (const type of forms) {
      for (const body of [JSON.stringify(request.body ?? {}), undefined]) {
        if (type === null && body !== undefined) continue;
        const reply = await post(url, type, body);
        expect([reply.statusCode, reply.json().problems[0].code]).toEqual([415, 'unsupported-media-type']);
      }
    }
    expect(await counted()).toEqual([]);
    // With its media type it is accepted, also without a body where it needs none.
    expect((await post(url, 'application/json; charset=utf-8', undefined)).statusCode).not.toBe(415);
  });
});

/** More often than the largest limit that failures have. */
const often = 105;

describe('the endpoints of standards', () => {
  it.each([
    ['/oauth/device', { client_id: application }],
    ['/oauth/device', { client_id: 'none' }],
    ['/oauth/token', { client_id: application, grant_type: 'refresh_token', refresh_token: 'none' }],
    ['/oauth/token', { client_id: application, grant_type: 'authorization_code', code: 'none', code_verifier: 'none' }],
    [
      '/oauth/token',
      { client_id: application, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'none' },
    ],
    ['/oauth/revoke', { client_id: application, token: 'none' }],
    ['/auth/v1/sso/backchannel-logout', { logout_token: 'none' }],
  ])('take forms without counting for an address: %s %o', async (url, form) => {
    for (let each = 0; each < often; each += 1) {
      const reply = await post(url, 'application/x-www-form-urlencoded', `${new URLSearchParams(form)}`);
      expect(reply.statusCode).toBeLessThan(429);
    }
    expect((await post(url, null, undefined)).statusCode).toBeLessThan(429);
    expect(await counted()).toEqual([]);
    await signsIn();
  });

  it.each([
    '/auth/v1/sso/callback?state=x',
    '/auth/v1/sso/callback?state=x&code=y',
    '/auth/v1/sso/callback?error=access_denied',
    '/auth/v1/sso/start?email=ada@DOMAIN',
    '/auth/v1/sso/start?email=x',
    '/oauth/authorize?client_id=none',
  ])('are opened by images without counting for an address: %s', async (url) => {
    const domain = here.ada.email.split('@')[1] ?? '';
    await connect(here.test, here.account, issuer, domain);
    for (let each = 0; each < often; each += 1) {
      expect((await image(url.replace('DOMAIN', domain))).statusCode).toBeLessThan(429);
    }
    expect(await counted()).toEqual([]);
    await signsIn();
  });

  it('refuse a callback with the state of another browser uncounted, and write few entries', async () => {
    const domain = here.ada.email.split('@')[1] ?? '';
    await connect(here.test, here.account, issuer, domain);
    const browser = new Browser(here.test);
    const { state } = await begin(browser, here.ada.email);
    for (let each = 0; each < often; each += 1) {
      const reply = await image(`/auth/v1/sso/callback?code=x&state=${state}`);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '/login/sso?error=challenge-ended']);
    }
    expect(await counted()).toEqual([]);
    const { rows } = await inTransaction(here.test.services.db, { account: here.account }, (tx) =>
      sql`select count(*)::int as entries from audit where action = 'auth:SingleSignOnFailed'`.execute(tx),
    );
    expect(rows).toEqual([{ entries: 100 }]);
    expect((await reasonsIn(here.test, here.account))[0]).toMatch(/another browser/);
    expect((await signInBy(here.test, issuer, here.ada.email, { sub: 'ada' }, browser)).status).toBe(200);
    await signsIn();
  });

  it('refuse the callback and the code of a page that is loaded again and again uncounted', async () => {
    const domain = here.ada.email.split('@')[1] ?? '';
    await connect(here.test, here.account, issuer, domain);
    const browser = new Browser(here.test);
    const { state } = await begin(browser, here.ada.email);
    const callback = `/auth/v1/sso/callback?code=x&state=${state}`;
    await browser.go(callback);
    await forgetAttempts(here.test);
    for (let each = 0; each < often; each += 1) {
      await browser.go(callback);
      expect((await browser.finish('stale')).status).toBe(401);
    }
    expect(await counted()).toEqual([]);
    await signsIn();
  });
});
