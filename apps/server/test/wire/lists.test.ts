import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';

let test: TestApp;
let make: Maker;
let account: string;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  account = (await make.account()).id;
  admin = await test.createPerson(account, `Lister${make.next()}`, 'Administrator');
});

const tagNamed = (name: string) => test.as(admin, 'POST /iam/v1/tags', { name, 'account-id': account });
const namesOf = async (query = '') =>
  (await test.as(admin, `GET /iam/v1/tags${query}`)).body.items.map((item) => item.name);

async function userNamed(first: string, last: string, email: string): Promise<string> {
  const body = { 'first-name': first, 'last-name': last, email: `${email}@${account}.example`, 'account-id': account };
  const reply = await test.as(admin, 'POST /iam/v1/users', body);
  expect(reply.status).toBe(201);
  return email;
}

describe('a list', () => {
  it('is sorted by name with linguistic collation, regardless of case and accents', async () => {
    const names = [
      'Zulu',
      'ähre',
      'apple',
      'Banana',
      'Äpfel',
      'cherry',
      'Ålesund',
      'ñandú',
      'Nadel',
      '10',
      '9',
      '東京',
    ];
    for (const name of names) expect((await tagNamed(name)).status).toBe(201);
    const expected = names.toSorted(new Intl.Collator('und', { sensitivity: 'accent' }).compare);
    expect(await namesOf()).toEqual(expected);
    expect(await namesOf('?sort=-name')).toEqual(expected.toReversed());
  });

  it('of users is sorted by first name, last name, then e-mail', async () => {
    await userNamed('ada', 'Lovelace', 'c');
    await userNamed('Ada', 'byron', 'd');
    await userNamed('Ada', 'Byron', 'B');
    await userNamed('Ábel', 'Zoltan', 'a');
    const { items } = (await test.as(admin, 'GET /iam/v1/users')).body;
    const emails = items.map((item) => String(item['email']).split('@')[0]).filter((one) => one && one.length === 1);
    // Ábel sorts before Ada, Byron before Lovelace; names that differ only by case are equal, so the e-mail decides.
    expect(emails).toEqual(['a', 'B', 'd', 'c']);
  });

  it('returns everything without a limit, and a page with one', async () => {
    for (const name of ['One', 'Two', 'Three']) await tagNamed(name);
    const all = await test.as(admin, 'GET /iam/v1/tags?cursor=ignored-without-limit');
    expect([all.status, all.body.items.length, all.body.total, all.body['next-cursor']]).toEqual([200, 3, 3, null]);
    const page = await test.as(admin, 'GET /iam/v1/tags?limit=2');
    expect([page.body.items.length, page.body.total]).toEqual([2, 3]);
    expect(page.body['next-cursor']).not.toBeNull();
    const exact = await test.as(admin, 'GET /iam/v1/tags?limit=3');
    expect([exact.body.items.length, exact.body['next-cursor']]).toEqual([3, null]);
    const found = await test.as(admin, 'GET /iam/v1/tags?limit=1&search=T');
    expect(found.body.total).toBe(2);
  });

  it('does not skip or repeat items under concurrent changes', async () => {
    for (const name of ['b', 'd', 'f', 'h']) await tagNamed(name);
    const first = await test.as(admin, 'GET /iam/v1/tags?limit=2');
    await tagNamed('a');
    await tagNamed('e');
    const next = await test.as(admin, `GET /iam/v1/tags?limit=9&cursor=${first.body['next-cursor']}`);
    expect(next.body.items.map((item) => item.name)).toEqual(['e', 'f', 'h']);
  });

  it('refuses an invalid limit, sort order or cursor, and names it', async () => {
    await tagNamed('One');
    await tagNamed('Two');
    const cursor = (await test.as(admin, 'GET /iam/v1/tags?limit=1')).body['next-cursor'];
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const refusals: [query: string, path: string][] = [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=many', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=1e2', 'limit'],
      ['limit=%2B5', 'limit'],
      ['sort=colour', 'sort'],
      ['sort=--name', 'sort'],
      ['limit=1&cursor=nonsense', 'cursor'],
      [`limit=1&sort=-name&cursor=${cursor}`, 'cursor'],
      [`limit=1&cursor=${made('name', 'One', 'no id')}`, 'cursor'],
      [`limit=1&sort=created-on&cursor=${made('created-on', 'no time', admin.id)}`, 'cursor'],
      [`limit=1&cursor=${made('name', 'One')}`, 'cursor'],
      ['search=%00', 'search'],
      ['limit=1&limit=2', 'limit'],
      ['search=a&search=b', 'search'],
    ];
    for (const [query, path] of refusals) {
      const reply = await test.as(admin, `GET /iam/v1/tags?${query}`);
      expect([query, reply.status, reply.body.problems?.[0]?.path]).toEqual([query, 400, path]);
    }
    expect((await test.as(admin, 'GET /iam/v1/tags?limit=1000')).status).toBe(200);
    const time = made('created-on', 'no time', admin.id);
    const users = await test.as(admin, `GET /iam/v1/users?limit=1&sort=created-on&cursor=${time}`);
    expect([users.status, users.body.problems?.[0]?.path]).toEqual([400, 'cursor']);
  });

  it('finds a text in whatever Unicode composition it was sent', async () => {
    const [nfd, nfc] = ['Cafe\u0301', 'Caf\u00e9'];
    const body = { name: 'Composed', description: `${nfd} 1`, 'account-id': account };
    expect((await test.as(admin, 'POST /iam/v1/tags', body)).body.item['description']).toBe(`${nfc} 1`);
    const email = `${make.next()}@${account}.example`;
    const user = { 'first-name': 'A', 'last-name': 'B', title: `${nfd} 2`, email, 'account-id': account };
    await test.as(admin, 'POST /iam/v1/users', user);
    for (const search of [nfd, nfc].map(encodeURIComponent)) {
      expect(await namesOf(`?search=${search}%201`)).toEqual(['Composed']);
      const found = await test.as(admin, `GET /iam/v1/users?search=${search}%202`);
      expect(found.body.items.map((item) => item['email'])).toEqual([email]);
    }
  });

  it('ignores unknown parameters', async () => {
    await tagNamed('One');
    for (const query of ['?colour=red', '?account=nonsense', '?__proto__=1', '?=', '?constructor=1&toString=2']) {
      expect(await namesOf(query)).toEqual(['One']);
    }
  });

  it("of another account's path also accepts the caller's own account", async () => {
    await tagNamed('One');
    for (const part of ['iam/v1/admin/tags', 'iam/v1/admin/users', 'iam/v1/admin/roles', 'license/v1/admin/licenses']) {
      expect((await test.as(admin, `GET /${part}?account=${account}`)).status).toBe(200);
    }
    expect((await test.as(admin, `GET /license/v1/admin/strategy?account=${account}`)).status).toBe(200);
  });

  it('does not find users by a deleted tag', async () => {
    const user = await make.user(account);
    const tag = await tagNamed('Vanishing');
    await test.as(admin, `POST /iam/v1/users/${user.id}/tags`, { tag: tag.body.item.rn });
    const found = async () => (await test.as(admin, 'GET /iam/v1/users?search=vanish')).body.total;
    expect(await found()).toBe(1);
    await test.as(admin, `DELETE /iam/v1/tags/${tag.body.item.rn.split(':').at(-1)}`);
    expect(await found()).toBe(0);
  });

  it('of users is filtered by role, tag and status', async () => {
    const [tagged, pending] = [await make.user(account), await make.user(account, { status: 'Pending' })];
    const tag = (await tagNamed('Filter')).body.item;
    await test.as(admin, `POST /iam/v1/users/${tagged.id}/tags`, { tag: tag.rn });
    const rns = async (query: string) =>
      (await test.as(admin, `GET /iam/v1/users?${query}`)).body.items.map((item) => item.rn);
    expect(await rns(`tag=${tag.rn}`)).toEqual([tagged.rn]);
    expect(await rns('status=Pending')).toEqual([pending.rn]);
    expect(await rns(`role=${(await make.role(account)).rn}`)).toEqual([admin.rn]);
    expect((await test.as(admin, 'GET /iam/v1/users?status=Sleeping')).status).toBe(400);
  });
});
