import { type ImportItem, type ImportRow, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { issueLicense } from '../../../../test/licensing/issued-licenses.ts';
import { createMaker } from '../../../../test/made/maker.ts';
import { createDirectory } from '../../../../test/sign-in/directories.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  acme = test.accounts.acme;
  await makeTag('Press');
});
afterAll(() => test.close());

async function makeTag(name: string): Promise<string> {
  return (await test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': acme })).body.item.rn;
}

interface Report {
  readonly items: readonly ImportItem[];
  readonly totals: Readonly<Record<string, number>>;
}

async function importAs(by: Person, rows: readonly unknown[], choices: object = {}): Promise<Report> {
  const body = { 'account-id': acme, mode: 'apply', rows, ...choices };
  const reply = await test.as(by, 'POST /iam/v1/users/import', body);
  expect([reply.status, reply.body.problems]).toEqual([200, undefined]);
  return reply.body as unknown as Report;
}
const imported = (rows: readonly unknown[], choices?: object) => importAs(test.people.acmeAdmin, rows, choices);
const outcomes = ({ items }: Report) => items.map(({ outcome }) => outcome);
const problemsOf = ({ items }: Report) =>
  items.flatMap(({ row, problems }) => problems.map(({ code, path }) => `${row} ${path ?? ''} ${code}`));

let people = 0;
function person(more: ImportRow = {}): ImportRow & { email: string } {
  people += 1;
  return {
    email: `row-${people}@acme.example`,
    'first-name': 'Ida',
    'last-name': `Row ${people}`,
    ...more,
  } as ImportRow & {
    email: string;
  };
}

async function find(email: string) {
  const list = await test.as(test.people.acmeAdmin, `GET /iam/v1/users?search=${encodeURIComponent(email)}`);
  return list.body.items.find((user) => user['email'] === email);
}
const everything = async () => {
  const tables = ['users', 'user-tags', 'user-roles', 'tags', 'activation-keys', 'outbox', 'audit', 'link-mails'];
  return inTransaction(test.services.db, 'every account', async (tx) => {
    const counts = [];
    for (const table of tables)
      counts.push(
        (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx)).rows[0]?.n,
      );
    return counts;
  });
};

