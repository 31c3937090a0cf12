import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type Thing, testPassword } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const unknown = '0198c0de-0000-7000-8000-000000000000';
const fields = { email: '', 'first-name': 'Grace', 'last-name': 'Hopper', title: 'Dr.', description: '' };
let count = 0;

async function invite(
  by: Person = test.people.acmeAdmin,
  account = by.accountId,
): Promise<{ id: string; rn: string; email: string }> {
  count += 1;
  const email = `invited${count}@acme.example`;
  const reply = await test.as(by, 'POST /iam/v1/users', { ...fields, email, 'account-id': account });
  expect(reply.status).toBe(201);
  const [user] = reply.body.resources;
  const rn = user?.rn as string;
  return { id: rn.split(':').at(-1) as string, rn, email };
}

async function roleRn(account: string, name: string): Promise<string> {
  const reply = await test.as(test.people.root, `GET /iam/v1/admin/roles?account=${account}`);
  return reply.body.items.find((role) => role.name === name)?.rn as string;
}

describe('users', () => {
  it('can be read only by administrators and by themselves', async () => {
    const { acmeUser, acmeAdmin, birchAdmin, root } = test.people;
    expect((await test.as(null, `GET /iam/v1/users/${acmeUser.id}`)).status).toBe(401);
    expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeUser.id}`)).status).toBe(200);
    expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeAdmin.id}`)).status).toBe(403);
    expect((await test.as(acmeUser, `GET /iam/v1/users/${unknown}`)).status).toBe(403);
    expect((await test.as(acmeUser, 'GET /iam/v1/users')).status).toBe(403);
    expect((await test.as(birchAdmin, `GET /iam/v1/users/${acmeUser.id}`)).status).toBe(404);
    expect((await test.as(root, `GET /iam/v1/users/${acmeUser.id}`)).status).toBe(200);
  });

  it('are created Pending, with every field and without secrets', async () => {
    const { acmeAdmin } = test.people;
    const email = 'New.Person@acme.example';
    const body = { ...fields, email: ` ${email} `, 'account-id': acmeAdmin.accountId };
    const reply = await test.as(acmeAdmin, 'POST /iam/v1/users', body);
    const [user] = reply.body.resources as Record<string, unknown>[];
    expect(user).toEqual({
      rn: expect.stringMatching(/^keyhold:eu-1:.*:user:[0-9a-f-]{36}$/),
      ...fields,
      email,
      'email-confirmed-on': null,
      status: 'Pending',
      'last-login': null,
      'last-password-change': null,
      mail: null,
      'created-on': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'updated-on': expect.any(String),
      roles: [],
      tags: [],
      policies: [],
    });
    const again = await test.as(test.people.birchAdmin, 'POST /iam/v1/users', {
      ...fields,
      email: email.toUpperCase(),
      'account-id': test.accounts.birch,
    });
    expect([again.status, again.body.errors]).toEqual([409, ['This email already exists.']]);
  });

  it('are refused with a message for each invalid field', async () => {
    const { acmeAdmin } = test.people;
    const body = { ...fields, email: 'nobody', 'first-name': ' ', 'last-name': '', 'account-id': acmeAdmin.accountId };
    const reply = await test.as(acmeAdmin, 'POST /iam/v1/users', body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual(['Invalid email', 'Empty first name', 'Empty last name']);
    expect(reply.body.problems?.map((problem) => problem.path)).toEqual(['email', 'first-name', 'last-name']);
  });

  it('are created in other accounts only by provider staff', async () => {
    const { root, accountAdmin, providerAdmin, acmeAdmin } = test.people;
    for (const staff of [root, accountAdmin]) await invite(staff, test.accounts.birch);
    for (const other of [providerAdmin, acmeAdmin]) {
      const body = { ...fields, email: 'x@acme.example', 'account-id': test.accounts.birch };
      expect((await test.as(other, 'POST /iam/v1/users', body)).status).toBe(404);
    }
  });

  it('list their roles and tags in resources, once each', async () => {
    const { acmeAdmin } = test.people;
    const { id } = await invite();
    const role = await roleRn(test.accounts.acme, 'Administrator');
    expect((await test.as(acmeAdmin, `POST /iam/v1/users/${id}/roles`, { role })).status).toBe(200);
    expect((await test.as(acmeAdmin, `POST /iam/v1/users/${id}/roles`, { role })).status).toBe(200);
    const list = await test.as(acmeAdmin, 'GET /iam/v1/users?resolve=all');
    const item = list.body.items.find((user) => user.rn.endsWith(id));
    expect(item?.roles).toEqual([role]);
    expect(list.body.resources[role]).toMatchObject({ name: 'Administrator' });
    const roles = await test.as(acmeAdmin, `GET /iam/v1/users/${id}/roles`);
    expect(roles.body.items).toHaveLength(1);
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/users/${id}/roles/${role.split(':').at(-1)}`)).status).toBe(200);
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/users/${id}/roles/${role.split(':').at(-1)}`)).status).toBe(404);
  });

  it('list their roles with paging, search and sorting, by name by default', async () => {
    const { acmeAdmin } = test.people;
    const { id } = await invite();
    for (const name of ['Administrator', 'Account Administrator']) {
      const role = await roleRn(test.accounts.acme, name);
      expect((await test.as(acmeAdmin, `POST /iam/v1/users/${id}/roles`, { role })).status).toBe(200);
    }
    const rolesOf = async (query = '') => (await test.as(acmeAdmin, `GET /iam/v1/users/${id}/roles${query}`)).body;
    const namesOf = async (query: string) => (await rolesOf(query)).items.map((role) => role['name']);
    const whole = await rolesOf();
    expect(whole.items.map((role) => role['name'])).toEqual(['Account Administrator', 'Administrator']);
    expect([whole['total'], whole['next-cursor']]).toEqual([2, null]);
    const first = await rolesOf('?limit=1');
    expect([first.items, first['total']]).toEqual([whole.items.slice(0, 1), 2]);
    const second = await rolesOf(`?limit=1&cursor=${first['next-cursor']}`);
    expect([second.items, second['next-cursor']]).toEqual([whole.items.slice(1), null]);
    expect(await namesOf('?sort=-name')).toEqual(['Administrator', 'Account Administrator']);
    expect(await namesOf('?search=ACCOUNT%20adm')).toEqual(['Account Administrator']);
    expect(await test.as(acmeAdmin, `GET /iam/v1/users/${id}/roles?limit=0`)).toMatchObject({ status: 400 });
  });

  it('are the same in a list as read individually, with any characters in their fields', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const tags = await Promise.all(
      ['Quoted "tag"', 'Ünïcode'].map(async (name) => {
        const body = { name, description: '', 'account-id': test.accounts.acme };
        return (await test.as(acmeAdmin, 'POST /iam/v1/tags', body)).body.item.rn;
      }),
    );
    const { id } = await invite();
    for (const tag of tags) await test.as(acmeAdmin, `POST /iam/v1/users/${id}/tags`, { tag });
    await test.as(acmeAdmin, `POST /iam/v1/users/${id}/roles`, {
      role: await roleRn(test.accounts.acme, 'Administrator'),
    });
    const fields = {
      email: `odd-${id}@acme.example`,
      'first-name': 'Zoë "Z"',
      'last-name': 'O\\Neil',
      title: '</b>',
      description: 'one\ntwo\t3',
    };
    expect((await test.as(acmeAdmin, `PUT /iam/v1/users/${id}`, fields)).status).toBe(200);
    await test.as(null, 'POST /auth/v1/authorize', { username: acmeUser.email, password: testPassword });
    const { items } = (await test.as(acmeAdmin, 'GET /iam/v1/users')).body;
    const page = (await test.as(acmeAdmin, 'GET /iam/v1/users?limit=1000')).body.items;
    expect(page).toEqual(items);
    for (const one of [id, acmeUser.id]) {
      const { item } = (await test.as(acmeAdmin, `GET /iam/v1/users/${one}`)).body;
      expect(items.find((user) => user.rn === item.rn)).toEqual(item);
    }
  });

  it('are found by every listed field', async () => {
    const { birchAdmin } = test.people;
    const tag = await test.as(birchAdmin, 'POST /iam/v1/tags', {
      name: 'Zebra crossing',
      'account-id': test.accounts.birch,
    });
    const { rn } = tag.body.item;
    const reply = await test.as(birchAdmin, 'POST /iam/v1/users', {
      email: 'needle@birch.example',
      'first-name': 'Wilhelmina',
      'last-name': 'Öst',
      title: 'Professor',
      description: '100% odd_one',
      'account-id': test.accounts.birch,
    });
    const id = (reply.body.resources[0] as Thing).rn.split(':').at(-1);
    await test.as(birchAdmin, `POST /iam/v1/users/${id}/tags`, { tag: rn });
    for (const search of [
      'NEEDLE@',
      'wilhelm',
      'öST',
      'profess',
      '100% ODD_',
      'zebra CROSS',
      'mina ös',
      'ina öst',
      'a Ö',
    ]) {
      const found = await test.as(birchAdmin, `GET /iam/v1/users?search=${encodeURIComponent(search)}`);
      expect(found.body.items.map((user) => user.rn.split(':').at(-1))).toEqual([id]);
    }
    const none = await test.as(birchAdmin, `GET /iam/v1/users?search=${encodeURIComponent('1%0')}`);
    expect(none.body.items).toEqual([]);
    for (const search of ['Öst Wilhelmina', 'helm Öst', 'Wilhelmina  Öst']) {
      const unnamed = await test.as(birchAdmin, `GET /iam/v1/users?search=${encodeURIComponent(search)}`);
      expect(unnamed.body.items).toEqual([]);
    }
    expect((await test.as(birchAdmin, 'GET /iam/v1/users?search=administrator')).body.items).toHaveLength(1);
  });

  it('are paged by every sort without gaps or duplicates', async () => {
    for (let index = 0; index < 5; index += 1) await invite();
    const { acmeAdmin } = test.people;
    for (const sort of ['name', '-name', 'email', '-status', 'last-login', '-last-login', 'created-on']) {
      const all = await test.as(acmeAdmin, `GET /iam/v1/users?sort=${sort}`);
      const expected = all.body.items.map((user) => user.rn);
      const paged: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await test.as(acmeAdmin, `GET /iam/v1/users?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`);
        expect(page.status).toBe(200);
        paged.push(...page.body.items.map((user) => user.rn));
        cursor = page.body['next-cursor'];
      }
      expect(paged).toEqual(expected);
      const jump = async (query: string) =>
        (await test.as(acmeAdmin, `GET /iam/v1/users?sort=${sort}&limit=2&skip=${query}`)).body;
      const third = await jump('2');
      expect([third.items.map(({ rn }) => rn), third['total']]).toEqual([expected.slice(2, 4), expected.length]);
      const later = await jump(`1&cursor=${third['next-cursor']}`);
      expect(later.items.map(({ rn }) => rn)).toEqual(expected.slice(5, 7));
      expect(await jump('1000')).toMatchObject({ items: [], total: expected.length, 'next-cursor': null });
    }
  });

  it('who have never logged in come first when sorted by last login, and last in descending order', async () => {
    const account = await test.createAccount('Logins');
    const admin = await test.createPerson(account, 'Regular', 'Administrator');
    const body = { ...fields, email: `never@${account}.example`, 'account-id': account };
    expect((await test.as(admin, 'POST /iam/v1/users', body)).status).toBe(201);
    await inTransaction(test.services.db, { account }, (tx) =>
      tx.updateTable('users').set({ 'last-login': new Date() }).where('id', '=', admin.id).execute(),
    );
    const logins = async (sort: string) =>
      (await test.as(admin, `GET /iam/v1/users?sort=${sort}`)).body.items.map((user) => user['last-login']);
    expect(await logins('last-login')).toEqual([null, expect.any(String)]);
    expect(await logins('-last-login')).toEqual([expect.any(String), null]);
  });

  it('cannot get a role above the caller’s rights, nor be changed by callers with fewer rights', async () => {
    const { providerAdmin, root, system, acmeAdmin, accountAdmin } = test.people;
    const rootRole = await roleRn(test.accounts.provider, 'Root Administrator');
    const { id } = await invite(providerAdmin);
    for (const lesser of [providerAdmin, system, accountAdmin]) {
      const reply = await test.as(lesser, `POST /iam/v1/users/${id}/roles`, { role: rootRole });
      expect([reply.status, reply.body.errors]).toEqual([403, ["You don't have authorization for this action."]]);
    }
    const change = { ...fields, email: root.email };
    expect((await test.as(system, `PUT /iam/v1/users/${root.id}`, change)).status).toBe(403);
    expect((await test.as(providerAdmin, `DELETE /iam/v1/users/${accountAdmin.id}`)).status).toBe(403);
    expect((await test.as(root, `POST /iam/v1/users/${id}/roles`, { role: rootRole })).status).toBe(200);
    const foreign = await test.as(acmeAdmin, `POST /iam/v1/users/${test.people.acmeUser.id}/roles`, { role: rootRole });
    expect([foreign.status, foreign.body.problems?.[0]?.path]).toEqual([400, 'role']);
  });

  it('include at least one active Root Administrator, and cannot delete themselves', async () => {
    const { root } = test.people;
    const own = await test.as(root, `DELETE /iam/v1/users/${root.id}`);
    expect(own.status).toBe(409);
    const rootRole = (await roleRn(test.accounts.provider, 'Root Administrator')).split(':').at(-1);
    const demoted = await test.as(root, `DELETE /iam/v1/users/${root.id}/roles/${rootRole}`);
    expect(demoted.status).toBe(409);
    expect(demoted.body.problems?.[0]?.code).toBe('last-root-administrator');
  });

  it('are signed out when deleted, and free their e-mail', async () => {
    const victim = await test.createPerson(test.accounts.acme, 'Victim', null);
    expect((await test.as(victim, `GET /iam/v1/users/${victim.id}`)).status).toBe(200);
    expect((await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${victim.id}`)).status).toBe(200);
    expect((await test.as(victim, `GET /iam/v1/users/${victim.id}`)).status).toBe(401);
    expect((await test.as(test.people.acmeAdmin, `GET /iam/v1/users/${victim.id}`)).status).toBe(404);
    const body = { ...fields, email: victim.email, 'account-id': test.accounts.birch };
    expect((await test.as(test.people.birchAdmin, 'POST /iam/v1/users', body)).status).toBe(201);
  });

  it('lose a removed role, and no other, at their next request, and keep their session', async () => {
    const { acmeAdmin } = test.people;
    const helper = await test.createPerson(test.accounts.acme, 'Helper', 'Administrator');
    const second = await roleRn(test.accounts.acme, 'Account Administrator');
    await test.as(acmeAdmin, `POST /iam/v1/users/${helper.id}/roles`, { role: second });
    for (const [name, status] of [
      ['Account Administrator', 200],
      ['Administrator', 403],
    ] as const) {
      const role = (await roleRn(test.accounts.acme, name)).split(':').at(-1);
      expect((await test.as(acmeAdmin, `DELETE /iam/v1/users/${helper.id}/roles/${role}`)).status).toBe(200);
      expect((await test.as(helper, 'GET /iam/v1/users')).status).toBe(status);
    }
    expect((await test.as(helper, `GET /iam/v1/users/${helper.id}`)).status).toBe(200);
  });

  it('are signed out when deactivated, and stay so when activated again', async () => {
    const sleeper = await test.createPerson(test.accounts.acme, 'Sleeper', null);
    const status = (value: string) =>
      test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${sleeper.id}/status`, { status: value });
    expect((await status('Inactive')).body.item).toMatchObject({ status: 'Inactive' });
    expect((await test.as(sleeper, `GET /iam/v1/users/${sleeper.id}`)).status).toBe(401);
    expect((await status('Active')).body.item).toMatchObject({ status: 'Active' });
    expect((await test.as(sleeper, `GET /iam/v1/users/${sleeper.id}`)).status).toBe(401);
  });

  it('list their own sessions, which administrators of their account can end', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Sessiona', null);
    const list = await test.as(person, `GET /iam/v1/users/${person.id}/sessions`);
    const [session] = list.body.items;
    expect(session).toMatchObject({ current: true, address: '127.0.0.1' });
    expect(
      (await test.as(test.people.birchAdmin, `DELETE /iam/v1/users/${person.id}/sessions/${session?.id}`)).status,
    ).toBe(404);
    expect(
      (await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${person.id}/sessions/${session?.id}`)).status,
    ).toBe(200);
    expect((await test.as(person, `GET /iam/v1/users/${person.id}`)).status).toBe(401);
  });
});
