import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createDirectory, letUseTags, scimClient, type TestDirectory } from '../../../test/directories.ts';
import { consume, createLicense, createProduct, everyone } from '../../../test/leases.ts';
import { createMaker, type Maker } from '../../../test/made/maker.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let make: Maker;
let directory: TestDirectory;
let ask: TestDirectory['ask'];
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  await letUseTags(test, test.accounts.acme);
  directory = await createDirectory(test, test.accounts.acme);
  ask = directory.ask;
});
afterAll(() => {
  test.services.streams.close();
  return test.close();
});

const person = (fields: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: make.email(),
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  ...fields,
});
const patch = (...operations: object[]) => ({ Operations: operations });
const create = async (fields: object = {}) => (await ask('POST /Users', person(fields))).body;
const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.scimType];
const admin = (...rest: Parameters<TestApp['as']> extends [unknown, ...infer Rest] ? Rest : never) =>
  test.as(test.people.acmeAdmin, ...rest);

describe('A user of a directory', () => {
  it('is created with a userName that is an e-mail, which nobody has anywhere', async () => {
    const taken = { userName: test.people.birchUser.email.toUpperCase() };
    expect(refusal(await ask('POST /Users', person(taken)))).toEqual([409, 'uniqueness']);
    expect(refusal(await ask('POST /Users', person({ userName: 'bjensen' })))).toEqual([400, 'invalidValue']);
    const { userName: _, ...nameless } = person({ emails: [{ value: make.email(), primary: true }] });
    expect(refusal(await ask('POST /Users', nameless))).toEqual([400, 'invalidValue']);
    const { id } = await create();
    const other = await ask(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'userName', value: taken.userName }));
    expect(refusal(other)).toEqual([409, 'uniqueness']);
  });

  it('is Pending until they have a password, or Inactive where they are not active', async () => {
    const statusOf = async ({ id }: { id: string }) => (await admin(`GET /iam/v1/users/${id}`)).body.item['status'];
    expect(await statusOf(await create())).toBe('Pending');
    expect(await statusOf(await create({ active: true }))).toBe('Pending');
    const inactive = await create({ active: false });
    expect([inactive.active, await statusOf(inactive)]).toEqual([false, 'Inactive']);
  });

  it('has a name, though the directory knows none', async () => {
    expect((await create({ name: undefined, displayName: 'Babs Joan Jensen' })).name).toMatchObject({
      givenName: 'Babs',
      familyName: 'Joan Jensen',
    });
    const nameless = await create({ name: undefined, userName: 'only@nameless.example' });
    expect(nameless.displayName).toBe('only nameless.example');
  });

  it('is replaced as a whole, and keeps what links them to the directory', async () => {
    const made = await create({ externalId: 'bjensen', title: 'Tour Guide', active: false });
    const { body } = await ask(`PUT /Users/${made.id}`, person({ userName: made.userName }));
    expect([body.title, body.externalId, body.active]).toEqual([undefined, 'bjensen', false]);
    const cleared = await ask(`PATCH /Users/${made.id}`, patch({ op: 'remove', path: 'externalId' }));
    expect([cleared.status, cleared.body.externalId]).toEqual([200, undefined]);
  });

  it.each([
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[value eq "none@a.example"].value', value: 'x@a.example' }, 'noTarget'],
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', path: 'colour', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    [{ op: 'add', value: { '__proto__.polluted': 'x' } }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[colour eq "w"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'add', path: 'title', value: { x: 1 } }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'bjensen' }, 'invalidValue'],
    [{ op: 'replace', path: 'externalId', value: 'a\0b' }, 'invalidValue'],
  ])('is not changed by %j', async (operation, keyword) => {
    const made = await create();
    const reply = await ask(`PATCH /Users/${made.id}`, patch(operation));
    expect([...refusal(reply), reply.body.schemas]).toEqual([
      400,
      keyword,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    expect((await ask(`GET /Users/${made.id}`)).body).toEqual(made);
    expect({}).not.toHaveProperty('polluted');
  });

  it('is changed by nobody who read an older state', async () => {
    const made = await create();
    const title = (value: string) => patch({ op: 'replace', path: 'title', value });
    const match = { 'if-match': made.meta.version };
    const [one, two] = await Promise.all([
      ask(`PATCH /Users/${made.id}`, title('One'), match),
      ask(`PATCH /Users/${made.id}`, title('Two'), match),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 412]);
    expect((await ask(`DELETE /Users/${made.id}`, undefined, match)).status).toBe(412);
    const { body, headers } = await ask(`GET /Users/${made.id}`);
    const again = await ask(`GET /Users/${made.id}`, undefined, { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    expect((await ask(`DELETE /Users/${made.id}`, undefined, { 'if-match': body.meta.version })).status).toBe(204);
  });

  it('is created once, though it is asked for twice at a time', async () => {
    const body = person();
    const replies = await Promise.all([ask('POST /Users', body), ask('POST /Users', body), ask('POST /Users', body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('with roles is changed only by a directory with the same rights', async () => {
    const { acme } = test.accounts;
    const holder = await make.user(acme);
    await make.carries(acme, holder, { role: await make.role(acme) });
    const change = patch({ op: 'replace', path: 'title', value: 'Dr.' });
    expect((await ask(`PATCH /Users/${holder.id}`, change)).status).toBe(403);
    expect((await ask(`DELETE /Users/${holder.id}`)).status).toBe(403);
    const group = await ask('POST /Groups', { displayName: `Holders ${make.next()}` });
    const join = patch({ op: 'add', path: 'members', value: [{ value: holder.id }] });
    expect((await ask(`PATCH /Groups/${group.body.id}`, join)).status).toBe(403);
    const mighty = await createDirectory(test, acme, { actions: ['iam:*', 'license:*'] });
    expect((await mighty.ask(`PATCH /Users/${holder.id}`, change)).status).toBe(200);
  });

  it('that another directory manages is not changed', async () => {
    const made = await create();
    const other = await createDirectory(test, test.accounts.acme);
    const reply = await other.ask(`PATCH /Users/${made.id}`, patch({ op: 'replace', path: 'title', value: 'x' }));
    expect([reply.status, reply.body.detail]).toEqual([409, 'A directory manages this user. Make this change there.']);
    expect((await other.ask(`GET /Users/${made.id}`)).status).toBe(200);
  });

  it('may have been there before, and is managed from the first change on', async () => {
    const user = await make.user(test.accounts.acme);
    const managed = async () => (await admin(`GET /iam/v1/users/${user.id}`)).body.item['managed'];
    expect(await managed()).toBe(undefined);
    await ask(`PATCH /Users/${user.id}`, patch({ op: 'add', path: 'externalId', value: 'adopted' }));
    expect([await managed(), (await admin(`GET /iam/v1/users/${user.id}`)).body.item['external-id']]).toEqual([
      true,
      'adopted',
    ]);
  });

  it('whose e-mail changes is told at the old one, though the account asks for second factors', async () => {
    const made = await create();
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('accounts').set({ 'second-factor': 'everyone' }).where('id', '=', test.accounts.acme).execute(),
    );
    const reply = await ask(`PATCH /Users/${made.id}`, patch({ op: 'replace', path: 'userName', value: make.email() }));
    expect(reply.status).toBe(200);
    const mails = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').selectAll().execute(),
    );
    expect(JSON.stringify(mails)).toContain(made.userName);
  });

  it('who is switched off gives their seat back at once, and their stream ends', async () => {
    const { acme } = test.accounts;
    const product = await createProduct(test);
    await createLicense(test, acme, everyone);
    const holder = await test.createPerson(acme, `Holder${make.next()}`, null);
    const { lease } = await consume(test, holder, product);
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/license/v1/leases/${lease.id}/events`, {
      headers: { authorization: `Bearer ${holder.token}` },
    });
    const read = stream.text();
    const off = await ask(`PATCH /Users/${holder.id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(off.status).toBe(200);
    expect(await read).toContain('event: released');
    expect((await test.as(holder, 'GET /license/v1/licenses/consumable')).status).toBe(401);
  });
});

describe('A group of a directory', () => {
  const group = async (fields: object = {}) =>
    (await ask('POST /Groups', { displayName: `Group ${make.next()}`, ...fields })).body;

  it('is a tag of the account, which has one of a name', async () => {
    const made = await group();
    expect((await admin(`GET /iam/v1/tags/${made.id}`)).body.item).toMatchObject({
      name: made.displayName,
      managed: true,
    });
    expect(refusal(await ask('POST /Groups', { displayName: made.displayName }))).toEqual([409, 'uniqueness']);
    expect(refusal(await ask('POST /Groups', {}))).toEqual([400, 'invalidValue']);
  });

  it('has users of the account as members, and nobody else', async () => {
    const { id } = await group();
    for (const value of [test.people.birchUser.id, 'nobody', id]) {
      const reply = await ask(`PATCH /Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value }] }));
      expect(refusal(reply)).toEqual([400, 'invalidValue']);
    }
    const gone = patch({ op: 'remove', path: `members[value eq "${test.people.birchUser.id}"]` });
    expect((await ask(`PATCH /Groups/${id}`, gone)).status).toBe(204);
  });

  it('ends the leases that only its tag allowed, with the membership', async () => {
    const { acme } = test.accounts;
    const made = await group();
    const holder = await test.createPerson(acme, `Member${make.next()}`, null);
    const member = [{ value: holder.id }];
    await ask(`PATCH /Groups/${made.id}`, patch({ op: 'add', path: 'members', value: member }));
    const product = await createProduct(test);
    const tag = (await admin(`GET /iam/v1/tags/${made.id}`)).body.item.rn;
    const license = await createLicense(test, acme, { kind: 'Tags', tags: [tag] });
    await consume(test, holder, product);
    const held = async () => (await admin(`GET /license/v1/licenses/${license.id}`)).body.item['state'];
    expect(await held()).toMatchObject({ user: holder.rn });
    await ask(`PATCH /Groups/${made.id}`, patch({ op: 'remove', path: 'members' }));
    expect(await held()).toMatchObject({ user: null });
    const log = await admin(`GET /iam/v1/audit?resource=${holder.rn}`);
    expect(log.body.items[0]).toMatchObject({
      action: 'iam:RemoveUserTag',
      'actor-name': expect.stringContaining('Made'),
    });
    expect(log.body.items[0]?.['before']).toMatchObject({ names: { [tag]: made.displayName } });
  });

  it('is not changed by who read older members', async () => {
    const { id } = await group();
    const { meta } = (await ask(`GET /Groups/${id}`)).body;
    const [one, two] = [await create(), await create()];
    const join = (member: { id: string }) => patch({ op: 'add', path: 'members', value: [{ value: member.id }] });
    const match = { 'if-match': meta.version };
    expect((await ask(`PATCH /Groups/${id}`, join(one), match)).status).toBe(204);
    expect((await ask(`PATCH /Groups/${id}`, join(two), match)).status).toBe(412);
    expect((await ask(`GET /Groups/${id}?attributes=members.value`)).body.members).toEqual([{ value: one.id }]);
  });

  it('is refused by an account that uses no tags, with a sentence', async () => {
    await make.tag(test.accounts.birch);
    const { ask: asks } = await createDirectory(test, test.accounts.birch);
    expect((await asks('GET /Groups')).body).toMatchObject({ totalResults: 0, Resources: [] });
    const reply = await asks('POST /Groups', { displayName: 'Any' });
    expect([...refusal(reply), reply.body.detail]).toEqual([
      400,
      'invalidValue',
      'This account uses no tags, so that it has no groups. Manage its users without groups.',
    ]);
  });
});

describe('A list', () => {
  it('has pages, orders and the attributes that are asked for', async () => {
    const { ask: asks } = await createDirectory(test, await test.createAccount('Listed'));
    for (const [index, title] of ['b', 'a', 'c', null].entries())
      await asks('POST /Users', person({ userName: `p${index}@listed.example`, ...(title ? { title } : {}) }));
    const names = async (query: string) =>
      (await asks(`GET /Users?${query}`)).body.Resources.map((one: { userName: string }) => one.userName.slice(0, 2));
    expect(await names('sortBy=title')).toEqual(['p1', 'p0', 'p2', 'p3']);
    expect(await names('sortBy=title&sortOrder=descending')).toEqual(['p2', 'p0', 'p1', 'p3']);
    expect(await names('sortBy=userName&startIndex=2&count=2')).toEqual(['p1', 'p2']);
    expect(await names('sortBy=meta.created&startIndex=-3&count=1')).toEqual(['p0']);
    expect((await asks('GET /Users?count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    const [first] = (await asks('GET /Users?attributes=userName,NAME.givenName&count=1')).body.Resources;
    expect(Object.keys(first)).toEqual(['schemas', 'id', 'userName', 'name']);
    expect(first.name).toEqual({ givenName: 'Barbara' });
    const [rest] = (await asks('GET /Users?excludedAttributes=name.formatted,emails,meta&count=1')).body.Resources;
    expect(Object.keys(rest)).toEqual(['schemas', 'id', 'userName', 'name', 'displayName', 'title', 'active']);
    expect(rest.name).toEqual({ familyName: 'Jensen', givenName: 'Barbara' });
    expect(refusal(await asks('GET /Users?sortBy=colour'))).toEqual([400, 'invalidPath']);
    expect(refusal(await asks('GET /Users?count=some'))).toEqual([400, 'invalidValue']);
    expect(refusal(await asks('GET /Users?attributes=a&excludedAttributes=b'))).toEqual([400, 'invalidValue']);
  });
});

describe('The service', () => {
  it('describes itself', async () => {
    expect((await ask('GET /ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1000 },
      filter: { supported: true },
      etag: { supported: true },
    });
    const types = await ask('GET /ResourceTypes');
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = await ask('GET /Schemas');
    expect(schemas.body.totalResults).toBe(2);
    for (const { meta } of [...types.body.Resources, ...schemas.body.Resources]) {
      const path = meta.location.split('/scim/v2')[1];
      expect((await ask(`GET ${path as '/'}`)).status).toBe(200);
    }
    expect((await ask('GET /Schemas?filter=id%20pr')).status).toBe(403);
    expect((await ask('GET /Nothing')).body).toMatchObject({ status: '404' });
  });

  it('reads JSON of either name, and says in its own words what it cannot read', async () => {
    expect((await ask('POST /Users', person(), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      201,
    );
    expect((await ask('POST /Users', 'x', { 'content-type': 'text/plain' })).body).toMatchObject({ status: '415' });
    expect(refusal(await ask('POST /Users', '{'))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await ask('POST /Users', '[]'))).toEqual([400, 'invalidSyntax']);
    expect((await ask('POST /Users', JSON.stringify(person({ title: 'x'.repeat(1024 * 1024) })))).status).toBe(413);
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(refusal(await ask('POST /Users', `{"userName":"a@b.example","x":${deep}}`))).toEqual([400, 'invalidSyntax']);
  });

  it('is for tokens of service accounts that may, and keeps what they were refused', async () => {
    expect((await scimClient(test, null)('GET /Users')).status).toBe(401);
    expect((await scimClient(test, test.people.root.token)('GET /Users')).status).toBe(403);
    const powerless = await createDirectory(test, test.accounts.acme, { actions: ['iam:ListUsers'] });
    expect((await powerless.ask('POST /Users', person())).status).toBe(403);
    const failing = await createDirectory(test, test.accounts.acme);
    await failing.ask('POST /Users', person({ userName: 'nobody' }));
    await failing.ask('GET /Users/none');
    const { body } = await admin('GET /iam/v1/directories');
    const listed = body.items.find(({ rn }) => rn === failing.rn);
    expect(body.items.map(({ rn }) => rn)).not.toContain(powerless.rn);
    expect(listed?.['failures']).toEqual([
      {
        on: expect.any(String),
        method: 'POST',
        target: '/Users',
        name: 'nobody',
        status: 400,
        message: "A user's userName is their e-mail, and this is none.",
      },
    ]);
    for (let index = 0; index < 55; index += 1) await failing.ask(`DELETE /Users/${index}`);
    const rows = await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .selectFrom('directory-failures')
        .select('target')
        .where('directory-id', '=', failing.id)
        .orderBy('id')
        .execute(),
    );
    expect([rows.length, rows.at(-1)?.target]).toEqual([50, '/Users/54']);
  });

  it('ends with the token, at once', async () => {
    const short = await createDirectory(test, test.accounts.acme);
    expect((await short.ask('GET /Users?count=1')).status).toBe(200);
    await admin(`PUT /iam/v1/service-accounts/${short.id}`, { name: 'No more', policies: [] });
    expect((await short.ask('GET /Users?count=1')).status).toBe(403);
    await admin(`DELETE /iam/v1/service-accounts/${short.id}`);
    expect((await short.ask('GET /Users?count=1')).status).toBe(401);
  });
});

describe('A bulk request', () => {
  it('makes users and a group of them by their bulkIds, in whatever order they stand', async () => {
    const reply = await ask('POST /Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'ytrewq',
          data: { displayName: `Tour Guides ${make.next()}`, members: [{ type: 'User', value: 'bulkId:qwerty' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'qwerty', data: person() },
        { method: 'PATCH', path: '/Users/bulkId:qwerty', data: patch({ op: 'add', path: 'title', value: 'Guide' }) },
        { method: 'DELETE', path: '/Users/none' },
        { method: 'GET', path: '/Users' },
      ],
    });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual([
      '201',
      '201',
      '200',
      '404',
      '404',
    ]);
    const [group, user] = reply.body.Operations;
    expect(user).toEqual({
      method: 'POST',
      bulkId: 'qwerty',
      version: expect.stringMatching(/^W\//),
      location: expect.stringContaining('/scim/v2/Users/'),
      status: '201',
    });
    const { body } = await ask(`GET ${group.location.split('/scim/v2')[1] as '/'}`);
    expect(user.location).toContain(body.members[0].value);
    expect(reply.body.Operations[3].response).toMatchObject({ status: '404', detail: 'Not found' });
  });

  it('stops after as many errors as it says', async () => {
    const bad = { method: 'POST', path: '/Users', data: { userName: 'none' } };
    const operations = [bad, { ...bad, data: person() }, bad, bad];
    const reply = await ask('POST /Bulk', { failOnErrors: 2, Operations: operations });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['400', '201', '400']);
  });

  it('refuses those that wait for one another', async () => {
    const group = (bulkId: string, member: string) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: { displayName: `Circle ${make.next()}`, members: [{ value: `bulkId:${member}` }] },
    });
    const reply = await ask('POST /Bulk', { Operations: [group('a', 'b'), group('b', 'a')] });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['409', '409']);
  });

  it('has at most 1,000 operations', async () => {
    const operations = (length: number) => Array.from({ length }, () => ({ method: 'DELETE', path: '/Users/x' }));
    expect((await ask('POST /Bulk', { Operations: operations(1_001) })).body).toMatchObject({
      status: '413',
      detail: 'A bulk request has at most 1000 operations.',
    });
    expect(refusal(await ask('POST /Bulk', {}))).toEqual([400, 'invalidSyntax']);
  });
});
