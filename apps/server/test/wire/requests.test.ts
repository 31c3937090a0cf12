import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../app.ts';
import { issueLicense } from '../licensing/issued-licenses.ts';
import { createMaker, type Maker } from '../made/maker.ts';

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());

const createTag = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', { 'account-id': test.accounts.acme, ...body }, headers);

describe('an envelope', () => {
  it('of a success has its five fields and the payload', async () => {
    const { body, status, headers } = await createTag({ name: 'Enveloped' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      'status-code': 201,
      'reply-to': headers['x-request-id'],
      errors: [],
      warnings: [],
      item: expect.objectContaining({ name: 'Enveloped' }),
    });
  });

  it('of a failure has sentences for users and problems for programs', async () => {
    const { body, headers } = await createTag({ name: 'ENVELOPED' });
    expect(body).toEqual({
      success: false,
      'status-code': 409,
      'reply-to': headers['x-request-id'],
      errors: ['This tag name already exists.'],
      warnings: [],
      problems: [{ code: 'tag-name-taken', path: 'name', message: 'This tag name already exists.' }],
    });
  });

  it('is returned for an unknown path and for a malformed one', async () => {
    for (const route of ['GET /iam/v1/nothing', 'DELETE /iam/v1/users', 'PUT /iam/v1/tags', 'GET /nothing'] as const) {
      const reply = await test.as(test.people.root, route);
      expect([route, reply.status, reply.body.errors]).toEqual([route, 404, ['Not found']]);
    }
    const broken = await test.app.inject({ method: 'GET', url: '/%E0%A4%A' });
    expect([broken.statusCode, broken.json()]).toMatchObject([400, { success: false, 'status-code': 400 }]);
    expect(broken.headers['x-request-id']).toBe(broken.json()['reply-to']);
  });
});

describe('a malformed id in a path', () => {
  it.each(['%zz', '%', '%ff', '%E0%A4%A', '%20', 'x%2Fy'])('is like an unknown one: %j', async (id) => {
    const { acmeAdmin, acmeUser } = test.people;
    for (const [who, status] of [
      [null, 401],
      [acmeUser, 403],
      [acmeAdmin, 404],
    ] as const) {
      const reply = await test.as(who, `DELETE /iam/v1/tags/${id}`);
      expect([who?.email, reply.status]).toEqual([who?.email, status]);
    }
    expect((await test.as(acmeAdmin, `GET /iam/v1/tags/${id}?search=100%25`)).body.errors).toEqual(['Not found']);
  });
});

describe('a body', () => {
  it('must be JSON of at most 1 MiB, with its content type', async () => {
    const raw = (payload: string, type?: string) =>
      test.app.inject({
        method: 'POST',
        url: '/iam/v1/tags',
        headers: {
          authorization: test.people.acmeAdmin.token,
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        payload,
      });
    const body = JSON.stringify({ name: 'Typed', 'account-id': test.accounts.acme });
    expect((await raw(body, 'text/plain')).statusCode).toBe(415);
    expect((await raw(body, 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await raw(body)).statusCode).toBe(415);
    expect((await raw(body, 'application/json; charset=utf-8')).statusCode).toBe(201);
    expect((await raw(`${body}${' '.repeat(1024 * 1024)}`, 'application/json')).statusCode).toBe(413);
    const large = JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024 - 200) });
    expect((await raw(large, 'application/json')).statusCode).toBe(400);
  });

  it('is refused with every unknown field named, whatever its name', async () => {
    const body = `{"name":"x","account-id":"${test.accounts.acme}","__proto__":1,"constructor":2,"colour":3}`;
    const reply = await test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', body);
    expect(reply.status).toBe(400);
    expect(reply.body.problems?.map((problem) => problem.path).toSorted()).toEqual([
      '__proto__',
      'colour',
      'constructor',
    ]);
    const named = await createTag({ name: '__proto__' });
    expect(named.body.item.name).toBe('__proto__');
  });

  it('may be empty if the call has no input, and is refused with unknown fields named', async () => {
    const { acme } = test.accounts;
    const remove = async (body: unknown) =>
      test.as(test.people.acmeAdmin, `DELETE /iam/v1/tags/${(await make.tag(acme)).id}`, body);
    expect((await remove({})).status).toBe(200);
    expect((await remove('')).status).toBe(200);
    const reply = await remove({ force: true });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, 'force']);
    expect((await remove('null')).status).toBe(400);
  });

  it('has names within their bounds, trimmed', async () => {
    const longest = 'n'.repeat(200);
    expect((await createTag({ name: ` ${longest}  ` })).body.item.name).toBe(longest);
    for (const name of [`${longest}n`, 'a\nb', 'a\tb', 'a\0b', '\ud800', 7, null, ['x']]) {
      expect([name, (await createTag({ name })).status]).toEqual([name, 400]);
    }
    expect((await createTag({ name: '\u2003 ' })).body.errors).toEqual(['Empty name']);
    expect((await createTag({})).body.errors).toEqual(['Empty name']);
    const description = `${'d'.repeat(1998)}\n\t`;
    expect((await createTag({ name: 'Described', description })).body.item['description']).toBe(description);
    for (const wrong of [`${description}d`, 'a\0b', '\u0007']) {
      expect((await createTag({ name: 'Badly described', description: wrong })).status).toBe(400);
    }
  });

  it('has policies without control characters', async () => {
    const { key } = await issueLicense(test, test.accounts.acme);
    for (const statement of [
      { actions: ['a\0'], effect: 'Allow' },
      { actions: [], effect: '\ud800' },
      { actions: [], effect: 'Allow', resources: ['x\0'] },
    ]) {
      const policies = [{ name: 'Odd', statements: [statement] }];
      const reply = await test.as(test.people.acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, { policies });
      expect(reply.status).toBe(400);
    }
  });

  it('of a license repeats its certificate exactly, or omits it', async () => {
    const { key } = await issueLicense(test, test.accounts.acme);
    const { root } = test.people;
    const path = `/license/v1/licenses/${key}` as const;
    const { certificate } = (await test.as(root, `GET ${path}`)).body.item as unknown as {
      certificate: { expiry: object };
    };
    const put = async (body: unknown) => (await test.as(root, `PUT ${path}`, body)).status;
    expect(await put({ description: 'a', certificate })).toBe(200);
    expect(await put({ description: 'b' })).toBe(200);
    expect(await put({ description: 'c', certificate: { ...certificate, extra: 1 } })).toBe(400);
    expect(
      await put({ description: 'c', certificate: { ...certificate, expiry: { ...certificate.expiry, extra: 1 } } }),
    ).toBe(400);
    expect(await put({ description: 'c', certificate: { ...certificate, type: 'Trial' } })).toBe(400);
  });
});