describe('An import', () => {
  it('creates, and the same again changes nothing', async () => {
    const rows = [
      person({ title: 'Dr.', description: 'Two\nlines', roles: ['Administrator'], tags: ['press'] }),
      person({ status: 'Inactive' }),
      person({ status: 'Active' }),
    ];
    const checked = await imported(rows, { mode: 'check' });
    expect(checked.totals).toEqual({ create: 3, update: 0, unchanged: 0, refuse: 0 });
    expect(checked.items[0]).toEqual({
      row: 0,
      outcome: 'create',
      changes: ['email', 'first-name', 'last-name', 'title', 'description', 'roles', 'tags'],
      problems: [],
    });
    const first = await imported(rows);
    expect(first.items.map(({ user: _, ...item }) => item)).toEqual(checked.items);
    const [one, two, three] = [
      await find(rows[0]?.email ?? ''),
      await find(rows[1]?.email ?? ''),
      await find(rows[2]?.email ?? ''),
    ];
    expect(one).toMatchObject({ rn: first.items[0]?.user, title: 'Dr.', description: 'Two\nlines', status: 'Pending' });
    expect([one?.['roles'], one?.['tags']]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect([two?.['status'], three?.['status']]).toEqual(['Inactive', 'Pending']);
    const before = await everything();
    for (const choices of [{}, { update: true }, { mode: 'check' }]) {
      expect((await imported(rows, choices)).totals).toEqual({ create: 0, update: 0, unchanged: 3, refuse: 0 });
    }
    expect(await everything()).toEqual(before);
  });

  it('checks without changing anything', async () => {
    const kept = person({ title: 'Kept' });
    await imported([kept]);
    const before = await everything();
    const rows = [person({ tags: ['Made by a check'] }), { ...kept, title: 'Other', status: 'Inactive' }];
    const report = await imported(rows, { mode: 'check', update: true, invite: true, 'create-tags': true });
    expect(report.items.map(({ outcome, changes }) => [outcome, changes])).toEqual([
      ['create', ['email', 'first-name', 'last-name', 'tags']],
      ['update', ['title', 'status']],
    ]);
    expect(await everything()).toEqual(before);
    expect(await find(kept.email)).toMatchObject({ title: 'Kept', status: 'Pending' });
  });

  it('changes what a row has, and leaves the rest', async () => {
    const one = person({ title: 'Dr.', description: 'Long', tags: ['Press'], roles: ['Administrator'] });
    await imported([one]);
    expect(problemsOf(await imported([{ ...one, title: 'Prof.' }]))).toEqual(['0 email email-taken']);
    expect(await find(one.email)).toMatchObject({ title: 'Dr.' });
    const some = { email: one.email.toUpperCase(), title: '', tags: [] };
    expect((await imported([some], { update: true })).items).toMatchObject([
      { outcome: 'update', changes: ['title', 'tags'] },
    ]);
    const after = await find(one.email);
    expect(after).toMatchObject({ title: '', description: 'Long', tags: [], 'last-name': one['last-name'] });
    expect(after?.['roles']).toHaveLength(1);
    const named = await imported([{ email: one.email, 'first-name': '' }], { update: true });
    expect(named.items[0]?.problems).toEqual([{ code: 'invalid', path: 'first-name', message: 'Empty first name' }]);
    expect((await imported([{ email: one.email, status: 'Pending' }])).totals).toMatchObject({ unchanged: 1 });
  });

  it('refuses rows by their cells, and does the others', async () => {
    const [fine, late] = [person(), person()];
    const report = await imported([
      { ...person(), email: 'nobody', 'first-name': '', title: 5 },
      { email: 'nameless@acme.example' },
      { ...person(), roles: ['Emperor'], tags: ['Unknown', 'Press'] },
      { ...person(), tags: 'Press', status: 'Gone' },
      fine,
      { ...late, email: ` ${fine.email.toUpperCase()} ` },
      { 'first-name': 'Without', 'last-name': 'Address' },
      late,
    ]);
    expect(outcomes(report)).toEqual([
      ...['refuse', 'refuse', 'refuse', 'refuse'],
      ...['create', 'refuse', 'refuse', 'create'],
    ]);
    expect(problemsOf(report)).toEqual([
      ...['0 email invalid', '0 first-name invalid', '0 title invalid'],
      ...['1 first-name invalid', '1 last-name invalid'],
      ...['2 roles invalid', '2 tags invalid'],
      ...['3 tags invalid', '3 status invalid'],
      '5 email email-taken',
      '6 email invalid',
    ]);
    expect(report.items[2]?.problems.map(({ message }) => message)).toEqual([
      "There is no role 'Emperor' in this account.",
      "There is no tag 'Unknown' in this account.",
    ]);
    expect(report.totals).toEqual({ create: 2, update: 0, unchanged: 0, refuse: 6 });
  });

  it('refuses the call for an unknown field, no row, and too many', async () => {
    const call = (body: object) =>
      test.as(test.people.acmeAdmin, 'POST /iam/v1/users/import', { 'account-id': acme, mode: 'check', ...body });
    const wrong = await call({ rows: [{ ...person(), nickname: 'Idy' }] });
    expect([wrong.status, wrong.body.problems?.[0]?.path]).toEqual([400, 'rows.0.nickname']);
    expect((await call({ rows: [] })).status).toBe(400);
    expect((await call({ rows: ['row'] })).status).toBe(400);
    expect((await call({ rows: Array.from({ length: 1001 }, () => ({ email: 'a@b.example' })) })).status).toBe(400);
    expect((await call({ rows: [person()], mode: 'both' })).status).toBe(400);
  });

  it('creates unknown tags if it may, each once', async () => {
    const rows = [person({ tags: ['New tag'] }), person({ tags: ['NEW TAG', 'Another'] })];
    expect(outcomes(await imported(rows))).toEqual(['refuse', 'refuse']);
    expect(outcomes(await imported(rows, { 'create-tags': true }))).toEqual(['create', 'create']);
    const tags = (await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags?search=new tag')).body.items;
    expect(tags.map((tag) => tag['name'])).toEqual(['New tag']);
    expect((await imported(rows, { 'create-tags': true })).totals).toMatchObject({ unchanged: 2 });
  });

  it('invites those whom it creates', async () => {
    const [one, off] = [person(), person({ status: 'Inactive' })];
    await imported([one, off], { invite: true, 'valid-days': 3 });
    const mails = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').select('recipient').where('recipient', 'in', [one.email, off.email]).execute(),
    );
    expect(mails).toEqual([{ recipient: one.email }]);
    expect(await find(one.email)).toMatchObject({ mail: { status: 'waiting' } });
  });

  it('does rows together where none is refused, and each alone where one is', async () => {
    const transactions = async (rows: readonly { email: string }[]) => {
      const emails = rows.map(({ email }) => email);
      const { rows: found } = await inTransaction(test.services.db, 'every account', (tx) =>
        sql<{ n: number }>`select count(distinct xmin::text)::int as n from users where email = any(${emails})`.execute(
          tx,
        ),
      );
      return found[0]?.n;
    };
    const fine = Array.from({ length: 60 }, (_, index) => person(index % 7 === 0 ? { tags: ['Press'] } : {}));
    const report = await imported(fine);
    expect(report.items.map(({ row, outcome }) => [row, outcome])).toEqual(fine.map((_, row) => [row, 'create']));
    for (const [row, { email }] of fine.entries()) expect((await find(email))?.rn).toBe(report.items[row]?.user);
    // The tags of a row change its user once more.
    expect(await transactions(fine)).toBeLessThan(5);
    const mixed = Array.from({ length: 60 }, (_, index) =>
      index === 20 ? { ...person(), email: test.people.birchUser.email } : person(),
    );
    for (const mode of ['check', 'apply']) {
      const { totals } = await imported(mixed, { mode });
      expect(totals).toEqual({ create: 59, update: 0, unchanged: 0, refuse: 1 });
    }
    expect((await imported(mixed)).totals).toEqual({ create: 0, update: 0, unchanged: 59, refuse: 1 });
  });

  it('does a row whole or not at all', async () => {
    const admin = await test.createPerson(acme, 'Whole', 'Administrator');
    // Others remain administrators, and nobody deactivates themselves.
    const report = await importAs(admin, [{ email: admin.email, title: 'Half', status: 'Inactive' }], { update: true });
    expect(problemsOf(report)).toEqual(['0 status deactivating-yourself']);
    expect(await find(admin.email)).toMatchObject({ title: '' });
  });

  it('needs the right to each change', async () => {
    const importer = await limited(['iam:CreateUser']);
    const known = person({ tags: ['Press'] });
    await imported([known]);
    const rows = [
      person(),
      person({ tags: ['Press'] }),
      person({ roles: ['Administrator'] }),
      { email: known.email, tags: [] },
    ];
    const report = await importAs(importer, [...rows, { ...known, title: 'New' }], { update: true });
    expect(problemsOf(report)).toEqual([
      '1 tags forbidden',
      '2 roles forbidden',
      '3 tags forbidden',
      '4 email email-taken',
    ]);
    const body = { 'account-id': acme, mode: 'check', rows: [person()] };
    const call = (more: object) => test.as(importer, 'POST /iam/v1/users/import', { ...body, ...more });
    expect([(await call({})).status, (await call({ 'create-tags': true })).status]).toEqual([200, 403]);
    expect(problemsOf(await importAs(importer, [person()], { invite: true }))).toEqual(['0  forbidden']);
    expect((await test.as(test.people.acmeUser, 'POST /iam/v1/users/import', body)).status).toBe(403);
    expect((await test.as(test.people.birchAdmin, 'POST /iam/v1/users/import', body)).status).toBe(404);
  });

  it('refuses e-mails of other accounts, proven domains, and people of a directory', async () => {
    const { birchUser } = test.people;
    const directory = await createDirectory(test, acme);
    const managed = person();
    await imported([managed]);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('users').set({ 'directory-id': directory.id }).where('email', '=', managed.email).execute(),
    );
    const { proven } = await createMaker(test).connection(test.accounts.birch);
    const rows = [
      { ...person(), email: birchUser.email },
      { ...managed, title: 'Other' },
    ];
    const strange = { ...person(), email: `ida@${proven}` };
    for (const mode of ['check', 'apply']) {
      expect(problemsOf(await imported([...rows, strange], { mode, update: true }))).toEqual([
        '0 email email-taken',
        '1  managed-by-directory',
        '2 email email-domain-taken',
      ]);
    }
    expect((await imported([managed])).totals).toMatchObject({ unchanged: 1 });
  });

  it('makes nobody twice and loses nothing when two run at once', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => person({ tags: [`Both ${index % 3}`] }));
    const choices = { 'create-tags': true, update: true };
    const [one, two] = await Promise.all([imported(rows, choices), imported(rows.toReversed(), choices)]);
    expect([one.totals['refuse'], two.totals['refuse']]).toEqual([0, 0]);
    expect((one.totals['create'] ?? 0) + (two.totals['create'] ?? 0)).toBe(40);
    expect((await imported(rows)).totals).toMatchObject({ unchanged: 40 });
    const tags = (await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags?search=Both')).body.items;
    expect(tags).toHaveLength(3);
  });

  it('gives licenses until none is left, and a check says which rows get none', async () => {
    const issued = await issueLicense(test, acme);
    await issueLicense(test, acme);
    const product = issued.of;
    const rows = [1, 2, 3].map(() => person({ licenses: [resourceIdOf(product), product] }));
    const after = ['create', 'create', 'refuse'];
    const before = await everything();
    const checked = await imported(rows, { mode: 'check' });
    expect([outcomes(checked), problemsOf(checked)]).toEqual([after, ['2 licenses none-left']]);
    expect(await everything()).toEqual(before);
    const first = await imported(rows);
    expect([outcomes(first), problemsOf(first)]).toEqual([after, ['2 licenses none-left']]);
    expect(first.items[0]?.changes).toEqual(['email', 'first-name', 'last-name', 'licenses']);
    expect(await find(rows[2]?.email ?? '')).toBeUndefined();
    expect(outcomes(await imported(rows.slice(0, 2)))).toEqual(['unchanged', 'unchanged']);
    await issueLicense(test, acme);
    const known = person();
    await imported([known]);
    const named = { ...known, licenses: [product] };
    expect(problemsOf(await imported([named]))).toEqual(['0 email email-taken']);
    expect(problemsOf(await imported([{ ...named, status: 'Inactive' }], { update: true }))).toEqual([
      '0 licenses user-inactive',
    ]);
    const importer = await limited(['iam:CreateUser', 'iam:UpdateUser']);
    expect(problemsOf(await importAs(importer, [named], { update: true }))).toEqual(['0 licenses forbidden']);
    expect((await imported([named], { update: true })).items).toMatchObject([
      { outcome: 'update', changes: ['licenses'] },
    ]);
    expect(problemsOf(await imported([person({ licenses: ['no-such-product'] })]))).toEqual(['0 licenses invalid']);
  });

  it('has an audit entry for each change', async () => {
    const row = person({ roles: ['Administrator'], tags: ['Press'] });
    const [item] = (await imported([row])).items;
    const log = await test.as(test.people.acmeAdmin, `GET /iam/v1/audit?resource=${item?.user}`);
    expect(log.body.items.map((entry) => entry['action']).toReversed()).toEqual([
      'iam:CreateUser',
      'iam:AddUserRole',
      'iam:AddUserTag',
    ]);
    expect(resourceIdOf(item?.user ?? '')).toBe(resourceIdOf((await find(row.email))?.rn ?? ''));
  });
});

/** A user who may do some actions only. */
async function limited(actions: readonly string[]): Promise<Person> {
  people += 1;
  const one = await test.createPerson(acme, `Limited${people}`, null);
  const policy = {
    name: 'Limited',
    statements: [{ actions, effect: 'Allow', principals: [], conditions: [], resources: ['*'] }],
  };
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .updateTable('users')
      .set({ policies: JSON.stringify([policy]) })
      .where('id', '=', one.id)
      .execute(),
  );
  return one;
}
