import { callList } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledInput } from '../../../../test/filled-input.ts';
import { hostileText, longReads } from '../../../../test/long-reads.ts';
import { comparisons } from '../../src/modules/directories/scim/filter/parse-filter.ts';
import { attributesOfGroup, attributesOfUser } from '../../src/modules/directories/scim/scim-attributes.ts';
import { createTestApp, type TestApp, testPassword } from '../app.ts';
import { createDirectory, type TestDirectory } from '../sign-in/directories.ts';

// Sends every way in texts beyond every bound and counts what reads them: calls of the contract and attributes of SCIM
// are found by themselves.

let test: TestApp;
let directory: TestDirectory;
beforeAll(async () => {
  test = await createTestApp();
  directory = await createDirectory(test, test.accounts.acme);
});
afterAll(() => test.close());

/** The length of a hostile text in a body of 1 MiB, in one of 64 KiB, and in the head of a request. */
const lengths = { signedIn: 40_003, anonymous: 5_003, head: 2_203 };

/** Sends a request, and returns its status and what read a text of this length. */
async function sent(length: number, send: () => Promise<{ readonly status: number }>) {
  let status = 0;
  const { reads } = await longReads(
    (text) => text.length === length,
    async () => {
      status = (await send()).status;
    },
  );
  return { status, reads };
}

const isRefused = (status: number) => status >= 400 && status < 500;

describe('A call reads no text beyond its bound', () => {
  const bodies = callList.filter(({ body }) => Object.keys(Object(filledInput(body, () => ''))).length > 0);

  const places = bodies.flatMap((call) => [
    { ...call, where: 'in the body', inList: true },
    { ...call, where: 'in place of the lists', inList: false },
  ]);

  it.each(places)('$where of $name', async ({ method, path, access, body, inList }) => {
    const length = access.kind === 'public' ? lengths.anonymous : lengths.signedIn;
    const input = filledInput(body, () => hostileText(length), inList);
    const url = path.replaceAll(/\{\w+\}/g, 'none');
    const { status, reads } = await sent(length, () => test.as(test.people.root, `${method} ${url}`, input));
    expect([reads, isRefused(status), status]).toEqual([[], true, status]);
  });

  const queries = callList.flatMap((call) => Object.keys(call.query.shape).map((field) => ({ ...call, field })));

  it.each(queries)('in the query of $name, $field', async ({ method, path, field }) => {
    const url = `${path.replaceAll(/\{\w+\}/g, 'none')}?${field}=${encodeURIComponent(hostileText(lengths.head))}`;
    const { status, reads } = await sent(lengths.head, () => test.as(test.people.root, `${method} ${url}`));
    // Some fields are longer than a head can be.
    expect([reads, status < 500]).toEqual([[], true]);
  });

  const parameters = callList.flatMap((call) => Object.keys(call.params.shape).map((field) => ({ ...call, field })));

  it.each(parameters)('in the path of $name, $field', async ({ method, path, field }) => {
    const id = encodeURIComponent(hostileText(lengths.head));
    const url = path.replace(`{${field}}`, id).replaceAll(/\{\w+\}/g, 'none');
    const { status, reads } = await sent(lengths.head, () => test.as(test.people.root, `${method} ${url}`, {}));
    expect([reads, isRefused(status), status]).toEqual([[], true, status]);
  });
});

describe('A header beyond its bound is refused unread', () => {
  it.each([
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Last-Event-ID',
    'Origin',
  ])('%s', async (name) => {
    const length = 4_001;
    const send = () =>
      test.as(test.people.root, 'POST /iam/v1/tags', '{}', { [name.toLowerCase()]: 'x'.repeat(length) });
    expect(await sent(length, send)).toEqual({ status: 400, reads: [] });
  });

  it.each(['Authorization', 'Cookie'])('%s', async (name) => {
    const length = 16_001;
    const send = () => test.as(null, 'GET /iam/v1/tags', undefined, { [name.toLowerCase()]: 'x'.repeat(length) });
    expect(await sent(length, send)).toEqual({ status: 400, reads: [] });
  });
});

