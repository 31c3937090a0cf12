import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { api, assertDocumented } from '../../../test/documented.ts';
import { application, grantErrorOf, openOAuthTest, sendForm } from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

describe('the endpoints', () => {
  it('accept only forms, and respond in the format of OAuth', async () => {
    const json = await here.test.app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'password' },
    });
    expect([json.statusCode, json.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    const wrong = await sendForm(here.test, '/oauth/token', { grant_type: 'password', username: 'a', password: 'b' });
    expect(grantErrorOf(wrong)).toEqual([400, 'unsupported_grant_type']);
    expect(wrong.headers['cache-control']).toBe('no-store');
    const secret = { grant_type: 'refresh_token', refresh_token: 'x', client_id: application, client_secret: 'y' };
    expect(grantErrorOf(await sendForm(here.test, '/oauth/token', secret))).toEqual([400, 'invalid_client']);
    const basic = { authorization: 'Basic c3R1ZGlvOng=' };
    const byHeader = await sendForm(here.test, '/oauth/token', { grant_type: 'refresh_token' }, basic);
    expect([...grantErrorOf(byHeader), byHeader.headers['www-authenticate']]).toEqual([
      401,
      'invalid_client',
      'Basic realm="keyhold"',
    ]);
    const twice = await sendForm(here.test, '/oauth/token', 'grant_type=refresh_token&grant_type=refresh_token');
    expect(grantErrorOf(twice)).toEqual([400, 'invalid_request']);
    const large = await sendForm(here.test, '/oauth/token', `grant_type=${'x'.repeat(1024 * 1024)}`);
    expect(grantErrorOf(large)).toEqual([413, 'invalid_request']);
    expect(large.body).toMatchObject({ error_description: 'This form is too large.' });
  });

  it('refuse an unknown application with 400, since a reply of 401 names how to authenticate', async () => {
    const forms = {
      '/oauth/token': { grant_type: 'refresh_token', refresh_token: 'x' },
      '/oauth/device': {},
      '/oauth/revoke': { token: 'x' },
    };
    for (const [path, form] of Object.entries(forms)) {
      const reply = await sendForm(here.test, path, { ...form, client_id: 'nobody' });
      expect([path, ...grantErrorOf(reply)]).toEqual([path, 400, 'invalid_client']);
      assertDocumented('POST', path, 400, reply.body);
    }
  });

  it('ignore unknown parameters, even duplicates, and empty values', async () => {
    const unknown = `client_id=${application}&resource=a&resource=b&scope=x&client_secret=`;
    expect((await sendForm(here.test, '/oauth/device', unknown)).status).toBe(200);
  });

  it('send no CORS headers, even when other origins may call the API', async () => {
    const open = await createTestApp({ corsOrigins: ['https://app.example'] });
    const origin = { origin: 'https://app.example' };
    const preflight = { ...origin, 'access-control-request-method': 'POST' };
    const replies = [
      await sendForm(open, '/oauth/token', {}, origin),
      await sendForm(open, '/%6Fauth/token', {}, origin),
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

  it('refuse other methods and unknown addresses in the format of OAuth, even where the console is served', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyhold-oauth-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
    const withPages = await createTestApp({ consoleDirectory: folder, corsOrigins: ['https://app.example'] });
    const origin = { origin: 'https://app.example' };
    for (const [method, url, status, allowed] of [
      ['GET', '/oauth/token', 405, 'POST'],
      ['PUT', '/oauth/token', 405, 'POST'],
      ['OPTIONS', '/oauth/token', 405, 'POST'],
      ['GET', '/oauth/revoke?token=x', 405, 'POST'],
      ['DELETE', '/oauth/device', 405, 'POST'],
      ['POST', '/oauth/authorize', 405, 'GET, HEAD'],
      ['GET', '/oauth/introspect', 404, undefined],
      ['POST', '/oauth/token/more', 404, undefined],
      ['GET', '/oauth/', 404, undefined],
    ] as const) {
      const payload = method === 'PUT' || method === 'POST' ? { payload: { json: true } } : {};
      const { statusCode, headers, body } = await withPages.app.inject({ method, url, headers: origin, ...payload });
      expect([method, url, statusCode, JSON.parse(body)]).toEqual([
        method,
        url,
        status,
        { error: 'invalid_request', error_description: expect.stringMatching(/\.$/) },
      ]);
      expect([url, headers.allow, headers['cache-control']]).toEqual([url, allowed, 'no-store']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
    const head = await withPages.app.inject({ method: 'HEAD', url: '/oauth/device' });
    expect([head.statusCode, head.headers.allow, head.body]).toEqual([405, 'POST', '']);
    await withPages.close();
    await rm(folder, { recursive: true });
  });

  it('match the metadata, which matches its documentation', async () => {
    const { services, app } = here.test;
    const url = '/.well-known/oauth-authorization-server';
    const metadata = (await app.inject(url)).json<Record<string, unknown>>();
    assertDocumented('GET', url, 200, metadata);
    const addresses = Object.entries(metadata).filter(([name]) => /_endpoint$|_uri$/.test(name));
    expect(addresses).toHaveLength(5);
    for (const [name, address] of addresses) {
      const path = String(address).replace(services.installation.publicUrl, '');
      expect([name, Object.keys(api.paths)]).toEqual([name, expect.arrayContaining([path])]);
    }
  });
});
