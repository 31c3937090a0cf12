import { parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { waitingForLocks } from '../../../../test/database/lock-waits.ts';
import { openRival } from '../../../../test/database/rival.ts';
import {
  consume,
  createLicense,
  lapse,
  openLeaseTest,
  setLicense,
  type TestLease,
} from '../../../../test/licensing/leases.ts';

const here = openLeaseTest();
const nobody = { kind: 'No one' } as const;
const ask = (route: Parameters<typeof here.test.as>[1], body?: object) => here.test.as(here.ada, route, body);
let pool: { id: string; rn: string };
let licenses: { id: string; rn: string }[];

async function createPool(seats: number, body: object = {}) {
  const made: { id: string; rn: string }[] = [];
  for (let index = 0; index < seats; index += 1) made.push(await createLicense(here.test, here.account, nobody));
  const reply = await ask('POST /license/v1/pools', {
    'account-id': here.account,
    name: `Pool ${Math.random()}`,
    product: here.product,
    licenses: made.map(({ rn }) => rn),
    consumers: { kind: 'everyone' },
    ...body,
  });
  expect(reply.status).toBe(201);
  return { id: parseRn(reply.body.item.rn).resourceId, rn: reply.body.item.rn, licenses: made };
}

const rules = async (body: object) => {
  const reply = await ask(`PUT /license/v1/pools/${pool.id}/rules`, body);
  expect(reply.status).toBe(200);
  return reply.body;
};
const take = (person: Person, device = 'device-1', more: object = {}) =>
  consume(here.test, person, here.product, { device, ...more });
const giveBack = (person: Person, { id, epoch }: TestLease) =>
  here.test.as(person, `DELETE /license/v1/leases/${id}?epoch=${epoch}`);

async function tagged(name: string, ...people: Person[]): Promise<string> {
  const { body } = await ask('POST /iam/v1/tags', { name, 'account-id': here.account });
  for (const { id } of people) {
    expect((await ask(`POST /iam/v1/users/${id}/tags`, { tag: body.item.rn })).status).toBe(200);
  }
  return body.item.rn;
}

beforeEach(async () => {
  ({ licenses, ...pool } = await createPool(3));
});

describe('A pool gives', () => {
  it('the seat that the device held last, then the oldest free one', async () => {
    const first = await take(here.ugo);
    const second = await take(here.ada, 'device-2');
    await giveBack(here.ugo, first.lease);
    await giveBack(here.ada, second.lease);
    expect((await take(here.ugo, 'device-2')).lease.license).toBe(second.lease.license);
    const third = await take(here.ada, 'device-3');
    expect([first.lease.license, second.lease.license]).not.toContain(third.lease.license);
    expect((await take(here.ada, 'device-4')).lease.license).toBe(first.lease.license);
    expect(await take(here.ada, 'device-5')).toMatchObject({ status: 409, code: 'no-seat' });
  });

  it('a named license of it', async () => {
    const { status, lease } = await take(here.ugo, 'device-1', { license: licenses[1]?.rn });
    expect([status, lease.license]).toEqual([201, licenses[1]?.rn]);
    expect(await take(here.ada, 'device-2', { license: licenses[1]?.rn })).toMatchObject({
      status: 409,
      code: 'no-seat',
    });
    const resumed = await take(here.ugo, 'device-1', { license: licenses[1]?.rn });
    expect([resumed.status, resumed.lease.id]).toEqual([200, lease.id]);
    const moved = await take(here.ugo, 'device-1', { license: licenses[0]?.rn });
    expect([moved.status, moved.lease.license]).toEqual([201, licenses[0]?.rn]);
  });

  it('nothing to those whom its consumers leave out, and their own license first to others', async () => {
    await ask(`PUT /license/v1/pools/${pool.id}/policies`, { consumers: { kind: 'user', user: here.ada.rn } });
    expect(await take(here.ugo)).toMatchObject({ status: 403, code: 'not-eligible' });
    const own = await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    expect((await take(here.ada)).lease.license).toBe(own.rn);
    expect((await take(here.ada, 'device-2')).lease.license).not.toBe(own.rn);
  });

  it('from the one with the most free seats, if several allow equally', async () => {
    const larger = await createPool(5);
    for (const device of ['1', '2']) {
      expect(larger.licenses.map(({ rn }) => rn)).toContain((await take(here.ugo, device)).lease.license);
    }
  });

  it('lists its licenses among those that a user may consume', async () => {
    const { body } = await here.test.as(here.ugo, 'GET /license/v1/licenses/consumable');
    expect(body.items.map(({ rn }) => rn).sort()).toEqual(licenses.map(({ rn }) => rn).sort());
    expect(body.items[0]).toMatchObject({ pool: pool.rn, available: true });
  });

  it('no seat beside a suspended one', async () => {
    for (const { id } of licenses) await setLicense(here.test, id, { status: 'Suspended' });
    expect(await take(here.ugo)).toMatchObject({ status: 403, code: 'license-suspended' });
    expect((await ask(`GET /license/v1/pools/${pool.id}`)).body.item).toMatchObject({ seats: 0 });
  });
});

describe('The rules of a pool limit', () => {
  it('the seats of one person, also of a lapsed one that goes on', async () => {
    await rules({ 'per-user': 1 });
    const { lease } = await take(here.ugo);
    expect((await take(here.ugo, 'device-2')).problem).toMatchObject({
      code: 'pool-limit',
      limit: 'per-user',
      tag: null,
      used: 1,
      of: 1,
    });
    await lapse(here.test, parseRn(lease.license).resourceId);
    expect((await take(here.ugo, 'device-2')).status).toBe(201);
    expect((await take(here.ugo)).problem).toMatchObject({ code: 'pool-limit', limit: 'per-user' });
    expect((await take(here.ada)).status).toBe(201);
  });

  it('the seats of users with a tag, and keep seats free for them', async () => {
    const night = await tagged('Night', here.ugo);
    await rules({ shares: [{ tag: night, reserve: 2, limit: 2 }] });
    expect((await take(here.ada, 'a')).status).toBe(201);
    expect(await take(here.ada, 'b')).toMatchObject({ status: 409, code: 'pool-reserved' });
    expect((await take(here.ugo, 'a')).status).toBe(201);
    expect((await take(here.ugo, 'b')).status).toBe(201);
    expect((await take(here.ugo, 'c')).problem).toMatchObject({ limit: 'share', tag: night, used: 2, of: 2 });
    const narrower = await rules({ 'per-user': 1, shares: [{ tag: night, reserve: null, limit: 1 }] });
    expect(narrower).toMatchObject({
      above: [
        { limit: 'per-user', used: 2, of: 1 },
        { limit: 'share', tag: night, used: 2, of: 1 },
      ],
      warnings: ['More seats are in use than the rules allow now. Nobody loses a seat: rules bind new use only.'],
    });
    expect((await ask(`GET /license/v1/pools/${pool.id}`)).body.item).toMatchObject({ 'in-use': 3 });
  });

  it('who uses a seat offline, for how long, and how many at once', async () => {
    const field = await tagged('Field', here.ugo);
    await rules({ offline: { seats: 1, days: 3, tags: [field] } });
    const [one, two, three] = [await take(here.ugo, 'a'), await take(here.ugo, 'b'), await take(here.ada, 'c')];
    const offline = (person: Person, { id, epoch }: TestLease, days: number) =>
      here.test.as(person, `POST /license/v1/leases/${id}/offline`, { epoch, days });
    expect((await offline(here.ada, three.lease, 1)).body.problems?.[0]?.code).toBe('not-eligible');
    const long = await offline(here.ugo, one.lease, 4);
    expect([long.status, long.body.problems?.[0]?.path]).toEqual([400, 'days']);
    expect((await offline(here.ugo, one.lease, 3)).status).toBe(200);
    const beyond = await offline(here.ugo, two.lease, 1);
    expect([beyond.status, beyond.body.problems?.[0]]).toMatchObject([
      409,
      { code: 'pool-limit', limit: 'offline', used: 1, of: 1 },
    ]);
    expect((await ask(`GET /license/v1/pools/${pool.id}`)).body.item).toMatchObject({ 'in-use': 3, offline: 1 });
  });

  it('many at once exactly', async () => {
    await rules({ 'per-user': 2 });
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((device) => take(here.ugo, device)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(all.filter(({ code }) => code === 'pool-limit')).toHaveLength(3);
  });

  it('a request by others only where few seats are free: else several take seats of a pool with shares at once', async () => {
    const tag = await tagged('Night');
    const { rows } = await sql<{ most: number }>`select current_setting('max_connections')::int as most`.execute(
      here.test.services.db,
    );
    const most = rows[0]?.most ?? 0;
    const issued = await here.test.as(here.test.people.root, 'POST /license/v1/admin/licenses', {
      'account-id': here.account,
      product: here.product,
      type: 'Perpetual',
      expiry: { perpetual: true },
      count: most - 1,
      pool: pool.rn,
    });
    expect(issued.status).toBe(201);
    // Of all seats, 2 are kept, and each connection could take one.
    await rules({ shares: [{ tag, reserve: 2, limit: null }] });
    const rival = await openRival(here.test);
    try {
      await rival.query('begin');
      await rival.query('select from pools where id = $1 for share', [pool.id]);
      expect((await take(here.ugo, 'a')).status).toBe(201);
      const last = take(here.ada, 'b');
      await waitingForLocks(here.test, 1);
      await rival.query('rollback');
      expect((await last).status).toBe(201);
    } finally {
      await rival.close();
    }
  });

  it('a person’s second request by the first one, which has not committed yet', async () => {
    await rules({ 'per-user': 1 });
    const rival = await openRival(here.test);
    try {
      await rival.query('begin');
      // A consume writes the audit log last: it has decided by then.
      await rival.query('select from "audit-heads" where "account-id" = $1 for update', [here.account]);
      const first = take(here.ugo, 'a');
      await waitingForLocks(here.test, 1);
      const second = take(here.ugo, 'b');
      await waitingForLocks(here.test, 2);
      await rival.query('rollback');
      expect((await first).status).toBe(201);
      expect((await second).problem).toMatchObject({ code: 'pool-limit', limit: 'per-user', used: 1, of: 1 });
    } finally {
      await rival.close();
    }
  });
});

it('releases who loses the tag that a pool requires', async () => {
  const tag = await tagged('Prepress', here.ugo);
  await ask(`PUT /license/v1/pools/${pool.id}/policies`, { consumers: { kind: 'tags', tags: [tag] } });
  const { lease } = await take(here.ugo);
  await ask(`DELETE /iam/v1/users/${here.ugo.id}/tags/${parseRn(tag).resourceId}`);
  const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, {
    epoch: lease.epoch,
    seq: 1,
  });
  expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'no-longer-eligible' });
});

