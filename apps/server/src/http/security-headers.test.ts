import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installMailbox } from '../../../demo/src/mailbox/mailbox.ts';
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
  test = await createTestApp({ installMailbox });
});
afterAll(() => test.close());

/** The origin that the app listens at. */
async function listening(): Promise<string> {
  if (test.app.server.listening) return test.app.listeningOrigin;
  return test.app.listen({ host: '127.0.0.1', port: 0 });
}

describe('every reply', () => {
  it('carries the same security headers, whatever its status', async () => {
    const malformed = ['/%', '/iam/v1/users/%E0%A4%A'];
    for (const url of [
      '/healthz',
      '/iam/v1/tags',
      '/nowhere',
      '/docs',
      '/openapi.json',
      '/dev/mailbox',
      ...malformed,
    ]) {
      const reply = await test.app.inject(url);
      expect([url, reply.headers]).toEqual([url, expect.objectContaining(headers)]);
      expect(reply.headers['x-powered-by']).toBeUndefined();
    }
  });

  it('reports a malformed address in the format of every other refusal', async () => {
    for (const [method, url] of [
      ['GET', '/%'],
      ['GET', '/docs/%E0%A4%A'],
      ['PUT', '/%zz?x=%'],
    ] as const) {
      const reply = await test.app.inject({ method, url });
      const id = reply.headers['x-request-id'];
      expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([url, 400, 'private, no-cache']);
      expect(reply.json()).toMatchObject({
        success: false,
        'status-code': 400,
        'reply-to': id,
        errors: ['This address is not a valid URL.'],
        problems: [{ code: 'invalid-url', message: 'This address is not a valid URL.' }],
      });
    }
  });

  it('carries them when the input is not a valid request', async () => {
    const { port } = new URL(await listening());
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        let said = '';
        socket.on('data', (piece) => {
          said += piece.toString();
        });
        socket.on('end', () => resolve(said));
        socket.on('error', reject);
      });
    const nonsense = await ask('GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const [name, value] of Object.entries(headers)) expect(nonsense).toContain(`${name}: ${value}\r\n`);
    expect(JSON.parse(nonsense.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      'status-code': 400,
      problems: [{ code: 'invalid-request' }],
    });
    const long = await ask(`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('carries them when it is an event stream', async () => {
    const address = await listening();
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

describe('pages of other origins', () => {
  const origin = 'https://app.example.com';

  it('may not call the API', async () => {
    const reply = await test.app.inject({ url: '/healthz', headers: { origin } });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may call it if their origin is listed, and no other', async () => {
    const open = await createTestApp({ corsOrigins: [origin] });
    const ask = async (from: string) =>
      (await open.app.inject({ url: '/healthz', headers: { origin: from } })).headers['access-control-allow-origin'];
    expect([await ask(origin), await ask('https://evil.example.com')]).toEqual([origin, undefined]);
    await open.close();
  });
});
