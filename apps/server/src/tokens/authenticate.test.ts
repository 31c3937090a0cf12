import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Changes the database bypassing this node, as another node does. */
function elsewhere(statement: RawBuilder<unknown>): Promise<unknown> {
  return inTransaction(test.services.db, 'every account', (tx) => statement.execute(tx));
}

const statusOf = async (person: Person, call: Parameters<TestApp['as']>[1], body?: object) =>
  (await test.as(person, call, body)).status;

/** A person whose actor this node has cached since the previous request. */
async function cachedPerson(name: string, role: string | null = 'Administrator'): Promise<Person> {
  const person = await test.createPerson(test.accounts.acme, name, role);
  expect(await statusOf(person, `GET /iam/v1/users/${person.id}`)).toBe(200);
  return person;
}

describe('a cached actor', () => {
  const ends: readonly [string, (person: Person) => RawBuilder<unknown>, (person: Person) => RawBuilder<unknown>][] = [
    [
      'their session is ended',
      ({ id }) => sql`update sessions set "ended-on" = now() where "user-id" = ${id}`,
      () => sql`select 1`,
    ],
    [
      'their session runs out',
      ({ id }) => sql`update sessions set "expires-on" = now() where "user-id" = ${id}`,
      () => sql`select 1`,
    ],
    [
      'they are deactivated',
      ({ id }) => sql`update users set status = 'Inactive' where id = ${id}`,
      () => sql`select 1`,
    ],
    ['they are deleted', ({ id }) => sql`update users set "deleted-on" = now() where id = ${id}`, () => sql`select 1`],
    [
      'their account is deactivated',
      ({ accountId }) => sql`update accounts set status = 'Inactive' where id = ${accountId}`,
      ({ accountId }) => sql`update accounts set status = 'Active' where id = ${accountId}`,
    ],
  ];
  for (const [what, end, undo] of ends) {
    it(`is signed out by the next request when ${what} on another node`, async () => {
      const person = await cachedPerson(what.replaceAll(' ', '-'));
      await elsewhere(end(person));
      const replies = [
        await statusOf(person, `GET /iam/v1/users/${person.id}`),
        await statusOf(person, 'GET /iam/v1/users?limit=never'),
        await statusOf(person, 'POST /iam/v1/tags', { name: what, description: '', 'account-id': person.accountId }),
        await statusOf(person, 'GET /adm/v1/nothing'),
      ];
      await elsewhere(undo(person));
      expect(replies).toEqual([401, 401, 401, 404]);
      const { items } = (await test.as(test.people.acmeAdmin, `GET /iam/v1/tags?search=${encodeURIComponent(what)}`))
        .body;
      expect(items).toEqual([]);
    });
  }

  it('is signed out when their token expires', async () => {
    const person = await cachedPerson('Expiring');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
    const reply = await test.as(person, `GET /iam/v1/users/${person.id}`).finally(() => vi.useRealTimers());
    expect([reply.status, reply.body.errors]).toEqual([401, ['Authorization token expired']]);
  });

  it('gains and loses a role with the next request', async () => {
    const person = await cachedPerson('Promoted', null);
    const list = 'GET /iam/v1/users';
    expect(await statusOf(person, list)).toBe(403);
    const role = sql`(select id from roles where "account-id" = ${person.accountId} and name = 'Administrator')`;
    await elsewhere(sql`insert into "user-roles" values (${person.id}, ${role}, ${person.accountId})`);
    expect(await statusOf(person, list)).toBe(200);
    await elsewhere(sql`delete from "user-roles" where "user-id" = ${person.id}`);
    expect(await statusOf(person, list)).toBe(403);
  });

  it('follows changed policies of its role with the next request', async () => {
    const person = await cachedPerson('Restricted');
    const roles = sql`(select "role-id" from "user-roles" where "user-id" = ${person.id})`;
    const allowing = (what: string) =>
      sql`update roles set policies = replace(policies::text, 'iam:*', ${what})::jsonb where id in ${roles}`;
    await elsewhere(allowing('iam:GetUser'));
    expect(await statusOf(person, 'GET /iam/v1/users')).toBe(403);
    await elsewhere(
      sql`update roles set policies = replace(policies::text, 'iam:GetUser', 'iam:*')::jsonb where id in ${roles}`,
    );
    expect(await statusOf(person, 'GET /iam/v1/users')).toBe(200);
  });

  it('acts under the current name', async () => {
    const person = await cachedPerson('Renamed');
    await elsewhere(sql`update users set "last-name" = 'Newname' where id = ${person.id}`);
    const tag = { name: 'Made by Newname', description: '', 'account-id': person.accountId };
    expect(await statusOf(person, 'POST /iam/v1/tags', tag)).toBe(201);
    const { items } = (await test.as(test.people.acmeAdmin, 'GET /iam/v1/audit?limit=1&sort=-seq')).body;
    expect(JSON.stringify(items)).toContain('Newname');
  });
});