describe('a date', () => {
  it('is refused everywhere if it is not in the calendar', async () => {
    const { key } = await issueLicense(test, test.accounts.acme);
    for (const date of ['0000-01-01', '9999-12-31T23:59:59-14:00', '2026-02-30', 'tomorrow', '']) {
      const terms = await test.as(test.people.root, `PUT /license/v1/licenses/${key}/terms`, { expiry: { date } });
      expect([date, terms.status]).toEqual([date, 400]);
      const log = await test.as(test.people.root, `GET /iam/v1/audit?from=${encodeURIComponent(date)}`);
      expect([date, log.status]).toEqual([date, 400]);
    }
  });
});

describe('an epoch', () => {
  it('is stale if no lease can have it', async () => {
    const holder = await make.person(test.accounts.acme);
    const lease = await make.lease(holder);
    const beat = (epoch: number) => test.as(holder, `POST /license/v1/leases/${lease}/heartbeat`, { epoch, seq: 1 });
    for (const epoch of [7, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect([epoch, (await beat(epoch)).body.problems?.[0]?.code]).toEqual([epoch, 'epoch-stale']);
    }
    expect((await beat(1)).status).toBe(200);
  });
});

describe('a lease', () => {
  it('of another user is not found, in any account; returning a lease twice succeeds', async () => {
    const { acme, birch } = test.accounts;
    const [mine, other, foreign] = [await make.person(acme), await make.person(acme), await make.person(birch)];
    const [held, theirs, elsewhere] = [await make.lease(mine), await make.lease(other), await make.lease(foreign)];
    const giveBack = async (id: string) => (await test.as(mine, `DELETE /license/v1/leases/${id}?epoch=1`)).status;
    expect([await giveBack(theirs), await giveBack(elsewhere), await giveBack('nonsense')]).toEqual([404, 404, 404]);
    expect([await giveBack(held), await giveBack(held)]).toEqual([200, 200]);
    expect((await test.as(mine, `POST /license/v1/leases/${elsewhere}/ack`, { epoch: 1 })).status).toBe(404);
    expect((await test.as(mine, `POST /license/v1/leases/${elsewhere}/return`, { epoch: 1 })).status).toBe(404);
  });

  it('token authenticates no API call', async () => {
    const holder = await make.person(test.accounts.acme);
    const lease = await make.lease(holder);
    const { token } = (await test.as(holder, `POST /license/v1/leases/${lease}/heartbeat`, { epoch: 1, seq: 1 })).body
      .lease;
    const reply = await test.as({ ...holder, token }, `GET /iam/v1/users/${holder.id}`);
    expect([reply.status, reply.body.errors, reply.headers['www-authenticate']]).toEqual([
      401,
      ['Authentication is required.'],
      'Bearer',
    ]);
  });
});

describe('signing in', () => {
  it('accepts exactly two strings', async () => {
    const signIn = (body: unknown) => test.as(null, 'POST /auth/v1/authorize', body);
    const username = test.people.acmeUser.email;
    expect((await signIn({ username, password: testPassword })).status).toBe(200);
    for (const body of [
      { username },
      { username, password: 7 },
      { username: null, password: 'x' },
      {},
      { username, password: 'x', more: 1 },
    ]) {
      expect((await signIn(body)).status).toBe(400);
    }
    for (const password of ['', ' ', testPassword.toUpperCase(), `${testPassword} `, '\0', '\ud800']) {
      const reply = await signIn({ username, password });
      expect([password, reply.status, reply.body.errors]).toEqual([password, 401, ['Invalid email or password']]);
    }
  });

  it('by a link requires its validity, and whether to mail it', async () => {
    const { acme } = test.accounts;
    const link = async (fields: Record<string, unknown>) => {
      const { rn } = await make.user(acme, { status: 'Pending' });
      const body = { user: rn, sendEmail: true, validDays: 30, ...fields };
      return (await test.as(test.people.acmeAdmin, 'POST /auth/v1/activationLink', body)).status;
    };
    expect([await link({ validDays: 1 }), await link({ validDays: 365 }), await link({ sendEmail: false })]).toEqual([
      200, 200, 200,
    ]);
    for (const wrong of [
      { validDays: 0 },
      { validDays: 366 },
      { validDays: 1.5 },
      { validDays: '30' },
      { sendEmail: 'yes' },
      { sendEmail: null },
    ]) {
      expect([wrong, await link(wrong)]).toEqual([wrong, 400]);
    }
  });
});
