import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createMaker, type Maker } from '../../../test/made/maker.ts';
import type { Made } from '../../../test/made/making.ts';
import { createDirectory, type TestDirectory } from '../../../test/sign-in/directories.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let make: Maker;
let directory: TestDirectory;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  directory = await createDirectory(test, test.accounts.acme);
});
afterAll(() => test.close());

const admin: TestApp['as'] extends (person: infer _, ...rest: infer Rest) => infer Reply
  ? (...rest: Rest) => Reply
  : never = (...rest) => test.as(test.people.acmeAdmin, ...rest);

/** A user and a tag that a directory manages. */
async function makeManaged(by: TestDirectory = directory) {
  const { acme } = test.accounts;
  const [user, tag] = [await make.user(acme), await make.tag(acme)];
  await make.assign(acme, user, { tag });
  for (const [table, { id }] of [['users', user] as const, ['tags', tag] as const]) {
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable(table).set({ 'directory-id': by.id }).where('id', '=', id).execute(),
    );
  }
  return { user, tag };
}

const body = { email: 'new@acme.example', 'first-name': 'New', 'last-name': 'Name' };
const codeOf = async (reply: ReturnType<TestApp['as']>) => {
  const { status, body } = await reply;
  return [status, body.problems?.[0]?.code];
};

describe('A resource that a directory manages', () => {
  it('is marked as managed, and others are not', async () => {
    const { user, tag } = await makeManaged();
    expect((await admin(`GET /iam/v1/users/${user.id}`)).body.item['managed']).toBe(true);
    expect((await admin(`GET /iam/v1/tags/${tag.id}`)).body.item['managed']).toBe(true);
    const free = await make.user(test.accounts.acme);
    expect((await admin(`GET /iam/v1/users/${free.id}`)).body.item).not.toHaveProperty('managed');
    expect((await admin('GET /iam/v1/users')).body.items.filter(({ managed }) => managed)).toHaveLength(1);
  });

  it('is read-only for everybody else', async () => {
    const { user, tag } = await makeManaged();
    const other = await make.user(test.accounts.acme);
    const refused = [409, 'managed-by-directory'];
    expect(await codeOf(admin(`PUT /iam/v1/users/${user.id}`, body))).toEqual(refused);
    expect(await codeOf(admin(`PUT /iam/v1/users/${user.id}/status`, { status: 'Inactive' }))).toEqual(refused);
    expect(await codeOf(admin(`DELETE /iam/v1/users/${user.id}`))).toEqual(refused);
    expect(await codeOf(admin(`PUT /iam/v1/tags/${tag.id}`, { name: 'Other' }))).toEqual(refused);
    expect(await codeOf(admin(`DELETE /iam/v1/tags/${tag.id}`))).toEqual(refused);
    expect(await codeOf(admin(`DELETE /iam/v1/users/${user.id}/tags/${tag.id}`))).toEqual(refused);
    expect(await codeOf(admin(`POST /iam/v1/users/${other.id}/tags`, { tag: tag.rn }))).toEqual(refused);
    const all = { 'account-id': test.accounts.acme, ids: [user.id, other.id] };
    const { body: report } = await admin('POST /iam/v1/users/bulk/delete', all);
    expect(report).toMatchObject({ changed: 1, failures: [{ id: user.id, code: 'managed-by-directory' }] });
  });

  it('can still get roles, and tags of the console, from others, and lose these tags alone', async () => {
    const { user, tag: ofDirectory } = await makeManaged();
    const { acme } = test.accounts;
    const [role, tag] = [await make.role(acme), await make.tag(acme)];
    expect((await admin(`POST /iam/v1/users/${user.id}/roles`, { role: role.rn })).status).toBe(200);
    expect((await admin(`POST /iam/v1/users/${user.id}/tags`, { tag: tag.rn })).status).toBe(200);
    expect((await admin(`DELETE /iam/v1/users/${user.id}/tags/${tag.id}`)).status).toBe(200);
    expect((await admin(`GET /iam/v1/users/${user.id}`)).body.item['tags']).toEqual([ofDirectory.rn]);
  });

  const isManaged = async ({ user, tag }: { user: Made; tag: Made }) => [
    (await admin(`GET /iam/v1/users/${user.id}`)).body.item['managed'],
    (await admin(`GET /iam/v1/tags/${tag.id}`)).body.item['managed'],
  ];

  it('is released when its directory is deleted', async () => {
    const gone = await createDirectory(test, test.accounts.acme);
    const managed = await makeManaged(gone);
    expect((await admin(`DELETE /iam/v1/service-accounts/${gone.id}`)).status).toBe(200);
    expect(await isManaged(managed)).toEqual([undefined, undefined]);
    expect((await admin(`DELETE /iam/v1/users/${managed.user.id}`)).status).toBe(200);
  });

  it('is released when its service account may no longer be a directory', async () => {
    const former = await createDirectory(test, test.accounts.acme);
    const [managed, ofAnother] = [await makeManaged(former), await makeManaged()];
    const statement = { actions: ['iam:Directory'], effect: 'Allow' };
    const policies = [{ name: 'Directory', statements: [statement] }];
    await admin(`PUT /iam/v1/service-accounts/${former.id}`, { name: 'Renamed', policies });
    expect(await isManaged(managed)).toEqual([true, true]);
    await admin(`PUT /iam/v1/service-accounts/${former.id}`, { name: 'Renamed', policies: [] });
    expect(await isManaged(managed)).toEqual([undefined, undefined]);
    expect(await isManaged(ofAnother)).toEqual([true, true]);
  });
});

describe('The list of directories', () => {
  it('shows the service accounts that may be directories, and what they manage', async () => {
    const { birch } = test.accounts;
    const one = await createDirectory(test, birch);
    await make.serviceAccount(birch);
    const user = await make.user(birch);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('users').set({ 'directory-id': one.id }).where('id', '=', user.id).execute(),
    );
    const { body: listed } = await test.as(test.people.birchAdmin, 'GET /iam/v1/directories');
    expect(listed).toMatchObject({
      'base-address': `${test.services.installation.publicUrl}/scim/v2`,
      items: [{ rn: one.rn, users: 1, groups: 0, 'last-used-on': null, 'last-change-on': null, failures: [] }],
    });
    expect(listed.items).toHaveLength(1);
  });
});
