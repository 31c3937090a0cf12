import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { api, assertDocumented } from '../../../test/documented.ts';
import { application, grantErrorOf, openOAuthTest, sendForm } from '../../../test/oauth.ts';

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
    expect(grantErrorOf(await sendForm(here.test, '/oauth/token', secret))).toEqual([401, 'invalid_client']);
    const basic = { authorization: 'Basic c3R1ZGlvOng=' };
    const byHeader = await sendForm(here.test, '/oauth/token', { grant_type: 'refresh_token' }, basic);
    expect([...grantErrorOf(byHeader), byHeader.headers['www-authenticate']]).toEqual([
      401,
      'invalid_client',
      'Basic realm="keyhold"',
    ]);
    const twice = await sendForm(here.test, '/oauth/token', 'grant_type=refresh_token&grant_type=refresh_token');
    expect(grantErrorOf(twice)).toEqual([400, 'invalid_request']);
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
