import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  application,
  askToAuthorize,
  authorizationQuery,
  newVerifier,
  openOAuthTest,
} from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

describe('an authorization request', () => {
  it.each([
    'http://localhost:52714/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:52714',
    'http://127.0.0.1:52714?a=b',
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
    const reply = await askToAuthorize(
      here.test,
      authorizationQuery(application, challenge, { redirect_uri: redirect }),
    );
    expect([reply.statusCode, reply.headers.location]).toEqual([400, undefined]);
    // The characters of RFC 6749, section 5.2.
    expect(reply.json().error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it.each(['http://127.0.0.1:52714/callback', 'http://[::1]:8080/', 'http://127.0.0.1:1/a/b?c=d'])(
    'to %s leads to the consent page, without a decision',
    async (redirect) => {
      const { challenge } = newVerifier();
      const reply = await askToAuthorize(
        here.test,
        authorizationQuery(application, challenge, { redirect_uri: redirect, scope: 'x', unknown: 'y' }),
      );
      expect(reply.statusCode).toBe(302);
      const page = new URL(String(reply.headers.location));
      expect(page.pathname).toBe('/consent');
      expect(page.searchParams.get('redirect_uri')).toBe(redirect);
      expect(page.searchParams.has('code')).toBe(false);
      const page2 = page.search.slice(1);
      const decided = await here.test.as(here.ugo, 'POST /auth/v1/authorization', { request: page2, allow: true });
      const { redirect: answer } = decided.body as unknown as { redirect: string };
      expect(answer.startsWith(redirect)).toBe(true);
      const parameters = new URL(answer).searchParams;
      expect([parameters.get('state'), parameters.get('iss')]).toEqual([
        'xyz',
        here.test.services.installation.publicUrl,
      ]);
    },
  );

  it.each([
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which would be plain', { code_challenge_method: null }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['no response type', { response_type: null }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['a device name of many lines', { device_name: 'Desk\nAllow this' }, 'invalid_request'],
    ['a state that the consent page could not send', { state: 'ü'.repeat(1_500) }, 'invalid_request'],
    ['a long device name', { device_name: 'x'.repeat(201) }, 'invalid_request'],
  ])('with %s is redirected back with its error, state and issuer', async (_with, changes, error) => {
    const { challenge } = newVerifier();
    const reply = await askToAuthorize(here.test, authorizationQuery(application, challenge, changes));
    const answer = new URL(String(reply.headers.location));
    expect([reply.statusCode, answer.origin]).toEqual([302, 'http://127.0.0.1:52714']);
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error,
      state: 'state' in changes ? changes.state : 'xyz',
      iss: here.test.services.installation.publicUrl,
    });
    const decided = await here.test.as(here.ugo, 'POST /auth/v1/authorization', {
      request: authorizationQuery(application, challenge, changes),
      allow: true,
    });
    expect(decided.status).toBe(400);
  });

  it('as long as the limits allow can be read and decided', async () => {
    await here.test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = here.test.app.server.address() as AddressInfo;
    const { challenge } = newVerifier();
    const query = (length: number) => authorizationQuery(application, challenge, { state: 'ü'.repeat(length) });
    const longest = Math.floor((8_000 - query(0).length) / query(1).replace(query(0), '').length);
    const { headers } = await askToAuthorize(here.test, query(longest));
    const request = new URL(String(headers.location)).search.slice(1);
    // A browser sends about as many headers.
    const found = await fetch(`http://127.0.0.1:${port}/auth/v1/authorization?${new URLSearchParams({ request })}`, {
      headers: { authorization: `Bearer ${here.ugo.token}`, 'user-agent': 'x'.repeat(1_000) },
    });
    expect(found.status).toBe(200);
    const decided = await here.test.as(here.ugo, 'POST /auth/v1/authorization', { request, allow: true });
    expect(decided.status).toBe(200);
  });

  it('of an unknown application, or with a duplicate parameter, is refused without a redirect', async () => {
    const { challenge } = newVerifier();
    expect((await askToAuthorize(here.test, authorizationQuery('nobody', challenge))).statusCode).toBe(400);
    const twice = await askToAuthorize(
      here.test,
      `${authorizationQuery(application, challenge)}&redirect_uri=https://evil.example`,
    );
    expect([twice.statusCode, twice.headers.location]).toEqual([400, undefined]);
  });
});
