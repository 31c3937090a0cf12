import { consumePolicy } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestReply, testPassword } from '../app.ts';
import { issueLicense } from '../licensing/issued-licenses.ts';
import { createMaker, type Maker } from '../made/maker.ts';

let test: TestApp;
let make: Maker;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  acme = test.accounts.acme;
});
afterAll(() => test.close());

const idOf = (reply: TestReply) => reply.body.item.rn.split(':').at(-1) as string;
const said = ({ status, body }: TestReply) => [status, ...body.errors];

describe('an entity tag', () => {
  it('is returned with every item and list, including created ones', async () => {
    const { root } = test.people;
    const created = await test.as(root, 'POST /admin/v1/accounts', { name: 'Tagged' });
    const path = `/admin/v1/accounts/${idOf(created)}` as const;
    const read = await test.as(root, `GET ${path}`);
    expect(read.headers['etag']).toBe(created.headers['etag']);
    const cached = await test.as(root, `GET ${path}`, undefined, { 'if-none-match': String(read.headers['etag']) });
    expect(cached.status).toBe(304);
    const head = await test.app.inject({
      method: 'HEAD',
      url: path,
      headers: { authorization: root.token, 'if-none-match': String(read.headers['etag']) },
    });
    expect(head.statusCode).toBe(304);
    const list = await test.as(root, 'GET /admin/v1/accounts');
    const same = await test.as(root, 'GET /admin/v1/accounts', undefined, {
      'if-none-match': String(list.headers['etag']),
    });
    expect(same.status).toBe(304);
    const put = (name: string, tag: string) => test.as(root, `PUT ${path}`, { name }, { 'if-match': tag });
    const changed = await put('Tagged once', String(created.headers['etag']));
    expect(changed.status).toBe(200);
    expect((await put('Tagged twice', String(created.headers['etag']))).status).toBe(412);
    expect((await put('Tagged twice', `"other", ${changed.headers['etag']}`)).status).toBe(200);
    expect((await put('Tagged thrice', '*')).status).toBe(200);
    expect((await put('Never', '"nonsense"')).status).toBe(412);
  });

  it('is stored with the reply to a POST and replayed', async () => {
    const send = () =>
      test.as(test.people.root, 'POST /admin/v1/accounts', { name: 'Sent twice' }, { 'idempotency-key': 'etag' });
    const [first, again] = [await send(), await send()];
    expect(first.headers['etag']).toBeDefined();
    expect(again.headers['etag']).toBe(first.headers['etag']);
  });

  it('prevents every change of a user, their roles and their tags when it is stale', async () => {
    const { acmeAdmin } = test.people;
    const [role, tag] = [await make.role(acme), await make.tag(acme)];
    const user = await make.user(acme);
    await make.assign(acme, user, { role, tag });
    const path = `/iam/v1/users/${user.id}` as const;
    const fields = { email: make.email(), 'first-name': 'F', 'last-name': 'L' };
    const changes: [route: `${'PUT' | 'DELETE'} ${string}`, body?: unknown][] = [
      [`PUT ${path}`, fields],
      [`PUT ${path}/status`, { status: 'Inactive' }],
      [`DELETE ${path}/roles/${role.id}`],
      [`DELETE ${path}/tags/${tag.id}`],
      [`DELETE ${path}`],
    ];
    for (const [route, body] of changes) {
      const stale = await test.as(acmeAdmin, route, body, { 'if-match': '"older.older"' });
      expect([route, stale.status]).toEqual([route, 412]);
      const fresh = String((await test.as(acmeAdmin, `GET ${path}`)).headers['etag']);
      expect([route, (await test.as(acmeAdmin, route, body, { 'if-match': fresh })).status]).toEqual([route, 200]);
    }
  });

  it("prevents a change of the user's own password when it is stale", async () => {
    const person = await make.person(acme);
    const body = { 'current-password': testPassword, 'new-password': 'words that are new' };
    const put = (tag: string) => test.as(person, `PUT /iam/v1/users/${person.id}/password`, body, { 'if-match': tag });
    expect((await put('"older.older"')).status).toBe(412);
    const fresh = String((await test.as(person, `GET /iam/v1/users/${person.id}`)).headers['etag']);
    expect((await put(fresh)).status).toBe(200);
  });

  it('prevents every change of a license when it is stale, but not because the license is used', async () => {
    const { root } = test.people;
    const license = await make.license(acme, { everyone: true });
    const addon = await make.addonLicense(acme, { on: license });
    const path = `/license/v1/licenses/${license.id}` as const;
    const changes: [route: `${'PUT' | 'DELETE'} ${string}`, body?: unknown][] = [
      [`PUT ${path}`, { description: 'New' }],
      [`PUT ${path}/policies`, { policies: [] }],
      [`PUT ${path}/status`, { status: 'Suspended' }],
      [`PUT ${path}/terms`, { expiry: { perpetual: true } }],
      [`DELETE ${path}/addons/${addon.id}`],
    ];
    for (const [route, body] of changes) {
      const stale = await test.as(root, route, body, { 'if-match': '"older.older"' });
      expect([route, stale.status]).toEqual([route, 412]);
      const fresh = String((await test.as(root, `GET ${path}`)).headers['etag']);
      expect([route, (await test.as(root, route, body, { 'if-match': fresh })).status]).toEqual([route, 200]);
    }
  });
});

