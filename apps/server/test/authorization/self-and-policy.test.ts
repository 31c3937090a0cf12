import { consumePolicy } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type Person, type TestApp, type Thing } from '../app.ts';
import { issueLicense } from '../licensing/issued-licenses.ts';
import { createMaker, type Maker } from '../made/maker.ts';

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());

const forbidden = ["You don't have authorization for this action."];

async function roleOf(account: string, name: string): Promise<string> {
  return (await make.role(account, name)).rn;
}

describe('a user with fewer rights', () => {
  it('cannot act in any way on a user with more rights', async () => {
    const { accountAdmin, system, root, providerAdmin } = test.people;
    const weak = await roleOf(test.accounts.provider, 'Administrator');
    const tag = await make.tag(test.accounts.provider);
    const pairs: [Person, Person][] = [
      [providerAdmin, accountAdmin],
      [accountAdmin, system],
      [system, root],
    ];
    for (const [lesser, mightier] of pairs) {
      const session = await make.session(test.accounts.provider, mightier);
      const attempts = [
        test.as(lesser, `DELETE /iam/v1/users/${mightier.id}`),
        test.as(lesser, `PUT /iam/v1/users/${mightier.id}`, {
          email: make.email(),
          'first-name': 'T',
          'last-name': 'O',
        }),
        test.as(lesser, `PUT /iam/v1/users/${mightier.id}/status`, { status: 'Inactive' }),
        test.as(lesser, `POST /iam/v1/users/${mightier.id}/roles`, { role: weak }),
        test.as(lesser, `POST /iam/v1/users/${mightier.id}/tags`, { tag: tag.rn }),
        test.as(lesser, `DELETE /iam/v1/users/${mightier.id}/sessions/${session}`),
        test.as(lesser, 'POST /auth/v1/activationLink', { user: mightier.rn, sendEmail: false, validDays: 1 }),
      ];
      for (const reply of await Promise.all(attempts))
        expect([reply.status, reply.body.errors]).toEqual([403, forbidden]);
    }
  });

  it('cannot restore a user with more rights', async () => {
    const victim = await test.createPerson(test.accounts.provider, 'Former', 'Root Administrator');
    expect((await test.as(test.people.root, `DELETE /iam/v1/users/${victim.id}`)).status).toBe(200);
    expect((await test.as(test.people.system, `POST /iam/v1/users/${victim.id}/restore`)).status).toBe(403);
    expect((await test.as(test.people.root, `POST /iam/v1/users/${victim.id}/restore`)).status).toBe(200);
    expect((await test.as(test.people.root, `DELETE /iam/v1/users/${victim.id}`)).status).toBe(200);
  });

  it('can grant a role within their own rights', async () => {
    const { accountAdmin, acmeAdmin } = test.people;
    const user = await make.user(test.accounts.acme);
    for (const giver of [acmeAdmin, accountAdmin]) {
      for (const name of ['Administrator', 'Account Administrator']) {
        const role = await roleOf(test.accounts.acme, name);
        expect((await test.as(giver, `POST /iam/v1/users/${user.id}/roles`, { role })).status).toBe(200);
      }
    }
  });
});

