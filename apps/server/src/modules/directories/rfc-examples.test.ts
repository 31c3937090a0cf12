import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../../../test/sign-in/directories.ts';

let test: TestApp;
let ask: TestDirectory['ask'];
let babs: { id: string; meta: { version: string } };
beforeAll(async () => {
  test = await createTestApp();
  const account = await test.createAccount('Examples');
  await letUseTags(test, account);
  ({ ask } = await createDirectory(test, account));
});
afterAll(() => test.close());

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

describe('The examples of RFC 7644', () => {
  it('3.3: creates a user', async () => {
    const reply = await ask('POST /Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      title: 'Tour Guide',
      userType: 'Employee',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: "O'Malley", givenName: 'Barbara' },
    });
    expect([reply.status, reply.headers['etag']]).toEqual([201, reply.body.meta.version]);
    babs = reply.body;
    await ask('POST /Users', { userName: 'jsmith@example.org', name: { givenName: 'John', familyName: 'Smith' } });
  });

  // No user here has a userType, an instant message, a phone or an employee number, and filters by them match no user.
  it.each([
    ['userName eq "bjensen@example.com"', 1],
    ['name.familyName co "O\'Malley"', 1],
    ['userName sw "J"', 1],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', 1],
    ['title pr', 1],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 2],
    ['meta.lastModified ge "2011-05-13T04:42:34Z"', 2],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', 0],
    ['meta.lastModified le "2011-05-13T04:42:34Z"', 0],
    ['title pr and userType eq "Employee"', 0],
    ['title pr or userType eq "Intern"', 1],
    [`schemas eq "${enterprise}"`, 0],
    [`${enterprise}:employeeNumber eq "701984"`, 0],
    [`${enterprise}:manager.value pr or name.middleName pr`, 0],
    [`not (${enterprise}:department eq "Tour Operations")`, 2],
    ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', 0],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', 0],
    ['userType ne "Employee" and not (emails co "example.org")', 1],
    ['userType eq "Employee" and (emails.type eq "work")', 0],
    ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', 0],
    ['emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]', 1],
  ])('3.4.2.2: %s', async (filter, count) => {
    const reply = await ask(`GET /Users?filter=${encodeURIComponent(filter)}`);
    expect([reply.status, reply.body.totalResults]).toEqual([200, count]);
  });

  it('3.5.2.1: adds a member, and attributes without a path', async () => {
    const group = await ask('POST /Groups', { displayName: 'Tour Guides' });
    const member = { display: 'Babs Jensen', $ref: `https://example.com/v2/Users/${babs.id}`, value: babs.id };
    const added = await ask(`PATCH /Groups/${group.body.id}`, patch({ op: 'add', path: 'members', value: [member] }));
    expect(added.status).toBe(204);
    const emails = [{ value: 'babs@jensen.org', type: 'home' }];
    const reply = await ask(`PATCH /Users/${babs.id}`, patch({ op: 'add', value: { emails, nickname: 'Babs' } }));
    expect([reply.status, reply.body.userName]).toEqual([200, 'bjensen@example.com']);
    const remove = `members[value eq "${babs.id}"]`;
    expect((await ask(`PATCH /Groups/${group.body.id}`, patch({ op: 'remove', path: remove }))).status).toBe(204);
    const all = patch({ op: 'remove', path: 'members' });
    expect((await ask(`PATCH /Groups/${group.body.id}`, all)).status).toBe(204);
    expect((await ask(`GET /Groups/${group.body.id}`)).body.members).toEqual([]);
  });

  it('3.5.2.2: removes addresses by a filter, except the one for signing in', async () => {
    const path = 'emails[type eq "work" and value ew "example.com"]';
    const reply = await ask(`PATCH /Users/${babs.id}`, patch({ op: 'remove', path }));
    expect([reply.status, reply.body.emails]).toEqual([
      200,
      [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    ]);
  });

  it('3.5.2.3: replaces members, parts of addresses, and attributes without a path', async () => {
    const group = await ask('POST /Groups', { displayName: 'Others' });
    const value = [{ display: 'Babs Jensen', value: babs.id }];
    await ask(`PATCH /Groups/${group.body.id}`, patch({ op: 'replace', path: 'members', value }));
    expect((await ask(`GET /Groups/${group.body.id}`)).body.members).toHaveLength(1);
    const street = { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' };
    expect((await ask(`PATCH /Users/${babs.id}`, patch(street))).status).toBe(200);
    const emails = [
      { value: 'bjensen@example.net', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ];
    const reply = await ask(`PATCH /Users/${babs.id}`, patch({ op: 'replace', value: { emails, nickname: 'Babs' } }));
    expect([reply.status, reply.body.userName]).toEqual([200, 'bjensen@example.net']);
  });

  it('3.6: deletes only with the current version', async () => {
    const stale = await ask(`DELETE /Users/${babs.id}`, undefined, { 'if-match': babs.meta.version });
    expect(stale.status).toBe(412);
    const { headers } = await ask(`GET /Users/${babs.id}`);
    const deleted = await ask(`DELETE /Users/${babs.id}`, undefined, { 'if-match': String(headers['etag']) });
    expect([deleted.status, deleted.body]).toEqual([204, null]);
  });
});
