import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

const listed = 'https://console.example';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ corsOrigins: [listed] });
});
afterAll(() => test.close());

const preflight = (origin: string, method: string) =>
  test.app.inject({
    method: 'OPTIONS',
    url: '/iam/v1/tags',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
  });

describe('a page of another origin', () => {
  it('may make every call, and read the headers a client needs, when its origin is listed', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { headers } = await preflight(listed, method);
      expect(headers['access-control-allow-origin']).toBe(listed);
      expect(headers['access-control-allow-methods']).toContain(method);
    }
    const headers = { origin: listed, authorization: test.people.acmeAdmin.token };
    const reply = await test.app.inject({ url: '/iam/v1/tags', headers });
    expect(reply.headers['access-control-expose-headers']).toContain('ETag');
  });

  it('may make no call when its origin is not listed', async () => {
    expect((await preflight('https://evil.example', 'GET')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
