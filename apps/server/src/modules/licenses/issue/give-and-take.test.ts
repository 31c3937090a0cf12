import { consumePolicyName } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  everyone,
  openLeaseTest,
  setLicense,
  studio,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { rnOf } from '../../../installation.ts';

const here = openLeaseTest();
const noOne = { kind: 'No one' } as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function send(which: 'give' | 'take', users: readonly string[], body: object = {}, by: Person = here.ada) {
  const fields = { 'account-id': here.account, product: here.product, users, mode: 'apply', ...body };
  return here.test.as(by, `POST /license/v1/licenses/${which}`, fields);
}

async function outcomes(which: 'give' | 'take', users: readonly string[], body: object = {}) {
  const reply = await send(which, users, body);
  expect(reply.status).toBe(200);
  const items = reply.body.items as unknown as { user: string; outcome: string; license: string | null }[];
  expect(items.map(({ user }) => user)).toEqual(users);
  return items.map(({ outcome, license }) => [outcome, license]);
}

async function person(name: string, status: 'Active' | 'Inactive' | 'Pending' = 'Active'): Promise<Person> {
  const made = await here.test.createPerson(here.account, name, null);
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.updateTable('users').set({ status }).where('id', '=', made.id).execute(),
  );
  return made;
}

async function policiesOf(id: string) {
  return (await here.test.as(here.ada, `GET /license/v1/licenses/${id}`)).body.item['policies'];
}

async function endsIn(id: string, days: number | null, period: number | null = null) {
  const date = days === null ? null : inDays(days);
  await setLicense(here.test, id, { 'expiry-perpetual': false, 'expiry-date': date, 'expiry-period': period });
}

