import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

const headers = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ mailbox: true });
});
afterAll(() => test.close());

describe('every reply', () => {
  it('carries the same security headers, whatever it answers', async () => {
    for (const url of ['/healthz', '/iam/v1/tags', '/nowhere', '/docs', '/openapi.json', '/dev/mailbox']) {
      const reply = await test.app.inject(url);
      expect([url, reply.headers]).toEqual([url, expect.objectContaining(headers)]);
      expect(reply.headers['x-powered-by']).toBeUndefined();
    }
  });

  it('carries them when it is an event stream, too', async () => {
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const ended = new AbortController();
    const stream = await fetch(`${address}/events/v1/changes`, {
      headers: { authorization: `Bearer ${test.people.acmeAdmin.token}` },
      signal: ended.signal,
    });
    expect(Object.fromEntries(stream.headers)).toMatchObject({ ...headers, 'cache-control': 'no-store' });
    expect(stream.headers.get('content-encoding')).toBeNull();
    ended.abort();
  });
});

describe('pages from elsewhere', () => {
  const origin = 'https://app.example.com';

  it('may not call the API', async () => {
    const reply = await test.app.inject({ url: '/healthz', headers: { origin } });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may when their origin is listed, and no other', async () => {
    const open = await createTestApp({ corsOrigins: [origin] });
    const ask = async (from: string) =>
      (await open.app.inject({ url: '/healthz', headers: { origin: from } })).headers['access-control-allow-origin'];
    expect([await ask(origin), await ask('https://evil.example.com')]).toEqual([origin, undefined]);
    await open.close();
  });
});
