import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../../test/app.ts';
import { addApp, factorReply } from '../../../test/sign-in/factors.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const off = { 'second-factor': 'off', 'password-sign-in': true, 'session-hours': null, 'end-warnings': [30, 7, 1] };
const path = '/iam/v1/security';

describe('the security of an account', () => {
  it('is accessible to administrators of the account and to provider staff', async () => {
    const { acmeUser, acmeAdmin, accountAdmin, providerAdmin } = test.people;
    const { acme, birch } = test.accounts;
    expect((await test.as(null, `GET ${path}`)).status).toBe(401);
    expect((await test.as(acmeUser, `GET ${path}`)).status).toBe(403);
    expect((await test.as(acmeUser, `PUT ${path}`, off)).status).toBe(403);
    expect((await test.as(acmeAdmin, `GET ${path}?account=${birch}`)).status).toBe(404);
    expect((await test.as(providerAdmin, `PUT ${path}?account=${acme}`, off)).status).toBe(404);
    expect((await test.as(acmeAdmin, `GET ${path}`)).body.item).toEqual(off);
    expect((await test.as(accountAdmin, `GET ${path}?account=${birch}`)).body.item).toEqual(off);
  });

  it.each([
    ['second-factor', { ...off, 'second-factor': 'some' }],
    ['second-factor', { 'password-sign-in': true, 'session-hours': null }],
    ['password-sign-in', { 'second-factor': 'off', 'session-hours': null }],
    ['session-hours', { ...off, 'session-hours': 0 }],
    ['session-hours', { ...off, 'session-hours': 721 }],
    ['session-hours', { ...off, 'session-hours': 1.5 }],
    ['end-warnings.0', { ...off, 'end-warnings': [14] }],
    ['end-warnings', { ...off, 'end-warnings': 7 }],
  ])('rejects an invalid %s', async (field, body) => {
    const reply = await test.as(test.people.acmeAdmin, `PUT ${path}`, body);
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, field]);
  });

  it('is replaced as a whole, and rejects a change based on an older state', async () => {
    const { acmeAdmin, root } = test.people;
    const { acme } = test.accounts;
    const { etag } = (await test.as(acmeAdmin, `GET ${path}`)).headers;
    const wanted = {
      'second-factor': 'administrators',
      'password-sign-in': true,
      'session-hours': 24,
      'end-warnings': [7],
    };
    const changed = await test.as(root, `PUT ${path}?account=${acme}`, wanted);
    expect([changed.status, changed.body.item]).toEqual([200, wanted]);
    const late = await test.as(acmeAdmin, `PUT ${path}`, off, { 'if-match': String(etag) });
    expect(late.status).toBe(412);
    const entries = await test.as(acmeAdmin, 'GET /iam/v1/audit?action=iam:UpdateSecurity');
    expect(entries.body.items[0]).toMatchObject({ before: off, after: wanted });
    expect(
      (await test.as(acmeAdmin, `PUT ${path}`, { ...off, 'session-hours': undefined, 'end-warnings': undefined })).body
        .item,
    ).toEqual(off);
  });

  it('keeps password sign-in on while there is no alternative', async () => {
    const reply = await test.as(test.people.acmeAdmin, `PUT ${path}`, { ...off, 'password-sign-in': false });
    expect([reply.status, reply.body.problems?.[0]]).toMatchObject([
      409,
      { code: 'connection-missing', path: 'password-sign-in' },
    ]);
  });

  it('sets the duration of a session', async () => {
    const { birchAdmin, birchUser } = test.people;
    const hours = async () => {
      const body = { username: birchUser.email, password: testPassword };
      const { iat = 0, exp = 0 } = decodeJwt((await test.as(null, 'POST /auth/v1/authorize', body)).body.token);
      return (exp - iat) / 3600;
    };
    expect(await hours()).toBe(12);
    await test.as(birchAdmin, `PUT ${path}`, { ...off, 'session-hours': 2 });
    expect(await hours()).toBe(2);
    await test.as(birchAdmin, `PUT ${path}`, off);
    expect(await hours()).toBe(12);
  });
});

describe('the users without a second factor', () => {
  it('are listed among all users, and among administrators', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const emails = async (among: string) =>
      (await test.as(acmeAdmin, `GET /iam/v1/users?without-factor=${among}`)).body.items.map(({ email }) => email);
    expect(await emails('everyone')).toEqual([acmeAdmin.email, acmeUser.email]);
    expect(await emails('administrators')).toEqual([acmeAdmin.email]);
    await addApp(test, acmeAdmin);
    expect(await emails('everyone')).toEqual([acmeUser.email]);
    expect(await emails('administrators')).toEqual([]);
    expect((await test.as(acmeAdmin, 'GET /iam/v1/users?without-factor=nobody')).status).toBe(400);
    const { token, challenge } = factorReply(
      await test.as(null, 'POST /auth/v1/authorize', { username: acmeAdmin.email, password: testPassword }),
    );
    expect([token, challenge?.enrol]).toEqual([undefined, false]);
  });
});
