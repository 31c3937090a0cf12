import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type ForgingIssuer, startForgingIssuer } from '../../../test/sign-in/forging-issuer.ts';
import {
  answer,
  Browser,
  begin,
  connect,
  type Forged,
  reasonsIn,
  signInBy,
} from '../../../test/sign-in/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let issuer: ForgingIssuer;
let another: ForgingIssuer;
beforeAll(async () => {
  [test, issuer, another] = await Promise.all([createTestApp(), startForgingIssuer(), startForgingIssuer()]);
  await connect(test, test.accounts.acme, issuer, 'acme.example', { 'create-users': true });
  await connect(test, test.accounts.birch, another, 'birch.example', { 'create-users': true });
});
afterAll(() => Promise.all([test.close(), issuer.close(), another.close()]));

const ada = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
const seconds = () => Math.floor(Date.now() / 1000);

/** Signs Ada in with a response that is forged in one place. Returns the error and the logged reason. */
async function attack(forged: Forged): Promise<(string | null)[]> {
  const browser = new Browser(test);
  const begun = await begin(browser, ada.email);
  const { code, error } = await answer(browser, issuer, begun, { ...forged, claims: { ...ada, ...forged.claims } });
  expect(code).toBeNull();
  return [error, (await reasonsIn(test, test.accounts.acme))[0] ?? null];
}

it('a valid response signs in', async () => {
  const reply = await signInBy(test, issuer, ada.email, ada);
  expect([reply.status, reply.error]).toEqual([200, null]);
  expect(reply.body.token).toEqual(expect.any(String));
});

describe('a token is refused', () => {
  it.each<[string, Forged, RegExp]>([
    ['of another issuer', { claims: { iss: 'https://login.other.example' } }, /"iss"/],
    ['for another audience', { claims: { aud: 'another' } }, /"aud"/],
    ['for further audiences without a party', { claims: { aud: ['keyhold', 'another'] } }, /"aud"/],
    ['of another party', { claims: { azp: 'another' } }, /azp/],
    ['of another party among several audiences', { claims: { aud: ['keyhold', 'a'], azp: 'a' } }, /azp/],
    ['with another nonce', { claims: { nonce: 'another' } }, /"nonce"/],
    ['without a nonce', { claims: { nonce: undefined } }, /"nonce"/],
    ['that has expired', { claims: { exp: seconds() - 120 } }, /"exp"/],
    ['without an end', { claims: { exp: undefined } }, /"exp"/],
    ['from the future', { claims: { iat: seconds() + 3600 } }, /iat/],
    ['that is not good yet', { claims: { nbf: seconds() + 3600 } }, /"nbf"/],
    ['that names nobody', { claims: { sub: '' } }, /names nobody/],
    ['that names nobody but spaces', { claims: { sub: '  ' } }, /names nobody/],
    ['that names somebody by half a character', { claims: { sub: 'ada\ud83d' } }, /names nobody/],
    ['without a subject', { claims: { sub: undefined } }, /"sub"/],
    ['that nobody has signed', { signing: { kind: 'none' } }, /alg/],
    ['that the client secret has signed', { signing: { kind: 'client secret' } }, /alg/],
    ['that an unknown key has signed', { signing: { kind: 'unknown key' } }, /no applicable keys/],
  ])('%s', async (_what, forged, reason) => {
    const [error, logged] = await attack(forged);
    expect(error).toBe('sign-in-failed');
    expect(logged).toMatch(reason);
  });
});

