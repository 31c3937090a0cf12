import type { Account } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const unknown = '0198c0de-0000-7000-8000-000000000000';

async function create(name: string): Promise<{ id: string; item: Account }> {
  const reply = await test.as(test.people.root, 'POST /admin/v1/accounts', { name, description: '' });
  expect(reply.status).toBe(201);
  const item = reply.body.item as unknown as Account;
  return { item, id: item.rn.split(':').at(-1) as string };
}

describe('accounts', () => {
  it('are listed by account administrators, and changed by system and root administrators', async () => {
    const { root, system, accountAdmin, providerAdmin, acmeAdmin, acmeUser } = test.people;
    const { id } = await create('Guarded');
    for (const staff of [root, system, accountAdmin]) {
      expect((await test.as(staff, 'GET /admin/v1/accounts')).status).toBe(200);
      expect((await test.as(staff, `GET /admin/v1/accounts/${id}`)).status).toBe(200);
    }
    for (const other of [providerAdmin, acmeAdmin, acmeUser]) {
      for (const one of [id, unknown, 'nonsense', test.accounts.acme]) {
        expect((await test.as(other, `GET /admin/v1/accounts/${one}`)).status).toBe(403);
      }
      expect((await test.as(other, 'GET /admin/v1/accounts')).status).toBe(403);
    }
    expect((await test.as(accountAdmin, `PUT /admin/v1/accounts/${id}`, { name: 'Taken over' })).status).toBe(403);
    expect((await test.as(system, `PUT /admin/v1/accounts/${id}`, { name: 'Kept' })).status).toBe(200);
    for (const one of [unknown, 'nonsense'])
      expect((await test.as(root, `GET /admin/v1/accounts/${one}`)).status).toBe(404);
  });

  it('are created Pending, without an owner, under a unique name', async () => {
    const { item } = await create('  Fresh Ltd ');
    expect(item).toMatchObject({ name: 'Fresh Ltd', status: 'Pending', owner: null });
    const again = await test.as(test.people.root, 'POST /admin/v1/accounts', { name: 'FRESH ltd' });
    expect([again.status, again.body.errors]).toEqual([409, ['This account name already exists.']]);
    expect((await test.as(test.people.root, 'POST /admin/v1/accounts', { name: ' ' })).body.errors).toEqual([
      'Empty name',
    ]);
  });

  it('have a unique, case-insensitive customer number, which deletion frees', async () => {
    const { root } = test.people;
    const named = (name: string, number: string) =>
      test.as(root, 'POST /admin/v1/accounts', { name, 'customer-number': number });
    const first = await named('First customer', ' K-7 ');
    expect([first.status, first.body.item['customer-number']]).toEqual([201, 'K-7']);
    const second = await named('Second customer', 'k-7');
    expect([second.status, second.body.problems]).toEqual([
      409,
      [{ code: 'taken', path: 'customer-number', message: 'Another account has this customer number.' }],
    ]);
    for (const name of ['Third customer', 'Fourth customer']) expect((await named(name, '')).status).toBe(201);
    await test.as(root, `DELETE /admin/v1/accounts/${first.body.item.rn.split(':')[4]}`);
    expect((await named('Second customer', 'k-7')).status).toBe(201);
    const restore = (body: object) =>
      test.as(root, `POST /admin/v1/accounts/${first.body.item.rn.split(':')[4]}/restore`, body);
    expect((await restore({})).body.problems).toEqual(second.body.problems);
    expect((await restore({ 'customer-number': 'K-7' })).status).toBe(409);
    const restored = await restore({ 'customer-number': ' K-8 ' });
    expect([restored.status, restored.body.item['customer-number']]).toEqual([200, 'K-8']);
  });

  it('accept only one of their own users as owner', async () => {
    const { root } = test.people;
    const { id } = await create('Owned');
    const setOwner = (owner: unknown) => test.as(root, `PUT /admin/v1/accounts/${id}/owner`, { owner });
    for (const empty of ['', null, undefined]) {
      const reply = await setOwner(empty);
      expect([reply.status, reply.body.errors[0]]).toEqual([400, 'Owner cannot be empty.']);
    }
    const foreign = await setOwner(test.people.acmeUser.rn);
    expect([foreign.status, foreign.body.problems?.[0]?.path]).toEqual([400, 'owner']);
    const person = await test.createPerson(id, 'Boss', null);
    expect((await setOwner(person.rn)).body.item).toMatchObject({ owner: person.rn, status: 'Active' });
    const { rn, accountId } = test.people.birchAdmin;
    await test.as(root, `PUT /admin/v1/accounts/${accountId}/owner`, { owner: rn });
    await test.as(root, `DELETE /iam/v1/users/${person.id}`);
    expect((await test.as(root, `GET /admin/v1/accounts/${id}`)).body.item).toMatchObject({ owner: null });
    expect((await test.as(root, `GET /admin/v1/accounts/${accountId}`)).body.item).toMatchObject({ owner: rn });
  });

  it('sign their users out when deactivated or deleted, and free their name', async () => {
    const { root } = test.people;
    const { id } = await create('Doomed');
    const person = await test.createPerson(id, 'Member', 'Administrator');
    expect((await test.as(root, `PUT /admin/v1/accounts/${id}/status`, { status: 'Inactive' })).status).toBe(200);
    expect((await test.as(person, 'GET /iam/v1/users')).status).toBe(401);
    expect((await test.as(root, `DELETE /admin/v1/accounts/${id}`)).status).toBe(200);
    expect((await test.as(root, `GET /admin/v1/accounts/${id}`)).status).toBe(404);
    expect((await test.as(root, `GET /iam/v1/users/${person.id}`)).status).toBe(404);
    await create('Doomed');
  });

  it('cannot be deactivated or deleted if they are the provider account', async () => {
    const { root } = test.people;
    const provider = test.accounts.provider;
    expect((await test.as(root, `DELETE /admin/v1/accounts/${provider}`)).status).toBe(409);
    expect((await test.as(root, `PUT /admin/v1/accounts/${provider}/status`, { status: 'Inactive' })).status).toBe(409);
  });
});
