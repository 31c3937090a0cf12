import type { ProblemCode } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { type ForgingIssuer, forgedClient, startForgingIssuer } from '../../../test/sign-in/forging-issuer.ts';
import { startIdentityProvider } from '../../../test/sign-in/identity-provider.ts';
import {
  answer,
  Browser,
  begin,
  connect,
  openSingleSignOnTest,
  reasonsIn,
  signInBy,
} from '../../../test/sign-in/single-sign-on.ts';
import { rnOf } from '../../installation.ts';

const here = openSingleSignOnTest();
const { problemOf, actionsIn, makeTag } = here;

describe('a provider that', () => {
  it('cannot be reached is reported, also in the log', async () => {
    const gone = await startForgingIssuer();
    await connect(here.test, here.account, gone, here.domain);
    const browser = new Browser(here.test);
    const begun = await begin(browser, here.admin.email);
    await gone.close();
    const { error } = await answer(browser, gone, begun);
    expect(error).toBe('provider-unavailable');
    expect((await reasonsIn(here.test, here.account))[0]).toMatch(/cannot be reached/);
  });

  it.each<[string, ProblemCode, (gone: ForgingIssuer) => void]>([
    [
      'calls itself otherwise',
      'issuer-differs',
      (gone) => Object.assign(gone.metadata, { issuer: `${gone.url}/other` }),
    ],
    [
      'names an endpoint in a private network',
      'endpoint-not-public',
      (gone) => Object.assign(gone.metadata, { token_endpoint: 'http://10.0.0.1/' }),
    ],
    [
      'names an endpoint that is no web address',
      'endpoint-not-public',
      (gone) => Object.assign(gone.metadata, { authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'names no address of its keys',
      'endpoint-missing',
      (gone) => Object.assign(gone.metadata, { jwks_uri: undefined }),
    ],
    [
      'signs with shared secrets only',
      'signature-not-accepted',
      (gone) => Object.assign(gone.metadata, { id_token_signing_alg_values_supported: ['HS256'] }),
    ],
    [
      'sends on to another address',
      'discovery-failed',
      (gone) => gone.answers.set('/.well-known/openid-configuration', () => ({ status: 302, json: {} })),
    ],
    [
      'answers without end',
      'discovery-failed',
      (gone) =>
        gone.answers.set('/.well-known/openid-configuration', () => ({
          status: 200,
          json: { ...gone.metadata, more: 'x'.repeat(1_000_000) },
        })),
    ],
  ])('%s is not used', async (_what, code, spoil) => {
    const strange = await startForgingIssuer();
    spoil(strange);
    await connect(here.test, here.account, strange, here.domain);
    const page = await new Browser(here.test).go(`/auth/v1/sso/start?email=${here.admin.email}`);
    expect([page.pathname, page.search]).toEqual(['/login/sso', '?error=provider-unavailable']);
    expect(problemOf(await here.test.as(here.admin, 'POST /iam/v1/single-sign-on/test', {}))).toEqual([409, code]);
    await strange.close();
  });

  it('answers with an error status is reported with it', async () => {
    const ill = await startForgingIssuer();
    const fail = () => ({ status: 503, json: '' });
    await connect(here.test, here.account, ill, here.domain);
    const browser = new Browser(here.test);
    const begun = await begin(browser, here.admin.email);
    ill.give = () => void ill.answers.set('/token', fail);
    expect((await answer(browser, ill, begun)).error).toBe('sign-in-failed');
    expect((await reasonsIn(here.test, here.account))[0]).toMatch(/status code 503$/);
    ill.answers.set('/keys', fail);
    const tested = await here.test.as(here.admin, 'POST /iam/v1/single-sign-on/test', {});
    expect(tested.body.errors).toEqual([expect.stringContaining('503')]);
    await ill.close();
  });

  it('explains an error in characters that the log could not store is reported without them', async () => {
    const odd = await startForgingIssuer();
    await connect(here.test, here.account, odd, here.domain);
    for (const [json, reason] of [
      [{ error: 'a\0b' }, 'The provider refused: ab.'],
      [{ error: 'a\ud83d' }, 'The provider refused: a\ufffd.'],
      [{ error: 'a', error_description: `${'x'.repeat(999)}😀` }, 'The provider refused: a.'],
    ] as const) {
      odd.give = () => void odd.answers.set('/token', () => ({ status: 400, json }));
      const browser = new Browser(here.test);
      expect((await answer(browser, odd, await begin(browser, here.admin.email))).error).toBe('sign-in-failed');
      expect((await reasonsIn(here.test, here.account))[0]).toBe(reason);
    }
    await odd.close();
  });

  it('does not list what it supports is used as if it had not named it', async () => {
    const vague = await startForgingIssuer();
    vague.metadata['id_token_signing_alg_values_supported'] = 'RS256';
    vague.metadata['token_endpoint_auth_methods_supported'] = 1;
    await connect(here.test, here.account, vague, here.domain);
    expect((await signInBy(here.test, vague, here.admin.email, { sub: 'ada' })).status).toBe(200);
    await vague.close();
  });

  it('answers no keys, or none that are keys, fails the test in words', async () => {
    const keyless = await startForgingIssuer();
    await connect(here.test, here.account, keyless, here.domain);
    for (const json of [null, [], {}, { keys: {} }, { keys: [null] }, { keys: [1] }]) {
      keyless.answers.set('/keys', () => ({ status: 200, json }));
      const tested = await here.test.as(here.admin, 'POST /iam/v1/single-sign-on/test', {});
      expect([json, problemOf(tested), tested.body.errors]).toEqual([
        json,
        [409, 'keys-not-read'],
        ['The provider’s keys cannot be read: there are none'],
      ]);
    }
    await keyless.close();
  });

  it('takes the secret in a form only gets it so, once it has refused it in the header', async () => {
    const strict = await startForgingIssuer();
    strict.metadata['token_endpoint_auth_methods_supported'] = ['client_secret_post', 'client_secret_basic'];
    const { give } = strict;
    const sent: unknown[] = [];
    strict.give = (idToken, challenge) => {
      give(idToken, challenge);
      const exchange = strict.answers.get('/token');
      strict.answers.set('/token', (request, body) => {
        const secret = new URLSearchParams(body).get('client_secret');
        sent.push(secret);
        const known = secret === forgedClient.secret && exchange;
        return known ? known(request, body) : { status: 401, json: { error: 'invalid_client' } };
      });
    };
    await connect(here.test, here.account, strict, here.domain);
    const signIn = async () => {
      const { status, error } = await signInBy(here.test, strict, here.admin.email, { sub: 'ada' });
      return { status, error };
    };
    expect([await signIn(), await signIn()]).toEqual([1, 2].map(() => ({ status: 200, error: null })));
    expect(sent).toEqual([null, forgedClient.secret, forgedClient.secret]);
    await strict.close();
  });

  it.each<[string, readonly string[], string, string | null]>([
    ['refuses the code, not the client', ['client_secret_post', 'client_secret_basic'], 'invalid_grant', null],
    ['takes no secret in a form', ['client_secret_basic'], 'invalid_client', null],
    ['takes the secret in a form only', ['client_secret_post'], 'invalid_grant', forgedClient.secret],
  ])('that %s gets the code once', async (_what, methods, error, secret) => {
    const strict = await startForgingIssuer();
    strict.metadata['token_endpoint_auth_methods_supported'] = methods;
    const sent: unknown[] = [];
    strict.give = () => {
      strict.answers.set('/token', (_request, body) => {
        sent.push(new URLSearchParams(body).get('client_secret'));
        return { status: 400, json: { error } };
      });
    };
    await connect(here.test, here.account, strict, here.domain);
    const refused = await signInBy(here.test, strict, here.admin.email, { sub: 'ada' });
    expect([refused.error, sent]).toEqual(['sign-in-failed', [secret]]);
    await strict.close();
  });

  it('many concurrent sign-ins use is queried for its metadata once', async () => {
    const busy = await startForgingIssuer();
    await connect(here.test, here.account, busy, here.domain);
    await Promise.all([1, 2, 3, 4, 5].map(() => begin(new Browser(here.test), here.admin.email)));
    expect(busy.asked.filter(({ path }) => path.includes('openid-configuration'))).toHaveLength(1);
    await busy.close();
  });
});

describe('a third-party provider', () => {
  it('signs a user in, passes the test, and signs the user out', async () => {
    const { publicUrl } = here.test.services.installation;
    const address = await here.test.app.listen({ port: 0, host: '127.0.0.1' });
    const people = { ada: { email: here.admin.email, email_verified: true, name: 'Ada Byron', groups: ['Press'] } };
    const provider = await startIdentityProvider(
      people,
      `${publicUrl}/auth/v1/sso/callback`,
      () => `${address}/auth/v1/sso/backchannel-logout`,
    );
    try {
      const tag = await makeTag('Press');
      await connect(here.test, here.account, provider, here.domain, { 'tags-claim': 'groups' });
      const found = await here.test.as(here.admin, 'POST /iam/v1/single-sign-on/test', {});
      expect(found.body.item).toMatchObject({ issuer: provider.url, 'backchannel-logout': true });

      const signIn = async (cookies: Map<string, string>) => {
        const browser = new Browser(here.test);
        const there = await browser.go(`/auth/v1/sso/start?email=${here.admin.email}`);
        const back = new URL(await provider.signIn(there.href, 'ada', cookies));
        const page = await browser.go(`${back.pathname}${back.search}`);
        const { status, body } = await browser.finish(page.searchParams.get('code') ?? '');
        expect([status, body.errors]).toEqual([200, []]);
        return { ...here.admin, token: body.token };
      };
      const [desk, phone] = [new Map<string, string>(), new Map<string, string>()];
      const [atDesk, atPhone] = [await signIn(desk), await signIn(phone)];
      const profile = `GET /iam/v1/users/${here.admin.id}` as const;
      expect((await here.test.as(atDesk, profile)).body.item['tags']).toEqual([tag]);
      await provider.signOut(desk);
      expect((await here.test.as(atDesk, profile)).status).toBe(401);
      expect((await here.test.as(atPhone, profile)).status).toBe(200);
      expect(await actionsIn()).toContain('auth:SingleSignOnLogout');
      expect(rnOf(here.test.services.installation, here.account, 'user', here.admin.id)).toBe(here.admin.rn);
    } finally {
      await provider.close();
    }
  });
});