describe('a response is refused', () => {
  it('of another issuer than the requested one (mix-up)', async () => {
    const [error, reason] = await attack({ query: { iss: another.url } });
    expect([error, reason]).toEqual(['sign-in-failed', expect.stringMatching(/"iss"/)]);
  });

  it('that denies access', async () => {
    const [error, reason] = await attack({ query: { error: 'access_denied' } });
    expect([error, reason]).toEqual(['sign-in-failed', 'The provider refused: access_denied.']);
  });

  it('that denies access with a question, whose mark a query may contain as it is', async () => {
    const browser = new Browser(test);
    const { state } = await begin(browser, ada.email);
    const query = `error=access_denied&error_description=Who?&state=${state}`;
    const page = await browser.go(`/auth/v1/sso/callback?${query}`);
    expect(page.searchParams.get('error')).toBe('sign-in-failed');
  });

  it('whose error the log could not store as it is', async () => {
    const [error, reason] = await attack({ query: { error: 'access\0denied' } });
    expect([error, reason]).toEqual(['sign-in-failed', 'The provider refused: accessdenied.']);
  });

  it('with an unknown state, or without one', async () => {
    const browser = new Browser(test);
    const begun = await begin(browser, ada.email);
    for (const state of ['unknown', '', begun.nonce]) {
      expect(await answer(browser, issuer, begun, { claims: ada, query: { state } })).toEqual({
        code: null,
        error: 'challenge-ended',
      });
    }
  });

  it('that is repeated', async () => {
    const browser = new Browser(test);
    const begun = await begin(browser, ada.email);
    expect((await answer(browser, issuer, begun, { claims: ada })).code).not.toBeNull();
    expect((await answer(browser, issuer, begun, { claims: ada })).error).toBe('challenge-ended');
    expect((await reasonsIn(test, test.accounts.acme))[0]).toBe('Its answer came twice.');
  });

  it('that has expired', async () => {
    const browser = new Browser(test);
    const begun = await begin(browser, ada.email);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('sign-in-requests').set({ 'expires-on': new Date() }).execute(),
    );
    expect((await answer(browser, issuer, begun, { claims: ada })).error).toBe('challenge-ended');
    expect((await reasonsIn(test, test.accounts.acme))[0]).toBe('Its answer came too late.');
  });

  it.each([
    ['another browser', true],
    ['a browser that began nothing', false],
  ])('from %s', async (_, began) => {
    const [browser, other] = [new Browser(test), new Browser(test)];
    const begun = await begin(browser, ada.email);
    if (began) await begin(other, ada.email);
    expect((await answer(browser, issuer, begun, { claims: ada, by: other })).error).toBe('challenge-ended');
    expect((await reasonsIn(test, test.accounts.acme))[0]).toMatch(/another browser/);
  });

  it('whose code belongs to another verifier', async () => {
    const browser = new Browser(test);
    const begun = await begin(browser, ada.email);
    const stolen = { ...begun, challenge: 'of-another-sign-in' };
    expect((await answer(browser, issuer, stolen, { claims: ada })).error).toBe('sign-in-failed');
    expect((await reasonsIn(test, test.accounts.acme))[0]).toBe('The provider refused: invalid_grant.');
  });

  it('to a sign-in that began before the account changed its provider', async () => {
    const account = await test.createAccount('Moving');
    await connect(test, account, issuer, 'moving.example');
    const browser = new Browser(test);
    const begun = await begin(browser, 'mo@moving.example');
    await connect(test, account, another, 'moving.example');
    expect((await answer(browser, issuer, begun, { claims: ada })).error).toBe('challenge-ended');
  });
});