describe('the last Root Administrator', () => {
  it('is the last active one: Pending or Inactive ones do not count, and can be deleted', async () => {
    const { root } = test.people;
    const role = await make.role(test.accounts.provider, 'Root Administrator');
    const pending = await make.user(test.accounts.provider, { status: 'Pending' });
    await make.assign(test.accounts.provider, pending, { role });
    const demote = await test.as(root, `DELETE /iam/v1/users/${root.id}/roles/${role.id}`);
    expect([demote.status, demote.body.problems?.[0]?.code]).toEqual([409, 'last-root-administrator']);
    expect((await test.as(root, `DELETE /iam/v1/users/${pending.id}`)).status).toBe(200);
    const second = await test.createPerson(test.accounts.provider, 'Second', 'Root Administrator');
    expect((await test.as(second, `PUT /iam/v1/users/${root.id}/status`, { status: 'Inactive' })).status).toBe(200);
    expect((await test.as(second, `DELETE /iam/v1/users/${second.id}/roles/${role.id}`)).status).toBe(409);
    expect((await test.as(second, `PUT /iam/v1/users/${root.id}/status`, { status: 'Active' })).status).toBe(200);
    expect((await test.as(second, `DELETE /iam/v1/users/${second.id}/roles/${role.id}`)).status).toBe(200);
    const again = await test.createPerson(test.accounts.provider, 'Third', 'Root Administrator');
    Object.assign(test.people, { root: again });
  });

  it('remains when several demote each other concurrently', async () => {
    const account = test.accounts.provider;
    const role = await make.role(account, 'Root Administrator');
    const setRoot = (status: 'Active' | 'Inactive') =>
      inTransaction(test.services.db, 'every account', (tx) =>
        tx.updateTable('users').set({ status }).where('id', '=', test.people.root.id).execute(),
      );
    const people = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => test.createPerson(account, `Race${name}`, 'Root Administrator')),
    );
    await setRoot('Inactive');
    await Promise.all(people.map((one) => test.as(one, `DELETE /iam/v1/users/${one.id}/roles/${role.id}`)));
    const left = await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .selectFrom('user-roles')
        .innerJoin('users', 'users.id', 'user-roles.user-id')
        .select('users.id')
        .where('role-id', '=', role.id)
        .where('users.status', '=', 'Active')
        .where('users.deleted-on', 'is', null)
        .execute(),
    );
    expect(left.length).toBe(1);
    await setRoot('Active');
  });
});

describe("a license's own policy", () => {
  it('gives read access to its users, while other licenses are not found', async () => {
    const { acmeUser, providerUser } = test.people;
    const { acme } = test.accounts;
    const tag = await make.tag(acme);
    const [named, tagged, closed] = [
      await issueLicense(test, acme, [consumePolicy({ kind: 'User', user: acmeUser.rn })]),
      await issueLicense(test, acme, [consumePolicy({ kind: 'Tags', tags: [tag.rn] })]),
      await issueLicense(test, acme, [{ ...consumePolicy({ kind: 'Everyone' }), name: 'Another policy' }]),
    ];
    await make.assign(acme, await make.user(acme), { tag });
    const read = async (who: Person, key: string) => (await test.as(who, `GET /license/v1/licenses/${key}`)).status;
    expect([await read(acmeUser, named.key), await read(providerUser, named.key)]).toEqual([200, 404]);
    expect(await read(acmeUser, tagged.key)).toBe(404);
    await make.assign(acme, acmeUser, { tag });
    expect([await read(acmeUser, tagged.key), await read(acmeUser, closed.key)]).toEqual([200, 404]);
  });

  it('does not expose the profiles that it refers to', async () => {
    const { acmeUser, acmeAdmin } = test.people;
    const { acme } = test.accounts;
    const [colleague, tag] = [await make.user(acme), await make.tag(acme)];
    await make.assign(acme, acmeUser, { tag });
    const [byUser] = consumePolicy({ kind: 'User', user: acmeUser.rn }).statements;
    const statements = [
      { ...byUser, principals: [acmeUser, colleague].map(({ rn }) => ({ id: rn, provider: 'keyhold-iam' })) },
      ...consumePolicy({ kind: 'Tags', tags: [tag.rn] }).statements,
    ];
    const { key, of: product } = await issueLicense(test, acme, [
      { name: 'Consume License Policy', statements } as ReturnType<typeof consumePolicy>,
    ]);
    const resources = async (who: Person) =>
      Object.keys((await test.as(who, `GET /license/v1/licenses/${key}?resolve=all`)).body.resources).toSorted();
    expect(await resources(acmeUser)).toEqual([product, acmeUser.rn].toSorted());
    expect(await resources(acmeAdmin)).toEqual([product, acmeUser.rn, colleague.rn, tag.rn].toSorted());
  });

  it("does not override a user's own Deny policy", async () => {
    const person = await make.person(test.accounts.acme);
    const { key } = await issueLicense(test, test.accounts.acme, [consumePolicy({ kind: 'Everyone' })]);
    const read = async () => (await test.as(person, `GET /license/v1/licenses/${key}`)).status;
    expect(await read()).toBe(200);
    const statement = { actions: ['license:*'], effect: 'Deny', principals: [], conditions: [], resources: [] };
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('users')
        .set({ policies: JSON.stringify([{ name: 'Own', statements: [statement] }]) })
        .where('id', '=', person.id)
        .execute(),
    );
    expect(await read()).toBe(404);
  });

  it('gives read access only', async () => {
    const { acmeUser } = test.people;
    const { key } = await issueLicense(test, test.accounts.acme, [consumePolicy({ kind: 'Everyone' })]);
    const put = (part: string, body: unknown) => test.as(acmeUser, `PUT /license/v1/licenses/${key}${part}`, body);
    expect((await put('', { description: 'Mine' })).status).toBe(403);
    expect((await put('/policies', { policies: [] })).status).toBe(403);
    expect((await test.as(acmeUser, `POST /license/v1/licenses/${key}/unassign`, {})).status).toBe(403);
  });
});

