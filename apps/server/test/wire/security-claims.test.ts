import { callList } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';

// Claims of docs/security.md, by their numbers.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('3.2.1: a reply that a browser opens as a page is no page, and runs no script of its own', async () => {
  const headers = { authorization: `Bearer ${test.people.root.token}` };
  const urls = ['/iam/v1/tags', '/iam/v1/audit/export', '/iam/v1/none', '/scim/v2/Users', '/oauth/none', '/readyz'];
  for (const url of urls) {
    const reply = await test.app.inject({ method: 'GET', url, headers });
    expect([url, reply.headers['content-type']]).toEqual([url, expect.stringMatching(/^application\/[\w+-]*json/)]);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['content-security-policy']).toMatch(/script-src 'self';/);
  }
});

const changes = callList.filter(({ method }) => method !== 'GET');

it.each(changes)('3.5.2: what a form of another page can send is refused: $name', async ({ method, path, access }) => {
  const url = path.replaceAll(/\{\w+\}/g, 'none');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const reply = await test.app.inject({ method, url, headers: { 'content-type': type }, payload: '{}' });
    expect([type, reply.statusCode]).toEqual([type, access.kind === 'public' ? 415 : 401]);
  }
});
