import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { callList } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { rows } from '../authorization/rows/rows.ts';
import { send } from '../authorization/send.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import type { Made } from '../made/making.ts';

// Claims of docs/security.md, by their numbers.

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
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

/** What ends every key of a user. */
const endings: Readonly<Record<string, (user: Made, account: string) => Promise<{ status: number }>>> = {
  'a used key': async (user, account) => activate(await make.activationKey(account, user)),
  deactivation: ({ id }) => test.as(test.people.root, `PUT /iam/v1/users/${id}/status`, { status: 'Inactive' }),
  'deactivation of the account': (_, account) =>
    test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' }),
  deletion: ({ id }) => test.as(test.people.root, `DELETE /iam/v1/users/${id}`),
  'a changed e-mail': ({ id }) =>
    test.as(test.people.root, `PUT /iam/v1/users/${id}`, {
      email: make.email(),
      'first-name': 'Made',
      'last-name': 'Person',
    }),
  'a move to another account, and back': async ({ rn }, account) => {
    const move = (user: string, to: string) =>
      test.as(test.people.root, 'POST /admin/v1/users/move', { users: [user], 'account-id': to });
    const { items } = (await move(rn, (await make.account()).id)).body;
    return move(items[0]?.rn ?? '', account);
  },
};

const activate = (key: string) =>
  test.as(null, 'POST /auth/v1/activate', { 'activation-key': key, 'new-password': 'quite a fine new one' });

it.each(Object.entries(endings))('6.4.1: every key of a user ends with %s', async (_, end) => {
  const { id: account } = await make.account();
  const user = await make.user(account, { status: 'Pending' });
  const kept = await make.activationKey(account, user);
  expect((await end(user, account)).status).toBe(200);
  expect((await activate(kept)).status).toBe(400);
});

it('6.4.1: every key of a user ends with a changed password', async () => {
  const person = await make.person(test.accounts.acme);
  const kept = await make.activationKey(test.accounts.acme, person);
  const body = { 'current-password': make.password, 'new-password': 'quite another one' };
  expect((await test.as(person, `PUT /iam/v1/users/${person.id}/password`, body)).status).toBe(200);
  expect((await activate(kept)).status).toBe(400);
});

it('6.4.1: a key has 256 random bits, of which the database has a hash, and lasts a year at most', async () => {
  const user = await make.user(test.accounts.acme, { status: 'Pending' });
  const link = (validDays: number) =>
    test.as(test.people.root, 'POST /auth/v1/activationLink', { user: user.rn, sendEmail: false, validDays });
  expect((await link(366)).status).toBe(400);
  const { activationKey } = (await link(365)).body;
  expect(Buffer.from(activationKey, 'base64url')).toHaveLength(32);
  const stored = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.selectFrom('activation-keys').selectAll().where('user-id', '=', user.id).execute(),
  );
  expect(stored.map(({ hash }) => hash)).toEqual([createHash('sha256').update(activationKey).digest()]);
  expect(JSON.stringify(stored)).not.toContain(activationKey);
});

const guarded = callList.filter(
  ({ access }) => access.kind === 'action' && !('oneself' in access || 'policy' in access),
);

it.each(guarded)('8.2.2: the permission is checked before the input: $name', async (call) => {
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, 'none']));
  const person = test.people.acmeUser;
  const body = call.method === 'GET' ? {} : { body: { 'no-such-field': 1 } };
  const reply = await send(test, call, { params, query: { 'no-such': '1' }, ...body }, `Bearer ${person.token}`);
  expect(reply.status).toBe(403);
});

it.each(callList)('8.2.2: a record of another account and a missing one get the same reply: $name', async (call) => {
  const row = rows[call.name as keyof typeof rows];
  if (row.about !== 'an account') return;
  const request = await row.request(make, test.accounts.birch);
  const by = `Bearer ${test.people.acmeAdmin.token}`;
  const missing = Object.fromEntries(Object.keys(request.params ?? {}).map((name) => [name, randomUUID()]));
  const [other, none] = [
    await send(test, call, request, by),
    await send(test, call, { ...request, params: missing }, by),
  ];
  expect(other.status).toBeGreaterThanOrEqual(400);
  const said = ({ status, body }: typeof other) => ({ status, errors: body['errors'], problems: body['problems'] });
  expect(said(other)).toEqual(said(none));
});

it('8.2.2: a service account with more rights is neither changed nor deleted, and gets no token', async () => {
  const { acmeAdmin, root } = test.people;
  const statement = { actions: ['license:*'], effect: 'Allow', principals: [], conditions: [], resources: [] };
  const body = {
    'account-id': test.accounts.acme,
    name: 'With more rights',
    policies: [{ name: 'More', statements: [statement] }],
  };
  const { rn } = (await test.as(root, 'POST /iam/v1/service-accounts', body)).body.item;
  const path = `/iam/v1/service-accounts/${rn.split(':').at(-1)}` as const;
  const replies = [
    await test.as(acmeAdmin, `PUT ${path}`, { name: 'Taken' }),
    await test.as(acmeAdmin, `POST ${path}/tokens`, { name: 'Taken', 'expires-on': '2099-01-01' }),
    await test.as(acmeAdmin, `DELETE ${path}`),
  ];
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
});

/** The sources that connect to an address, or ask the DNS for a record. */
const reaching: Readonly<Record<string, string>> = {
  'mail/smtp.ts': 'the mail server',
  'webhook-delivery/post-webhook.ts': 'webhooks',
  'modules/single-sign-on/providers.ts': 'identity providers',
  'modules/single-sign-on/connections/test-connection.ts': 'identity providers',
  'modules/single-sign-on/connections/domains.ts': 'TXT records of domains',
  'jobs/upkeep-jobs.ts': 'the certificate of the public URL',
};

it('13.1.1: only what the security page lists connects to another address', () => {
  const root = `${import.meta.dirname}/../../src`;
  const doors = /\b(boundedFetch|openRequest|readCertificateEnd|connecting|connectingToMailServer|Resolver)\(?\b/;
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/^network\/|\.test\.ts$/.test(file));
  const found = files.filter((file) => doors.test(readFileSync(`${root}/${file}`, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(reaching).toSorted());
});