describe('a deleted resource', () => {
  it('cannot be restored while its name is taken', async () => {
    const { acmeAdmin, root } = test.people;
    const tag = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Twice', 'account-id': acme });
    await test.as(acmeAdmin, `DELETE /iam/v1/tags/${idOf(tag)}`);
    const next = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'twice ', 'account-id': acme });
    expect(next.status).toBe(201);
    const restoreTag = () => test.as(acmeAdmin, `POST /iam/v1/tags/${idOf(tag)}/restore`, {});
    expect(said(await restoreTag())).toEqual([409, 'This tag name already exists.']);
    await test.as(acmeAdmin, `DELETE /iam/v1/tags/${idOf(next)}`);
    expect((await restoreTag()).status).toBe(200);

    const account = await test.as(root, 'POST /admin/v1/accounts', { name: 'Account twice' });
    await test.as(root, `DELETE /admin/v1/accounts/${idOf(account)}`);
    const successor = await test.as(root, 'POST /admin/v1/accounts', { name: 'ACCOUNT TWICE' });
    expect(successor.status).toBe(201);
    const restored = await test.as(root, `POST /admin/v1/accounts/${idOf(account)}/restore`, {});
    expect(said(restored)).toEqual([409, 'This account name already exists.']);
  });

  it('cannot be restored with its account while another user has one of its e-mails', async () => {
    const { root, acmeAdmin } = test.people;
    const account = await test.as(root, 'POST /admin/v1/accounts', { name: 'Mailed' });
    const person = await test.createPerson(idOf(account), 'Mailed', null);
    await test.as(root, `DELETE /admin/v1/accounts/${idOf(account)}`);
    const body = { email: person.email.toUpperCase(), 'first-name': 'N', 'last-name': 'N', 'account-id': acme };
    expect((await test.as(acmeAdmin, 'POST /iam/v1/users', body)).status).toBe(201);
    const restored = await test.as(root, `POST /admin/v1/accounts/${idOf(account)}/restore`, {});
    expect(restored.status).toBe(409);
    expect(restored.body['errors']).toEqual([
      `This email already exists. It is used in Acme Print. The email is ${person.email}.`,
    ]);
    expect((await test.as(root, `GET /admin/v1/accounts/${idOf(account)}`)).status).toBe(404);
  });

  it('can only be restored with its account if that is deleted, too', async () => {
    const { root } = test.people;
    const account = (await make.account()).id;
    const [user, tag] = [await make.user(account), await make.tag(account)];
    await test.as(root, `DELETE /admin/v1/accounts/${account}`);
    expect((await test.as(root, `POST /iam/v1/users/${user.id}/restore`, {})).status).toBe(404);
    expect((await test.as(root, `POST /iam/v1/tags/${tag.id}/restore`, {})).status).toBe(404);
    expect((await test.as(root, `POST /admin/v1/accounts/${account}/restore`, {})).status).toBe(200);
    expect((await test.as(root, `GET /iam/v1/users/${user.id}`)).status).toBe(200);
  });
});

describe('a role or tag of a user', () => {
  it('is added once, and only the first call is logged', async () => {
    const { acmeAdmin } = test.people;
    const [user, role, tag] = [await make.user(acme), await make.role(acme), await make.tag(acme)];
    const written = async () =>
      (await test.as(acmeAdmin, `GET /iam/v1/audit?resource=${user.rn}`)).body.items.map((row) => row['action']);
    for (const body of [{ role: role.rn }, { role: role.rn }]) {
      expect((await test.as(acmeAdmin, `POST /iam/v1/users/${user.id}/roles`, body)).status).toBe(200);
    }
    for (const body of [{ tag: tag.rn }, { tag: tag.rn }]) {
      expect((await test.as(acmeAdmin, `POST /iam/v1/users/${user.id}/tags`, body)).status).toBe(200);
    }
    expect(await written()).toEqual(['iam:AddUserTag', 'iam:AddUserRole']);
    for (const status of [200, 404]) {
      expect((await test.as(acmeAdmin, `DELETE /iam/v1/users/${user.id}/tags/${tag.id}`)).status).toBe(status);
      expect((await test.as(acmeAdmin, `DELETE /iam/v1/users/${user.id}/roles/${role.id}`)).status).toBe(status);
    }
  });
});

