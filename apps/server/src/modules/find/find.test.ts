import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { issueLicense } from '../../../test/licensing/issued-licenses.ts';
import { inTransaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

interface Found {
  readonly rn: string;
  readonly account: { readonly rn: string; readonly name: string };
}

async function find(q: string, by: Person = test.people.root) {
  const { body } = await test.as(by, `GET /admin/v1/find?q=${encodeURIComponent(q)}`);
  return body as unknown as Record<'users' | 'licenses' | 'accounts', Found[]>;
}
const account = (id: string, name: string) => ({ rn: rnOf(test.services.installation, id, 'account', id), name });

describe('finding a person or a license', () => {
  it('is for provider staff, and needs something to find', async () => {
    const { acmeAdmin, providerUser, root, accountAdmin } = test.people;
    const status = async (by: Person, query: string) => (await test.as(by, `GET /admin/v1/find${query}`)).status;
    expect([await status(acmeAdmin, '?q=acme'), await status(providerUser, '?q=acme')]).toEqual([403, 403]);
    expect([await status(root, '?q='), await status(root, '?q=%20'), await status(root, '')]).toEqual([400, 400, 400]);
    expect(await status(accountAdmin, '?q=acme')).toBe(200);
    const missing = (await test.as(root, 'GET /admin/v1/find')).body.problems;
    expect(missing).toEqual([{ code: 'invalid', path: 'q', message: 'q must be a text.' }]);
  });

  it('finds people of every account by e-mail and name', async () => {
    const { birchUser } = test.people;
    const [user] = (await find(birchUser.email.toUpperCase())).users;
    expect(user).toMatchObject({ rn: birchUser.rn, account: { rn: account(test.accounts.birch, '').rn } });
    const person = await test.createPerson(test.accounts.birch, 'Quintessa', null);
    const shown = (await test.as(test.people.root, `GET /iam/v1/users/${person.id}`)).body.item;
    const names = [`${shown['first-name']} ${shown['last-name']}`, 'quintes'];
    for (const name of names) expect((await find(name)).users.map(({ rn }) => rn)).toEqual([person.rn]);
    await test.as(test.people.root, `DELETE /iam/v1/users/${person.id}`);
    expect((await find('quintes')).users).toEqual([]);
  });

  it('finds licenses by key and order reference, and accounts by name and customer number', async () => {
    const body = { name: 'Cedar Books', 'customer-number': 'C-4711' };
    const made = (await test.as(test.people.root, 'POST /admin/v1/accounts', body)).body.item;
    const id = made.rn.split(':').at(-1) as string;
    const { key } = await issueLicense(test, id, [], { 'order-reference': 'PO 2026/77' });
    for (const q of [key, key.toLowerCase(), 'po 2026/77']) {
      expect((await find(q)).licenses).toMatchObject([{ account: account(id, 'Cedar Books') }]);
    }
    for (const q of ['c-4711', 'cedar']) {
      expect((await find(q)).accounts).toMatchObject([{ rn: made.rn, account: account(id, 'Cedar Books') }]);
    }
    await test.as(test.people.root, `DELETE /admin/v1/accounts/${id}`);
    expect(await find(key)).toMatchObject({ licenses: [], accounts: [] });
  });

  it('finds at most 20 of each, an exact e-mail first', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      email: `x${index}-many@acme.example`,
      'first-name': 'Many',
      'last-name': 'People',
    }));
    const exact = { email: 'many@acme.example', 'first-name': 'Zoe', 'last-name': 'Exact' };
    const body = { 'account-id': test.accounts.acme, mode: 'apply', rows: [...rows, exact] };
    expect((await test.as(test.people.acmeAdmin, 'POST /iam/v1/users/import', body)).status).toBe(200);
    const { users } = await find('many@acme.example');
    expect(users).toHaveLength(20);
    expect(users[0]).toMatchObject({ email: exact.email });
    expect((await find('%')).users).toEqual([]);
  });
});

describe('finding among very many', () => {
  it('finds the only license with a text that most people have, and all kinds of a common text', async () => {
    const { db } = test.services;
    const { key } = await issueLicense(test, test.accounts.acme, [], { 'order-reference': 'zq-common' });
    await inTransaction(db, 'every account', (tx) =>
      sql`insert into users ("account-id", email, "first-name", "last-name")
        select ${test.accounts.birch}, 'p' || n || '@zq-common.example', 'P', 'N' || n from generate_series(1, 15000) as n`.execute(
        tx,
      ),
    );
    const found = await find('zq-common');
    expect([found.users.length, found.licenses.map(({ rn }) => rn.split(':').at(-1))]).toEqual([20, [key]]);
    expect((await find('p14999@zq-common')).users).toMatchObject([{ email: 'p14999@zq-common.example' }]);
    expect((await find('P N14998')).users).toMatchObject([{ email: 'p14998@zq-common.example' }]);
  });
});

describe('a taken e-mail', () => {
  it('names the account that uses it to provider staff only', async () => {
    const { acmeAdmin, birchUser, root } = test.people;
    const body = { email: birchUser.email, 'first-name': 'A', 'last-name': 'B', 'account-id': test.accounts.acme };
    const name = (await test.as(root, `GET /admin/v1/accounts/${test.accounts.birch}`)).body.item['name'] as string;
    const message = `This email already exists. It is used in ${name}.`;
    const using = { code: 'email-taken', path: 'email', message, account: account(test.accounts.birch, name) };
    const told = await test.as(root, 'POST /iam/v1/users', body);
    expect([told.status, told.body.problems, told.body.errors]).toEqual([409, [using], [message]]);
    const hidden = await test.as(acmeAdmin, 'POST /iam/v1/users', body);
    expect(hidden.body.problems).toEqual([
      { code: 'email-taken', path: 'email', message: 'This email already exists.' },
    ]);
    const changed = await test.as(root, `PUT /iam/v1/users/${test.people.acmeUser.id}`, {
      email: birchUser.email.toUpperCase(),
      'first-name': 'A',
      'last-name': 'B',
    });
    expect(changed.body.problems).toEqual([using]);
    const person = await test.createPerson(test.accounts.acme, 'Replaced', null);
    await test.as(root, `DELETE /iam/v1/users/${person.id}`);
    await test.as(root, 'POST /iam/v1/users', { ...body, email: person.email, 'account-id': test.accounts.birch });
    expect((await test.as(root, `POST /iam/v1/users/${person.id}/restore`)).body.problems).toEqual([using]);
    const owned = await test.as(root, 'POST /admin/v1/accounts', {
      name: 'Owned',
      owner: { email: birchUser.email, 'first-name': 'A', 'last-name': 'B' },
    });
    expect(owned.body.problems).toEqual([using]);
    const rows = [{ email: birchUser.email, 'first-name': 'A', 'last-name': 'B' }];
    const imported = { 'account-id': test.accounts.acme, mode: 'check', rows };
    const report = await test.as(root, 'POST /iam/v1/users/import', imported);
    expect((report.body.items as unknown as { problems: unknown }[])[0]?.problems).toEqual([using]);
  });
});
