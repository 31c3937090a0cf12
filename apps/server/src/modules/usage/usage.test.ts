import type { calls, OutputOf } from '@keyhold/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/app.ts';
import {
  consume,
  createLicense,
  everyone,
  lapse,
  openLeaseTest,
  setLicense,
  studio,
  type TestLease,
} from '../../../test/licensing/leases.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { sweep } from '../../jobs/sweep.ts';
import { rollUpUsage } from './roll-up-usage.ts';

let license: { id: string; rn: string };
const here = openLeaseTest();
beforeEach(async () => {
  license = await createLicense(here.test, here.account, everyone);
});

type Usage = OutputOf<typeof calls.getUsage>;
type LicenseUsage = OutputOf<typeof calls.getLicenseUsage>;

async function usage(query = ''): Promise<Usage> {
  const reply = await here.test.as(here.ada, `GET /license/v1/usage?${query}`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as Usage;
}
async function licenseUsage(query = '', { id } = license): Promise<LicenseUsage> {
  return (await here.test.as(here.ada, `GET /license/v1/licenses/${id}/usage?${query}`))
    .body as unknown as LicenseUsage;
}
const checkIn = (lease: TestLease) =>
  here.test.as(here.ugo, `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
const endings = async (of = license) => (await licenseUsage('', of))['latest-uses'].map((use) => use.ending);

describe('usage', () => {
  it('is planned at each request: no generic plan fits an account of one license and one of thousands', async () => {
    const { db } = here.test.services;
    await usage();
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%"usage-days-so-far"%' and statement not like '%pg_prepared%'`;
    const rows = (tx: Transaction) => prepared.execute(tx).then((result) => result.rows);
    // As many as the pool has connections.
    const reads = Array.from({ length: 10 }, () => inTransaction(db, 'every account', rows));
    expect((await Promise.all(reads)).flat()).toEqual([]);
  });

  it('is shown to users who may list licenses, for their own account', async () => {
    for (const path of ['/license/v1/usage', `/license/v1/licenses/${license.id}/usage`] as const) {
      expect((await here.test.as(null, `GET ${path}`)).status).toBe(401);
      expect((await here.test.as(here.ugo, `GET ${path}`)).status).toBe(403);
    }
    expect(
      (await here.test.as(here.test.people.birchAdmin, `GET /license/v1/licenses/${license.id}/usage`)).status,
    ).toBe(404);
    const admin = (person: Person, query: string) => here.test.as(person, `GET /license/v1/admin/usage${query}`);
    expect((await admin(here.test.people.accountAdmin, '')).status).toBe(400);
    expect((await admin(here.test.people.birchAdmin, `?account=${here.account}`)).status).toBe(404);
    expect((await admin(here.test.people.accountAdmin, `?account=${here.account}`)).body).toMatchObject({
      'by-product': [{ product: here.product, licenses: 1, 'in-use': 0, 'last-used-on': null }],
    });
  });

  it.each([
    ['interval=week', 400],
    ['from=yesterday', 400],
    ['from=2026-01-05&to=2026-01-04', 400],
    ['from=2999-01-01', 400],
    ['from=2001-01-01', 400],
    ['from=2026-01-05&to=2026-03-05&interval=hour', 400],
    ['product=nonsense', 404],
    ['product=keyhold:eu-1:0198c0de-0000-7000-8000-000000000000:product:studio', 404],
  ])('refuses %s', async (query, status) => {
    expect((await here.test.as(here.ada, `GET /license/v1/usage?${query}`)).status).toBe(status);
  });

  it('counts the users of a license, and is not changed by heartbeats', async () => {
    await createLicense(here.test, here.account, { kind: 'No one' });
    expect((await usage())['by-product']).toMatchObject([{ licenses: 2, 'never-used': 2 }]);
    const { lease } = await consume(here.test, here.ugo, here.product);
    const before = await usage(`product=${here.product}`);
    expect(before.items).toHaveLength(30);
    expect(before.items.at(-1)).toMatchObject({ product: here.product, peak: 1, uses: 1, users: 1, denied: 0 });
    expect(before['by-product']).toMatchObject([{ product: here.product, licenses: 2, 'in-use': 1, 'never-used': 1 }]);
    expect(before['by-license']).toMatchObject([
      { 'last-used-on': null },
      { license: license.rn, 'in-use': true, uses: 1, 'last-user': here.ugo.rn },
    ]);
    expect(Object.keys(before.resources).toSorted()).toEqual([here.product, here.ugo.rn].toSorted());

    const rows = () => sql<{ uses: string }>`
      select md5(string_agg(t::text, '')) as uses from (select xmin, * from "license-uses" where "account-id" = ${here.account}
        union all select xmin, null, "account-id", "product-id", "license-id", "user-id", null, null, null, null from "usage-days" where "account-id" = ${here.account}) as t`;
    const counted = async () =>
      (await inTransaction(here.test.services.db, 'every account', (tx) => rows().execute(tx))).rows[0]?.uses;
    const noted = await counted();
    await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    await consume(here.test, here.ugo, here.product);
    expect(await counted()).toBe(noted);

    await checkIn(lease);
    expect(await counted()).not.toBe(noted);
    const after = await usage('interval=hour');
    expect(after.items).toHaveLength(48);
    expect(after.items.reduce((sum, item) => sum + item.uses, 0)).toBe(1);
    expect(after['by-product']).toMatchObject([{ 'in-use': 0, 'last-used-on': expect.any(String) }]);
    expect(after['by-user']).toMatchObject([{ user: here.ugo.rn, uses: 1, 'last-used-on': expect.any(String) }]);
  });

  it('tells who used which product, of one user alone too, and who has a license that was never used', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    await checkIn(lease);
    const unused = await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    const all = await usage();
    const used = { product: here.product, uses: 1, seconds: expect.any(Number), 'last-used-on': expect.any(String) };
    expect(all['by-user']).toMatchObject([{ user: here.ugo.rn, uses: 1, products: [used] }]);
    expect(all.unused).toMatchObject([{ user: here.ada.rn, license: unused.rn, product: here.product }]);
    const ada = await usage(`user=${here.ada.rn}`);
    expect([ada['by-user'], ada.unused]).toMatchObject([[], [{ license: unused.rn }]]);
    const ugo = await usage(`user=${here.ugo.rn}`);
    expect([ugo['by-user'], ugo.unused]).toMatchObject([[{ user: here.ugo.rn }], []]);
  });

  it('counts an activated license as used even if its uses were not recorded', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    await checkIn(lease);
    await inTransaction(here.test.services.db, 'every account', async (tx) => {
      await sql`delete from "license-uses" where "license-id" = ${license.id}`.execute(tx);
      await sql`delete from "usage-days" where "license-id" = ${license.id}`.execute(tx);
    });
    const { 'by-product': products, 'by-license': licenses } = await usage();
    expect(products).toMatchObject([{ 'never-used': 0 }]);
    expect(licenses).toMatchObject([{ uses: 0, 'last-used-on': expect.any(String), 'last-user': null }]);
  });

  it('shows how each use of a license ended', async () => {
    const first = await consume(here.test, here.ugo, here.product);
    expect(await endings()).toEqual([null]);
    await checkIn(first.lease);
    const second = await consume(here.test, here.ugo, here.product);
    await here.test.as(here.ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
    await here.test.as(here.ugo, `POST /license/v1/leases/${second.lease.id}/ack`, { epoch: second.lease.epoch });
    await consume(here.test, here.ugo, here.product);
    await lapse(here.test, license.id);
    expect(await endings()).toEqual(['lapsed', 'released', 'returned']);
    // A resumed lease begins another use, since nobody had the seat in between.
    await consume(here.test, here.ugo, here.product);
    expect(await endings()).toEqual([null, 'lapsed', 'released', 'returned']);
    await lapse(here.test, license.id);
    await sweep(here.test.services);
    const { item, items, 'latest-uses': uses } = await licenseUsage();
    expect(uses.map(({ ending }) => ending)).toEqual(['lapsed', 'lapsed', 'released', 'returned']);
    expect(uses[0]).toMatchObject({ user: here.ugo.rn, 'device-name': 'Desk', 'ended-on': expect.any(String) });
    expect(item).toMatchObject({
      'in-use': false,
      uses: 4,
      'last-user': here.ugo.rn,
      'activation-date': expect.any(String),
    });
    expect(items.at(-1)).toMatchObject({ uses: 4, users: [here.ugo.rn] });
    await consume(here.test, here.ada, here.product, { device: 'device-2' });
    expect((await licenseUsage()).item).toMatchObject({ 'in-use': true, uses: 5, 'last-user': here.ada.rn });
  });

  it('continues while a seat is checked out, and ends with its return', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    const other = await createLicense(here.test, here.account, everyone);
    await consume(here.test, here.ada, here.product, { device: 'device-2' });
    await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 2 });
    expect(await endings()).toEqual([null]);
    await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/return`, { epoch: 1 });
    expect([await endings(), await endings(other)]).toEqual([['returned'], [null]]);
  });

  it('is shown of one pool alone, with its seats that were lent marked', async () => {
    const { account, ada, ugo, test, product } = here;
    const [own, lent] = [await createLicense(test, account, everyone), await createLicense(test, account, everyone)];
    const body = { 'account-id': account, name: 'Counted', product, licenses: [own.rn, lent.rn] };
    const { rn } = (await test.as(ada, 'POST /license/v1/pools', { ...body, consumers: { kind: 'everyone' } })).body
      .item;
    await setLicense(test, lent.id, { overdraft: true });
    for (const [person, of] of [
      [ada, license],
      [ugo, own],
      [ugo, lent],
    ] as const) {
      expect((await consume(test, person, product, { device: of.id, license: of.rn })).status).toBe(201);
    }
    for (const interval of ['hour', 'day']) {
      const whole = await usage(`interval=${interval}`);
      const pooled = await usage(`interval=${interval}&pool=${rn}`);
      const counted = (one: Usage) => [
        one.items.at(-1)?.peak,
        one.items.at(-1)?.users,
        one['by-product'][0]?.licenses,
        one['by-product'][0]?.['in-use'],
      ];
      expect([counted(whole), counted(pooled)]).toEqual([
        [3, 2, 3, 3],
        [2, 1, 2, 2],
      ]);
      expect(pooled['by-user']).toMatchObject([{ user: ugo.rn, uses: 2 }]);
      const marks = pooled['by-license'].map((one) => [one.license, one.overdraft]);
      expect(Object.fromEntries(marks)).toEqual({ [own.rn]: false, [lent.rn]: true });
    }
    expect(await licenseUsage('', lent)).toMatchObject({
      item: { overdraft: true },
      'latest-uses': [{ overdraft: true }],
    });
    const ask = (query: string, person = ada) => test.as(person, `GET /license/v1/usage?${query}`);
    const early = await ask(`pool=${rn}&from=${new Date(Date.now() - 40 * 86_400_000).toISOString()}`);
    expect([early.status, early.body.problems?.[0]?.path]).toEqual([400, 'from']);
    expect((await ask(`pool=${rn}`, test.people.birchAdmin)).status).toBe(404);
  });

  it('is not changed by a transaction that is rolled back', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    await expect(
      inTransaction(here.test.services.db, { account: here.account }, async (tx) => {
        await tx.updateTable('licenses').set({ 'lease-state': 'releasing' }).where('lease-id', '=', lease.id).execute();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await endings()).toEqual([null]);
  });
});

describe('one license by the hour', () => {
  it('is computed from its individual uses, including an open one', async () => {
    const hour = 3_600_000;
    const top = Math.floor(Date.now() / hour) * hour;
    const use = (user: Person, from: number, to: number) => ({
      'account-id': here.account,
      'product-id': studio,
      'license-id': license.id,
      'user-id': user.id,
      'started-on': new Date(top + from * hour),
      'ended-on': new Date(top + to * hour),
      ending: 'returned' as const,
    });
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .insertInto('license-uses')
        .values([use(here.ugo, -4.5, -2.25), use(here.ada, -2.25, -2), use(here.ugo, -30, -26)])
        .execute(),
    );
    await consume(here.test, here.ugo, here.product);
    const from = new Date(top - 5 * hour).toISOString();
    const { interval, items } = await licenseUsage(`interval=hour&from=${from}`);
    expect(interval).toBe('hour');
    const past = items.slice(0, 5);
    expect(past.map(({ uses, seconds }) => [uses, seconds])).toEqual([
      [1, 1800],
      [0, 3600],
      [1, 3600],
      [0, 0],
      [0, 0],
    ]);
    expect(past[2]?.users.toSorted()).toEqual([here.ugo.rn, here.ada.rn].toSorted());
    expect(items.slice(5).reduce((sum, { uses }) => sum + uses, 0)).toBe(1);
    expect((await licenseUsage('interval=hour')).items).toHaveLength(48);
    expect(await licenseUsage('interval=hour&from=2026-01-05&to=2026-03-05')).toMatchObject({ 'status-code': 400 });
  });
});

describe('hours that are over', () => {
  const hour = 3_600_000;

  it('are rolled up once, and read the same as before', async () => {
    const top = Math.floor(Date.now() / hour) * hour;
    const use = (key: string, from: number, to: number | null) => ({
      'account-id': here.account,
      'product-id': studio,
      'license-id': key,
      'user-id': here.ugo.id,
      'started-on': new Date(top + from * hour),
      'ended-on': to === null ? null : new Date(top + to * hour),
      ending: to === null ? null : ('returned' as const),
    });
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .insertInto('license-uses')
        .values([
          use('A', -30.5, -3.25),
          use('B', -3.5, -3.25),
          use('C', -3.25, -2.75),
          use(license.id, -2.5, null),
          use('D', -800, -799.5),
        ])
        .execute(),
    );
    const before = await usage('interval=hour');
    expect(before.items.filter(({ peak }) => peak > 0).length).toBeGreaterThan(28);
    await rollUpUsage(here.test.services.db);
    const stored = await inTransaction(here.test.services.db, { account: here.account }, (tx) =>
      tx.selectFrom('usage-hours').selectAll().orderBy('hour').execute(),
    );
    expect(stored.at(-1)?.hour.getTime()).toBeLessThan(Date.now());
    expect(stored.length).toBeGreaterThan(28);
    // The current hour still changes.
    const over = (one: Usage) => one.items.filter((item) => Date.parse(item.start) < top);
    expect(over(await usage('interval=hour'))).toEqual(over(before));
    await rollUpUsage(here.test.services.db);
    expect(over(await usage('interval=hour'))).toEqual(over(before));
    const left = await inTransaction(here.test.services.db, { account: here.account }, (tx) =>
      tx.selectFrom('license-uses').select('license-id').orderBy('license-id').execute(),
    );
    expect(left.map((row) => row['license-id'])).toEqual(['A', 'B', 'C', license.id]);
  });
});

describe('a refused request', () => {
  it('is recorded with its reason', async () => {
    await consume(here.test, here.ugo, here.product);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).code).toBe('no-seat');
    expect((await consume(here.test, here.test.people.birchUser, here.product)).code).toBe('not-eligible');
    await here.test.as(here.ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).code).toBe('release-pending');
    const { denials, items, resources } = await usage();
    expect(denials).toMatchObject([
      { user: here.ada.rn, product: here.product, reason: 'release-pending', count: 1, 'device-name': 'Desk' },
      { user: here.ada.rn, product: here.product, reason: 'no-seat', count: 1 },
    ]);
    expect(items.at(-1)?.denied).toBe(2);
    expect(resources[here.ada.rn]).toMatchObject({ email: here.ada.email });
    expect((await here.test.as(here.test.people.birchAdmin, 'GET /license/v1/usage')).body).toMatchObject({
      denials: [{ user: here.test.people.birchUser.rn, reason: 'not-eligible' }],
      'by-product': [{ product: here.product, licenses: 0 }],
    });
  });

  it('is counted with few writes when repeated, but only for licensing reasons', async () => {
    await consume(here.test, here.ugo, here.product);
    const attempts = await Promise.all(
      Array.from({ length: 40 }, () => consume(here.test, here.ada, here.product, { device: 'device-2' })),
    );
    expect(new Set(attempts.map(({ code }) => code))).toEqual(new Set(['no-seat']));
    expect((await consume(here.test, here.ada, `${here.product}s`)).status).toBe(400);
    expect((await usage()).denials).toMatchObject([{ count: 1 }]);
    await here.test.services.denials.flush();
    expect((await usage()).denials).toMatchObject([{ count: 40 }]);
  });
});