describe('An explanation', () => {
  const explain = async (query: string) =>
    (await here.test.as(here.ugo, `GET /license/v1/explain?${query}`)).body.item as unknown as Record<string, unknown>;

  it('names the rule of the pool that refuses, and its numbers', async () => {
    await rules({ 'per-user': 1 });
    const { lease } = await take(here.ugo);
    expect(await explain(`license=${lease.license}`)).toMatchObject({ verdict: 'allow', pool: pool.rn, rule: null });
    const other = licenses.find(({ rn }) => rn !== lease.license)?.rn;
    expect(await explain(`license=${other}`)).toMatchObject({
      verdict: 'deny',
      layer: 'pool',
      rule: { limit: 'per-user', used: 1, of: 1 },
      change: { kind: 'change-rules' },
    });
    expect(await explain(`product=${here.product}`)).toMatchObject({ verdict: 'allow', license: lease.license });
  });

  it('tells a reserve, and consumers that leave the user out', async () => {
    const night = await tagged('Night');
    await rules({ shares: [{ tag: night, reserve: 3, limit: null }] });
    expect(await explain(`product=${here.product}`)).toMatchObject({
      verdict: 'deny',
      layer: 'pool',
      rule: { limit: 'reserve', used: 3, of: 3 },
    });
    await ask(`PUT /license/v1/pools/${pool.id}/policies`, { consumers: { kind: 'tags', tags: [night] } });
    expect(await explain(`license=${licenses[0]?.rn}`)).toMatchObject({
      verdict: 'deny',
      layer: 'policy',
      change: { kind: 'add-tags', tags: [night] },
    });
  });
});