describe('A sign-in answers any string', () => {
  const signIn = (body: object) => test.as(null, 'POST /auth/v1/authorize', body);

  it.each([
    ['a name', { username: hostileText(5_003), password: testPassword }],
    ['a name that ends in spaces', { username: `ada@acme.example${' '.repeat(5_003 - 16)}`, password: testPassword }],
    ['a password', { username: 'ada@acme.example', password: hostileText(5_003) }],
  ])('by its length alone: %s', async (_what, body) => {
    for (let times = 0; times < 12; times += 1) {
      const other = { ...body, username: body.username.replace('ada', `ada-${times}`) };
      const { status, reads } = await sent(lengths.anonymous, () => signIn(other));
      expect([status, reads]).toEqual([401, []]);
    }
  });
});

describe('A body', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const message = 'The request body is nested more than 32 levels deep.';
  const problem = [{ code: 'invalid-json', message }];

  it.each([
    ['33 levels', `{"name":${nested(32)}}`],
    ['200,000 levels', `{"name":${nested(200_000)}}`],
    ['200,000 levels, without an end', '['.repeat(200_000)],
    ['objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('is nested at most 32 levels deep: %s', async (_what, body) => {
    const headers = { 'idempotency-key': 'nested' };
    const reply = await test.as(test.people.root, 'POST /iam/v1/tags', body, headers);
    expect([reply.status, reply.body.problems]).toEqual([400, problem]);
    const scim = await directory.ask('POST /Users', body);
    expect([scim.status, scim.body]).toMatchObject([400, { detail: message, scimType: 'invalidSyntax' }]);
  });

  it.each([
    ['32 levels', `{"name":${nested(31)}}`],
    ['brackets in a text', `{"name":"\\"${'[{'.repeat(100)}"}`],
    ['brackets one after the other', `{"name":[${'[],'.repeat(100)}[]]}`],
  ])('is judged by its content within: %s', async (_what, body) => {
    const reply = await test.as(test.people.root, 'POST /iam/v1/tags', body);
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([400, 'invalid']);
  });

  const padded = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`;
  const anonymous = callList.filter(({ access, method }) => access.kind === 'public' && method !== 'GET');

  it.each(anonymous)('of $name, which needs no sign-in, has at most 64 KiB', async ({ method, path }) => {
    const route = `${method} ${path.replaceAll(/\{\w+\}/g, 'none')}` as const;
    expect((await test.as(null, route, padded(64 * 1024))).status).toBe(400);
    const reply = await test.as(null, route, padded(64 * 1024 + 1));
    expect([reply.status, reply.body.errors]).toEqual([
      413,
      ['The request body is larger than 64 KiB. Send less at once.'],
    ]);
  });

  it('for an address that is none has at most 64 KiB, too', async () => {
    expect((await test.as(null, 'POST /iam/v1/none', padded(64 * 1024 + 1))).status).toBe(413);
  });

  it('of a call that needs a sign-in has at most 1 MiB', async () => {
    const { root } = test.people;
    expect((await test.as(root, 'POST /iam/v1/tags', padded(1024 * 1024))).status).toBe(400);
    const reply = await test.as(root, 'POST /iam/v1/tags', padded(1024 * 1024 + 1));
    expect([reply.status, reply.body.errors]).toEqual([
      413,
      ['The request body is larger than 1 MiB. Send less at once.'],
    ]);
  });
});

describe('A directory is refused unread', () => {
  const paths = (attributes: typeof attributesOfUser) =>
    attributes.flatMap(({ name, subAttributes }) => [
      name,
      ...(subAttributes ?? []).map((part) => `${name}.${part.name}`),
    ]);
  const attributes = [
    ...paths(attributesOfUser).map((path) => ({ list: 'Users', path })),
    ...paths(attributesOfGroup).map((path) => ({ list: 'Groups', path })),
  ];
  const bodyOf = (path: string, text: string) => {
    const [name = '', part] = path.split('.');
    return part ? { [name]: [{ [part]: text }] } : { [name]: text };
  };
  const text = hostileText(lengths.signedIn);

  it.each(attributes)('with $path of $list', async ({ list, path }) => {
    const body = { userName: 'ada@acme.example', ...bodyOf(path, text) };
    const operation = { op: 'replace', path, value: text };
    const operations = [operation, { op: 'add', value: body }, { op: 'add', value: { [path]: text } }];
    const bulk = { method: 'POST', path: `/${list}`, bulkId: 'one', data: body };
    const requests = [
      () => directory.ask(`POST /${list}`, body),
      () => directory.ask(`PUT /${list}/none`, body),
      ...operations.map((one) => () => directory.ask(`PATCH /${list}/none`, { Operations: [one] })),
      () => directory.ask('POST /Bulk', { Operations: [bulk] }),
    ];
    for (const request of requests) {
      const { status, reads } = await sent(text.length, request);
      expect([reads, isRefused(status), status]).toEqual([[], true, status]);
    }
  });

  it.each(['method', 'path', 'bulkId', 'version', 'data'])('with %s of a bulk operation', async (name) => {
    const operation = { method: 'POST', path: '/Users', bulkId: 'one', data: {}, [name]: text };
    const { status, reads } = await sent(text.length, () => directory.ask('POST /Bulk', { Operations: [operation] }));
    expect([reads, status]).toEqual([[], 400]);
  });

  it.each(['op', 'path', 'value'])('with %s of a change', async (name) => {
    const operation = { op: 'replace', path: 'title', value: 'Dr.', [name]: text };
    const request = () => directory.ask('PATCH /Users/none', { Operations: [operation] });
    const { status, reads } = await sent(text.length, request);
    expect([reads, isRefused(status)]).toEqual([[], true]);
  });

  it('with the name of an attribute', async () => {
    const { status, reads } = await sent(text.length, () => directory.ask('POST /Users', { [text]: 'x' }));
    expect([reads, status]).toEqual([[], 400]);
  });

  const value = hostileText(2_003);

  it.each(attributes)('with a filter of $list by $path', async ({ list, path }) => {
    for (const comparison of comparisons) {
      const filter = encodeURIComponent(`${path} ${comparison} "${value}"`);
      const { status, reads } = await sent(value.length, () => directory.ask(`GET /${list}?filter=${filter}`));
      // The value is found by the bounded text of the filter.
      expect([reads, status]).toEqual([[], 400]);
    }
  });

  it.each(['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'attributes', 'excludedAttributes'])(
    'with %s',
    async (name) => {
      const long = 'x'.repeat(16_001);
      const url = `/Users?${name === 'sortOrder' ? 'sortBy=title&' : ''}${name}=${long}` as const;
      expect(await sent(long.length, () => directory.ask(`GET ${url}`))).toEqual({ status: 400, reads: [] });
    },
  );

  it('but not with a long value of an attribute that is ignored', async () => {
    const photos = [{ value: text }];
    const body = { userName: `long@${test.accounts.acme.slice(-6)}.example`, photos };
    const { status, reads } = await sent(text.length, () => directory.ask('POST /Users', body));
    expect([reads, status]).toEqual([[], 201]);
  });
});

describe('The parameters of OAuth are refused unread', () => {
  const names = ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token'];
  const more = ['device_code', 'device_name', 'token', 'response_type', 'state', 'code_challenge', 'scope'];
  const known = { client_id: 'keyhold', redirect_uri: 'http://127.0.0.1:1/', response_type: 'code' };
  const grants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];
  const send = async (path: string, form: Record<string, string>) => {
    const { statusCode } = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    return { status: statusCode };
  };
  const text = 'x'.repeat(8_003);

  it.each([...names, ...more])('%s', async (name) => {
    for (const grant_type of grants) {
      const { reads } = await sent(text.length, () => send('/oauth/token', { ...known, grant_type, [name]: text }));
      expect(reads).toEqual([]);
    }
    for (const path of ['/oauth/device', '/oauth/revoke']) {
      const { reads } = await sent(text.length, () => send(path, { ...known, token: 'none', [name]: text }));
      expect(reads).toEqual([]);
    }
    const query = new URLSearchParams({ ...known, code_challenge_method: 'S256', [name]: text });
    const { reads } = await sent(text.length, async () => {
      await test.app.inject({ method: 'GET', url: `/oauth/authorize?${query}` });
      return { status: 0 };
    });
    expect(reads).toEqual([]);
  });
});