describe('giving licenses', () => {
  it('picks those that last longest, of those that nobody may consume, and says who is left without', async () => {
    const [soon, late, forever, period, expired, suspended] = await Promise.all(
      Array.from({ length: 6 }, () => createLicense(here.test, here.account, noOne)),
    );
    if (!soon || !late || !forever || !period || !expired || !suspended) throw new Error('not created');
    await createLicense(here.test, here.account, everyone);
    await endsIn(soon.id, 20);
    await endsIn(late.id, 400);
    await endsIn(period.id, null, 100);
    await endsIn(expired.id, -1);
    await setLicense(here.test, suspended.id, { status: 'Suspended' });
    const people = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => person(name)));
    const rns = people.map(({ rn }) => rn);
    const given = [forever, late, period, soon].map(({ rn }) => ['given', rn]);
    expect(await outcomes('give', rns, { mode: 'check' })).toEqual([...given, ['none-left', null]]);
    expect(await policiesOf(forever.id)).toMatchObject([{ statements: [{ principals: [] }] }]);
    expect(await outcomes('give', rns)).toEqual([...given, ['none-left', null]]);
    const has = given.map(([, rn]) => ['has', rn]);
    expect(await outcomes('give', rns)).toEqual([...has, ['none-left', null]]);
    expect(await outcomes('give', rns, { mode: 'check' })).toEqual([...has, ['none-left', null]]);
    expect((await consume(here.test, people[2] as Person, here.product, { license: period.rn })).status).toBe(201);
  });

  it('keeps policies of other names, and takes no license with a policy of its own', async () => {
    const rules = { name: 'House rules', statements: [] };
    const statement = {
      actions: ['license:GetLicense'],
      effect: 'Allow',
      principals: [],
      conditions: [],
      resources: [],
    };
    const custom = await createLicense(here.test, here.account, noOne, {
      policies: JSON.stringify([{ name: consumePolicyName, statements: [statement] }]),
    });
    const plain = await createLicense(here.test, here.account, noOne, { policies: JSON.stringify([rules]) });
    await endsIn(plain.id, 5);
    expect(await outcomes('give', [here.ugo.rn, here.ada.rn])).toEqual([
      ['given', plain.rn],
      ['none-left', null],
    ]);
    const policies = await policiesOf(plain.id);
    expect(policies).toMatchObject([rules, { statements: [{ principals: [{ id: here.ugo.rn }] }] }]);
    expect(await policiesOf(custom.id)).toMatchObject([{ statements: [statement] }]);
  });

  it('counts the licenses that can be given afterwards', async () => {
    for (let made = 0; made < 3; made += 1) await createLicense(here.test, here.account, noOne);
    await createLicense(here.test, here.account, everyone);
    const free = async (body: object) => Number((await send('give', [here.ugo.rn], body)).body['free' as 'item']);
    expect(await free({ mode: 'check' })).toBe(2);
    expect(await free({ mode: 'apply' })).toBe(2);
    expect(await free({ mode: 'check' })).toBe(2);
  });

  it('gives the same user only one', async () => {
    const { rn } = await createLicense(here.test, here.account, noOne);
    await createLicense(here.test, here.account, noOne);
    const both = [
      ['given', rn],
      ['has', rn],
    ];
    expect(await outcomes('give', [here.ugo.rn, here.ugo.rn], { mode: 'check' })).toEqual(both);
    expect(await outcomes('give', [here.ugo.rn, here.ugo.rn])).toEqual(both);
  });

  it('refuses inactive people, and gives those who were invited', async () => {
    const [asleep, invited] = [await person('Asleep', 'Inactive'), await person('Invited', 'Pending')];
    const { rn } = await createLicense(here.test, here.account, noOne);
    for (const mode of ['check', 'apply']) {
      expect(await outcomes('give', [asleep.rn, invited.rn], { mode })).toEqual([
        ['inactive', null],
        ['given', rn],
      ]);
    }
  });

  it('gives no two callers the same', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => person(`Rival ${index}`)));
    for (let made = 0; made < 10; made += 1) await createLicense(here.test, here.account, noOne);
    const replies = await Promise.all(people.map(({ rn }) => send('give', [rn])));
    const items = replies.flatMap(({ body }) => body.items as unknown as { outcome: string; license: string }[]);
    const given = items.filter(({ outcome }) => outcome === 'given').map(({ license }) => license);
    expect([given.length, new Set(given).size]).toEqual([10, 10]);
    expect(items.filter(({ outcome }) => outcome === 'none-left')).toHaveLength(2);
  });

  it('gives one user one license, however many callers give it at once', async () => {
    for (let made = 0; made < 4; made += 1) await createLicense(here.test, here.account, noOne);
    const replies = await Promise.all(Array.from({ length: 4 }, () => send('give', [here.ugo.rn])));
    const found = replies.map(({ body }) => (body.items as unknown as { outcome: string }[])[0]?.outcome);
    expect(found.toSorted()).toEqual(['given', 'has', 'has', 'has']);
  });

  it('accepts ids of product and users, and names the field of an unknown one', async () => {
    const { rn } = await createLicense(here.test, here.account, noOne);
    const reply = await send('give', [here.ugo.id.toUpperCase()], { product: studio });
    expect(reply.body.items).toEqual([{ user: here.ugo.rn, outcome: 'given', license: rn }]);
    const path = async (users: readonly string[], body = {}) => {
      const { status, body: refused } = await send('give', users, body);
      return [status, refused.problems?.[0]?.path];
    };
    const elsewhere = rnOf(here.test.services.installation, here.test.accounts.birch, 'user', here.ugo.id);
    for (const unknown of [here.test.people.birchUser.rn, here.test.people.birchUser.id, elsewhere, 'x', '\0']) {
      expect(await path([here.ugo.rn, unknown])).toEqual([400, 'users.1']);
    }
    for (const product of ['', 'nothing', 'a:b:c:d:e', '\0']) {
      expect(await path([here.ugo.rn], { product })).toEqual([400, 'product']);
    }
    expect(await path([])).toEqual([400, 'users']);
    expect(await path(Array(1001).fill(here.ugo.rn))).toEqual([400, 'users']);
    expect(await path([here.ugo.rn], { mode: 'try' })).toEqual([400, 'mode']);
    expect(await path([here.ugo.rn], { 'account-id': here.test.accounts.birch })).toEqual([404, undefined]);
  });
});

describe('taking licenses', () => {
  it('makes them No one again, and logs their holder off', async () => {
    const { id, rn } = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    await createLicense(here.test, here.account, everyone);
    const { lease } = await consume(here.test, here.ugo, here.product, { license: rn });
    const all = [here.ugo.rn, here.ada.rn];
    const taken = [
      ['taken', rn],
      ['none', null],
    ];
    expect(await outcomes('take', all, { mode: 'check' })).toEqual(taken);
    expect(await policiesOf(id)).toMatchObject([{ statements: [{ principals: [{ id: here.ugo.rn }] }] }]);
    expect(await outcomes('take', all)).toEqual(taken);
    expect(await policiesOf(id)).toMatchObject([{ statements: [{ principals: [], conditions: [] }] }]);
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems?.[0]?.code).toBe('lease-released');
    expect(await outcomes('take', all)).toEqual(all.map(() => ['none', null]));
  });

  it('leaves those in use where only unused ones are meant', async () => {
    const used = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    const unused = await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    await consume(here.test, here.ugo, here.product, { license: used.rn });
    for (const mode of ['check', 'apply']) {
      expect(await outcomes('take', [here.ugo.rn, here.ada.rn], { mode, 'only-unused': true })).toEqual([
        ['has', used.rn],
        ['taken', unused.rn],
      ]);
    }
    expect(await policiesOf(used.id)).toMatchObject([{ statements: [{ principals: [{ id: here.ugo.rn }] }] }]);
    expect(await policiesOf(unused.id)).toMatchObject([{ statements: [{ principals: [] }] }]);
  });
});
