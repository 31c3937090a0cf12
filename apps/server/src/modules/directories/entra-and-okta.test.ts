import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../../../test/sign-in/directories.ts';

let test: TestApp;
let directory: TestDirectory;
let ask: TestDirectory['ask'];
beforeAll(async () => {
  test = await createTestApp();
  await letUseTags(test, test.accounts.acme);
  directory = await createDirectory(test, test.accounts.acme);
  ask = directory.ask;
});
afterAll(() => test.close());

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
const filtered = (path: `/${string}`, filter: string) => `GET ${path}?filter=${encodeURIComponent(filter)}` as const;

// learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
describe('Entra ID', () => {
  let id: string;

  it('finds no user yet', async () => {
    const reply = await ask(
      filtered('/Users', 'userName eq "Test_User_dfeef4c5-5681-4387-b016-bdf221e82081@a.example"'),
    );
    expect([reply.status, reply.body]).toEqual([
      200,
      { schemas: [list], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    ]);
  });

  it('creates a user', async () => {
    const reply = await ask('POST /Users', {
      schemas: [user, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@testuser.example',
      active: true,
      displayName: 'Somebody Else',
      emails: [
        { primary: true, type: 'work', value: 'Test_User_fd0ea19b-0777-472c-9f96-4f70d2226f2e@testuser.example' },
      ],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
      [enterprise]: { department: 'Accounting', manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d' } },
    });
    expect(reply.status).toBe(201);
    expect(reply.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    ({ id } = reply.body);
    expect(reply.body).toEqual({
      schemas: [user],
      id: expect.any(String),
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@testuser.example',
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      displayName: 'givenName familyName',
      active: true,
      emails: [{ value: 'Test_User_ab6490ee@testuser.example', type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: reply.headers['location'],
        version: reply.headers['etag'],
      },
    });
    expect(reply.headers['location']).toBe(`${test.services.installation.publicUrl}/scim/v2/Users/${id}`);
  });

  it('finds the user by userName in any case, and by the id', async () => {
    const reply = await ask(filtered('/Users', 'userName eq "TEST_USER_AB6490EE@testuser.example"'));
    expect(reply.body).toMatchObject({ totalResults: 1, itemsPerPage: 1, Resources: [{ id }] });
    expect((await ask(`GET /Users/${id}`)).body.externalId).toBe('0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef');
    const gone = await ask('GET /Users/5171a35d82074e068ce2');
    expect([gone.status, gone.body]).toEqual([
      404,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404', detail: 'Not found' },
    ]);
  });

  it('changes several attributes, one of them selected by a filter', async () => {
    const reply = await ask(
      `PATCH /Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@testuser.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
        { op: 'Add', path: 'displayName', value: 'Nobody' },
        // Entra replaces addresses that the user does not have, too.
        { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@testuser.example' },
        { op: 'Add', path: 'emails[type eq "other"].value', value: 'other@testuser.example' },
      ),
    );
    expect([reply.status, reply.body.name.familyName, reply.body.displayName]).toEqual([
      200,
      'updatedFamilyName',
      'givenName updatedFamilyName',
    ]);
    expect([reply.body.userName, reply.body.emails[0].value]).toEqual([
      'updatedEmail@testuser.example',
      'updatedEmail@testuser.example',
    ]);
  });

  it('changes the userName, and attributes named with dots', async () => {
    const reply = await ask(
      `PATCH /Users/${id}`,
      patch({ op: 'Replace', path: 'userName', value: '5b50642d@testuser.example' }),
    );
    expect([reply.status, reply.body.userName]).toEqual([200, '5b50642d@testuser.example']);
    const dotted = await ask(
      `PATCH /Users/${id}`,
      patch({
        op: 'replace',
        value: {
          'name.givenName': 'Dotted',
          'emails[type eq "work"].value': '5b50642d@testuser.example',
          title: 'Lead',
        },
      }),
    );
    expect([dotted.status, dotted.body.name.givenName, dotted.body.title]).toEqual([200, 'Dotted', 'Lead']);
  });

  it('deactivates and activates the user by a text', async () => {
    const off = await ask(`PATCH /Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    const shown = await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`);
    expect(shown.body.item).toMatchObject({ status: 'Inactive', managed: true });
    const on = await ask(`PATCH /Users/${id}`, patch({ op: 'Add', value: { active: 'True' } }));
    expect([on.status, on.body.active]).toEqual([200, true]);
  });

  it('creates a group, renames it, and changes its members one by one', async () => {
    const made = await ask('POST /Groups', {
      schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    });
    expect([made.status, made.body.displayName, made.body.members]).toEqual([201, 'displayName', []]);
    const path = `/Groups/${made.body.id}` as const;
    const found = await ask(
      `GET /Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "DISPLAYNAME"')}`,
    );
    expect(found.body.Resources.map((one: object) => Object.keys(one))).toEqual([
      ['schemas', 'id', 'externalId', 'displayName', 'meta'],
    ]);
    expect((await ask(`PATCH ${path}`, patch({ op: 'Replace', path: 'displayName', value: '1879db59' }))).status).toBe(
      204,
    );
    const added = await ask(`PATCH ${path}`, patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }));
    expect([added.status, added.body]).toEqual([204, null]);
    expect((await ask(`GET ${path}`)).body).toMatchObject({
      displayName: '1879db59',
      members: [{ value: id, type: 'User' }],
    });
    expect((await ask(`GET /Users/${id}`)).body.groups).toMatchObject([{ value: made.body.id, display: '1879db59' }]);
    const removed = await ask(
      `PATCH ${path}`,
      patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    );
    expect(removed.status).toBe(204);
    expect((await ask(`GET ${path}`)).body.members).toEqual([]);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).status).toBe(404);
  });

  it('deletes the user', async () => {
    expect((await ask(`DELETE /Users/${id}`)).status).toBe(204);
    expect((await ask(`GET /Users/${id}`)).status).toBe(404);
    expect((await ask(`DELETE /Users/${id}`)).status).toBe(404);
    const log = await test.as(test.people.acmeAdmin, `GET /iam/v1/audit?actor=${directory.rn}&limit=100`);
    const actions = log.body.items.map(({ action }) => action);
    for (const action of ['iam:CreateUser', 'iam:UpdateUser', 'iam:UpdateUserStatus', 'iam:DeleteUser'])
      expect(actions).toContain(action);
    for (const action of ['iam:CreateTag', 'iam:UpdateTag', 'iam:AddUserTag', 'iam:RemoveUserTag', 'iam:DeleteTag'])
      expect(actions).toContain(action);
  });
});

// developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
describe('Okta', () => {
  let id: string;

  it('tests its credentials and looks for a user', async () => {
    expect((await ask('GET /Users?startIndex=1&count=2')).body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const reply = await ask(`GET /Users?filter=userName%20eq%20%22test.user%40okta.example%22&startIndex=1&count=100`);
    expect(reply.body).toMatchObject({ totalResults: 0, Resources: [] });
  });

  const profile = {
    schemas: [user],
    userName: 'test.user@okta.example',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };

  it('creates a user, once', async () => {
    const reply = await ask('POST /Users', profile, { 'content-type': 'application/json' });
    expect([reply.status, reply.body.password]).toEqual([201, undefined]);
    ({ id } = reply.body);
    const again = await ask('POST /Users', profile);
    expect([again.status, again.body]).toEqual([
      409,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: 'This email already exists.',
      },
    ]);
    // A password that the directory sends signs nobody in.
    const signIn = await test.as(null, 'POST /auth/v1/authorize', { username: profile.userName, password: '1mz050nq' });
    expect(signIn.status).toBe(401);
  });

  it('reads the user, and replaces them as a whole', async () => {
    const { body } = await ask(`GET /Users/${id}`);
    const reply = await ask(`PUT /Users/${id}`, { ...body, name: { ...body.name, familyName: 'Another' } });
    expect([reply.status, reply.body.displayName, reply.body.active, reply.body.externalId]).toEqual([
      200,
      'Test Another',
      true,
      '00ujl29u0le5T6Aj10h7',
    ]);
  });

  it('deactivates and reactivates the user by a value without a path', async () => {
    for (const active of [false, true]) {
      const reply = await ask(`PATCH /Users/${id}`, patch({ op: 'replace', value: { active } }));
      expect([reply.status, reply.body.active]).toEqual([200, active]);
    }
  });

  it('creates a group with members, renames it by a value with its id, and replaces, adds and removes members', async () => {
    const other = await ask('POST /Users', {
      schemas: [user],
      userName: 'other@okta.example',
      name: { givenName: 'O', familyName: 'T' },
    });
    const members = [{ value: id, display: 'test.user@okta.example' }];
    const made = await ask('POST /Groups', { schemas: [group], displayName: 'Test SCIMv2', members });
    expect([made.status, made.body.members.length]).toEqual([201, 1]);
    const path = `/Groups/${made.body.id}` as const;
    const rename = { op: 'replace', value: { id: made.body.id, displayName: 'Test SCIMv20' } };
    expect((await ask(`PATCH ${path}`, patch(rename))).status).toBe(204);
    const membersNow = async () => (await ask(`GET ${path}`)).body.members.map(({ value }: { value: string }) => value);
    await ask(
      `PATCH ${path}`,
      patch({ op: 'replace', path: 'members', value: [{ value: other.body.id, display: 'x' }] }),
    );
    expect(await membersNow()).toEqual([other.body.id]);
    await ask(
      `PATCH ${path}`,
      patch(
        { op: 'remove', path: `members[value eq "${other.body.id}"]` },
        { op: 'add', path: 'members', value: [{ value: id, display: 'test.user@okta.example' }] },
      ),
    );
    expect(await membersNow()).toEqual([id]);
    const renamed = await ask(`PUT ${path}`, { schemas: [group], displayName: 'Other', members: [] });
    expect([renamed.status, renamed.body.displayName, renamed.body.members]).toEqual([200, 'Other', []]);
    expect((await ask('GET /Groups?startIndex=1&count=100')).body.Resources).toHaveLength(1);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
  });
});