describe('a user without any role', () => {
  it('reads only their own profile, roles and sessions, with the id in any letter case', async () => {
    const { acmeUser, acmeAdmin } = test.people;
    for (const part of ['', '/roles', '/sessions']) {
      expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeUser.id}${part}`)).status).toBe(200);
      expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeUser.id.toUpperCase()}${part}`)).status).toBe(200);
      expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeAdmin.id}${part}`)).status).toBe(403);
    }
  });

  it('gets 403 for the password of another user, before the body is validated', async () => {
    const { acmeUser, acmeAdmin, root } = test.people;
    for (const who of [acmeUser, acmeAdmin, root]) {
      for (const id of [test.people.birchUser.id, 'nonsense']) {
        const reply = await test.as(who, `PUT /iam/v1/users/${id}/password`, { nonsense: true });
        expect([reply.status, reply.body.errors]).toEqual([403, forbidden]);
      }
    }
  });
});

describe('a resource of another account', () => {
  it("is refused under an rn that names the caller's account", async () => {
    const { acmeAdmin, birchUser, root } = test.people;
    const { acme, birch } = test.accounts;
    const posing = (thing: { rn: string }) => thing.rn.replace(`:${birch}:`, `:${acme}:`);
    const license = await issueLicense(test, acme);
    const [tag, addon, role] = [await make.tag(birch), await make.addonLicense(birch), await make.role(birch)];
    const user = await make.user(acme);
    for (const who of [acmeAdmin, root]) {
      const replies = [
        await test.as(who, `POST /iam/v1/users/${user.id}/roles`, { role: posing(role) }),
        await test.as(who, `POST /iam/v1/users/${user.id}/tags`, { tag: posing(tag) }),
        await test.as(who, `POST /license/v1/licenses/${license.key}/addons`, { addon: posing(addon) }),
        await test.as(who, 'POST /auth/v1/activationLink', { user: posing(birchUser), sendEmail: false, validDays: 3 }),
        await test.as(who, `PUT /license/v1/licenses/${license.key}/policies`, {
          policies: [consumePolicy({ kind: 'User', user: posing(birchUser) })],
        }),
        await test.as(who, `PUT /license/v1/licenses/${license.key}/policies`, {
          policies: [consumePolicy({ kind: 'Tags', tags: [posing(tag)] })],
        }),
      ];
      expect(replies.map((reply) => [reply.status, reply.body.problems?.[0]?.path])).toEqual([
        [400, 'role'],
        [400, 'tag'],
        [400, 'addon'],
        [400, 'user'],
        [400, 'policies.0.statements.0.principals.0.id'],
        [400, 'policies.0.statements.0.conditions.0.tags.0'],
      ]);
      const filtered = await test.as(who, `GET /iam/v1/admin/users?account=${acme}&tag=${posing(tag)}`);
      expect(filtered.status).toBe(404);
    }
  });

  it("is not changed by a bulk call on the caller's account", async () => {
    const { root } = test.people;
    const { acme, birch } = test.accounts;
    const [user, license] = [await make.user(birch), await make.heldLicense(birch)];
    const body = { 'account-id': acme, ids: [user.id] };
    const gone = await test.as(root, 'POST /iam/v1/users/bulk/delete', body);
    expect(gone.body).toMatchObject({ changed: 0, failures: [{ id: user.id, name: user.id, message: 'Not found' }] });
    const freed = await test.as(root, 'POST /license/v1/licenses/bulk/release', { ...body, ids: [license] });
    expect(freed.body).toMatchObject({ changed: 0, failures: [{ id: license, message: 'Not found' }] });
    expect((await test.as(root, `GET /iam/v1/users/${user.id}`)).status).toBe(200);
    const held = await test.as(root, `GET /license/v1/licenses/${license}`);
    expect((held.body.item as Thing & { state: { user: string | null } }).state.user).not.toBeNull();
  });
});