describe('consumers', () => {
  it('narrow a policy when they are deleted, and never widen it', async () => {
    const { acmeAdmin } = test.people;
    const [one, two, tag] = [await make.user(acme), await make.user(acme), await make.tag(acme)];
    const [{ key: shared }, { key: narrowed }] = [await issueLicense(test, acme), await issueLicense(test, acme)];
    const principal = (rn: string) => ({ id: rn, provider: 'keyhold-iam' });
    const condition = { type: 'Tag', logic: 'All', operator: 'Equals', tags: [tag.rn] };
    const policyOf = (...principals: string[]) => {
      const [statement] = consumePolicy({ kind: 'No one' }).statements;
      return {
        name: 'Consume License Policy',
        statements: [{ ...statement, principals: principals.map(principal), conditions: [condition] }],
      };
    };
    const put = (key: string, policy: unknown) =>
      test.as(acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, { policies: [policy] });
    expect((await put(shared, policyOf(one.rn, two.rn))).status).toBe(200);
    expect((await put(narrowed, policyOf(one.rn))).status).toBe(200);
    await test.as(acmeAdmin, `DELETE /iam/v1/users/${one.id}`);
    const read = async (key: string) =>
      (await test.as(acmeAdmin, `GET /license/v1/licenses/${key}`)).body.item.policies;
    expect(await read(shared)).toEqual([policyOf(two.rn)]);
    expect(await read(narrowed)).toEqual([consumePolicy({ kind: 'No one' })]);
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/tags/${tag.id}`)).status).toBe(409);
  });

  it('are kept in policies of any name and effect, but only the consume policy protects its tags from deletion', async () => {
    const { acmeAdmin } = test.people;
    const tag = await make.tag(acme);
    const { key } = await issueLicense(test, acme);
    const [statement] = consumePolicy({ kind: 'Tags', tags: [tag.rn] }).statements;
    const policies = [{ name: 'House rules', statements: [{ ...statement, effect: 'Perhaps' }] }];
    const reply = await test.as(acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, { policies });
    expect([reply.status, reply.body.item.policies]).toEqual([200, policies]);
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/tags/${tag.id}`)).status).toBe(200);
  });
});

describe('an account', () => {
  it('allows its users to sign in when it is Pending, but not when it is Inactive', async () => {
    const { root } = test.people;
    const created = await test.as(root, 'POST /admin/v1/accounts', { name: 'Waiting room' });
    expect(created.body.item).toMatchObject({ status: 'Pending' });
    const person = await test.createPerson(idOf(created), 'Waiting', null);
    const signIn = () => test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: testPassword });
    expect((await signIn()).status).toBe(200);
    const put = (status: string) => test.as(root, `PUT /admin/v1/accounts/${idOf(created)}/status`, { status });
    expect((await put('Inactive')).body.item).toMatchObject({ status: 'Inactive' });
    expect(said(await signIn())).toEqual([401, 'This account is inactive.']);
    expect((await put('Active')).body.item).toMatchObject({ status: 'Active' });
    expect((await test.as(person, `GET /iam/v1/users/${person.id}`)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect((await put('Pending')).status).toBe(400);
  });

  it('has no owner after the owner is deleted, and keeps its status', async () => {
    const { root } = test.people;
    const account = (await make.account()).id;
    const owner = await make.user(account);
    await test.as(root, `PUT /admin/v1/accounts/${account}/owner`, { owner: owner.rn });
    await test.as(root, `DELETE /iam/v1/users/${owner.id}`);
    expect((await test.as(root, `GET /admin/v1/accounts/${account}`)).body.item).toMatchObject({
      owner: null,
      status: 'Active',
    });
    const again = await test.as(root, `PUT /admin/v1/accounts/${account}/owner`, { owner: owner.rn });
    expect([again.status, again.body.problems?.[0]?.path]).toEqual([400, 'owner']);
  });
});
