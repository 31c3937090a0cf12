import { callList } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const unknown = '0198c0de-0000-7000-8000-000000000000';

/** A call's path with unknown ids, and its required query. */
function pathOf(call: (typeof callList)[number]): string {
  const path = call.path.replace(/\{\w+\}/g, unknown);
  return 'account' in call.query.shape ? `${path}?account=${unknown}` : path;
}

/** Whether all users may make a call, but only about themselves. */
function isAboutOneself({ access }: (typeof callList)[number]): boolean {
  return access.kind === 'signed-in' && access.oneself === true;
}

describe('every call of the contract', () => {
  it('has a route of the server', () => {
    const missing = callList.filter(
      (call) => !test.app.hasRoute({ method: call.method, url: call.path.replace(/\{(\w+)\}/g, ':$1') }),
    );
    expect(missing.map((call) => call.name)).toEqual([]);
  });

  it('requires a signed-in caller unless it is public', async () => {
    for (const call of callList.filter((one) => one.access.kind !== 'public')) {
      const reply = await test.as(null, `${call.method} ${pathOf(call)}`, call.method === 'GET' ? undefined : {});
      expect([call.name, reply.status, reply.body.errors]).toEqual([call.name, 401, ['Authentication is required.']]);
    }
  });

  it('refuses a user without the required permission, whatever the id and the body', async () => {
    for (const call of callList) {
      if (call.access.kind !== 'action' || call.access.policy) continue;
      for (const body of [undefined, {}, { nonsense: true }, '{']) {
        if (body !== undefined && call.method === 'GET') continue;
        const reply = await test.as(test.people.acmeUser, `${call.method} ${pathOf(call)}`, body);
        expect([call.name, reply.status]).toEqual([call.name, 403]);
      }
    }
  });

  it('rejects an invalid body with a readable message', async () => {
    const bodies = ['{', '[]', '"text"', '7', 'null', '{"__proto__":{"admin":true}}', '{"nonsense":1}'];
    for (const call of callList.filter((one) => one.method === 'POST' || one.method === 'PUT')) {
      for (const body of bodies) {
        const path = isAboutOneself(call) ? pathOf(call).replace(unknown, test.people.root.id) : pathOf(call);
        const reply = await test.as(test.people.root, `${call.method} ${path}`, body);
        expect([call.name, body, reply.status]).toEqual([call.name, body, 400]);
        expect(reply.body.errors[0]).not.toMatch(/expected|received|Too (small|big)/);
      }
    }
  });
});