describe('finishing a sign-in', () => {
  async function codeFor(browser: Browser): Promise<string> {
    const { code } = await answer(browser, issuer, await begin(browser, ada.email), { claims: ada });
    return code ?? '';
  }
  const ended = [401, 'challenge-ended'];
  const problemOf = ({ status, body }: Awaited<ReturnType<TestApp['as']>>) => [status, body.problems?.[0]?.code];

  it('works once', async () => {
    const browser = new Browser(test);
    const code = await codeFor(browser);
    expect((await browser.finish(code)).status).toBe(200);
    expect(problemOf(await browser.finish(code))).toEqual(ended);
    expect((await reasonsIn(test, test.accounts.acme))[0]).toBe('It was finished before.');
  });

  it('works once for concurrent requests', async () => {
    const browser = new Browser(test);
    const code = await codeFor(browser);
    const replies = await Promise.all([browser.finish(code), browser.finish(code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('works within a minute', async () => {
    const browser = new Browser(test);
    const code = await codeFor(browser);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('sign-in-codes').set({ 'expires-on': new Date() }).execute(),
    );
    expect(problemOf(await browser.finish(code))).toEqual(ended);
    expect((await reasonsIn(test, test.accounts.acme))[0]).toBe('It was finished too late.');
  });

  it('works only in the browser that began it', async () => {
    const browser = new Browser(test);
    const code = await codeFor(browser);
    expect(problemOf(await new Browser(test).finish(code))).toEqual(ended);
    expect((await reasonsIn(test, test.accounts.acme))[0]).toMatch(/another browser/);
    expect((await browser.finish(code)).status).toBe(200);
  });

  it('rejects an unknown code', async () => {
    expect(problemOf(await new Browser(test).finish('nonsense'))).toEqual(ended);
  });
});

describe('nobody gets into another account', () => {
  it('by an e-mail that the provider has not verified', async () => {
    for (const email_verified of [false, undefined, 'no', 0]) {
      const [error, reason] = await attack({ claims: { sub: 'new', email: 'new@acme.example', email_verified } });
      expect([error, reason]).toEqual(['sign-in-failed', expect.stringMatching(/has verified the e-mail/)]);
    }
  });

  it('by an e-mail of a domain that the account has not proven', async () => {
    const elsewhere = ['eve@birch.example', 'eve@sub.acme.example', 'eve@acme.example.evil.example', 'eve'];
    // The parser of addresses reads the proven domain in each of these.
    const disguised = ['?x', '/x', '#x', '\\x', '\u00ad'].map((rest) => `eve@acme.example${rest}`);
    const endless = `${'x'.repeat(999)}😀@acme.example`;
    for (const email of [...elsewhere, ...disguised, endless]) {
      const [error, reason] = await attack({ claims: { sub: 'eve', email } });
      expect([error, reason]).toEqual([
        'sign-in-failed',
        expect.stringMatching(/no domain that this account|none that a user can have/),
      ]);
    }
  });

  it('by the e-mail of a user elsewhere whose domain is proven here', async () => {
    const { birchUser } = test.people;
    const domain = birchUser.email.split('@')[1] ?? '';
    const account = await test.createAccount('Claiming');
    await connect(test, account, issuer, domain, { 'create-users': true });
    const reply = await signInBy(test, issuer, birchUser.email, { sub: 'thief' });
    expect([reply.status, reply.error]).toEqual([401, 'sign-in-failed']);
    expect((await reasonsIn(test, account))[0]).toMatch(/user of another account/);
  });

  it('by the provider of one account and the state of another', async () => {
    const browser = new Browser(test);
    const begun = await begin(browser, 'bea@birch.example');
    // The code is sent to the provider of the request, which has never seen it.
    another.answers.set('/token', () => ({ status: 400, json: { error: 'invalid_grant' } }));
    const { error } = await answer(browser, issuer, begun, { claims: ada });
    expect(error).toBe('sign-in-failed');
  });

  it('by the same subject at another provider', async () => {
    const theirs = { sub: 'ada', email: 'ada@birch.example' };
    const reply = await signInBy(test, another, theirs.email, theirs);
    expect(reply.status).toBe(200);
    const users = await test.as(test.people.birchAdmin, 'GET /iam/v1/users?search=ada@birch.example');
    expect(users.body.items).toHaveLength(1);
  });

  it('by taking over a linked user', async () => {
    const [error, reason] = await attack({ claims: { sub: 'mallory' } });
    expect([error, reason]).toEqual(['sign-in-failed', expect.stringMatching(/linked with another person/)]);
  });
});

describe('starting a sign-in', () => {
  it('redirects only to the provider that an account has connected', async () => {
    const browser = new Browser(test);
    for (const email of ['ada@nowhere.example', 'nonsense', '', 'ada@[127.0.0.1]', 'x@acme.example@evil.example']) {
      const page = await browser.go(
        `/auth/v1/sso/start?email=${encodeURIComponent(email)}&redirect_uri=https://evil.example`,
      );
      expect(page.href).toBe('http://localhost:8080/login');
    }
    const page = await browser.go(`/auth/v1/sso/start?email=ada@ACME.example&return=https://evil.example`);
    expect([page.origin, page.searchParams.get('redirect_uri')]).toEqual([
      issuer.url,
      'http://localhost:8080/auth/v1/sso/callback',
    ]);
  });

  it('does not redirect to the provider of an account that has named a domain without proof', async () => {
    const domains = [{ name: 'acme.example' }, { name: 'unproven.example' }];
    await connect(test, test.accounts.acme, issuer, 'acme.example', { domains, 'create-users': true });
    const page = await new Browser(test).go('/auth/v1/sso/start?email=ada@unproven.example');
    expect(page.href).toBe('http://localhost:8080/login');
  });

  it('looks the same for connected and for other domains', async () => {
    const shape = async (email: string) => {
      const { statusCode, headers, body } = await test.app.inject(`/auth/v1/sso/start?email=${email}`);
      return [
        statusCode,
        Object.keys(headers).toSorted(),
        body,
        String(headers['set-cookie']).replace(/=[\w-]{43};/, ''),
      ];
    };
    expect(await shape('ada@acme.example')).toEqual(await shape('ada@nowhere.example'));
  });

  it('sets a cookie that scripts cannot read and other paths do not get', async () => {
    const { headers } = await test.app.inject('/auth/v1/sso/start?email=ada@acme.example');
    expect(headers['set-cookie']).toMatch(
      /^keyhold-sso=[\w-]{43}; Path=\/auth\/v1\/sso; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('sets, over https, a cookie that no other host and no plain connection can set', async () => {
    const secure = await createTestApp({ environment: { KEYHOLD_PUBLIC_URL: 'https://keyhold.example' } });
    await connect(secure, secure.accounts.acme, issuer, 'acme.example', { 'create-users': true });
    const { headers } = await secure.app.inject('/auth/v1/sso/start?email=ada@acme.example');
    expect(headers['set-cookie']).toMatch(
      /^__Host-keyhold-sso=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const browser = new Browser(secure);
    const { code } = await answer(browser, issuer, await begin(browser, ada.email), { claims: ada });
    const { cookie } = browser;
    browser.cookie = cookie.replace('__Host-', '');
    expect((await browser.finish(code ?? '')).status).toBe(401);
    browser.cookie = cookie;
    expect((await browser.finish(code ?? '')).status).toBe(200);
    await secure.close();
  });

  it('allows several windows to share it', async () => {
    const browser = new Browser(test);
    const first = await begin(browser, ada.email);
    await begin(browser, ada.email);
    expect((await answer(browser, issuer, first, { claims: ada })).code).not.toBeNull();
  });
});
