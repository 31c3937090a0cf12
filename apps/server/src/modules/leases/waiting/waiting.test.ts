import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import type { Person } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  everyone,
  lapse,
  openLeaseTest,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { createPool, pollPlace, takeOffered, waitInLine } from '../../../../test/licensing/waiting.ts';
import { inTransaction } from '../../../db/database.ts';
import { sweep } from '../../../jobs/sweep.ts';

const here = openLeaseTest();
let bo: Person;
let cy: Person;
let held: TestLease;
let license: { id: string; rn: string };

beforeEach(async () => {
  bo = await here.test.createPerson(here.account, 'Bo', null);
  cy = await here.test.createPerson(here.account, 'Cy', null);
  license = await createLicense(here.test, here.account, everyone);
  ({ lease: held } = await consume(here.test, here.ugo, here.product));
});

const as = (person: Person, ...call: Parameters<typeof here.test.as> extends [unknown, ...infer Rest] ? Rest : never) =>
  here.test.as(person, ...call);
const waitFor = (person: Person, options: Record<string, unknown> = {}) =>
  waitInLine(here.test, person, here.product, options);
const take = (person: Person, id: string) => takeOffered(here.test, person, here.product, id);
const poll = (person: Person, id: string, query?: string) => pollPlace(here.test, person, id, query);
/** Begins a long poll, which returns at the next change. */
async function watch(person: Person, id: string) {
  const following = vi.spyOn(here.test.services.waitingWatch, 'follow');
  const events = poll(person, id, 'timeout=20');
  await vi.waitFor(() => expect(following).toHaveBeenCalled(), soon);
  await following.mock.results[0]?.value;
  following.mockRestore();
  return { events };
}
const giveBack = ({ id, epoch }: TestLease, person = here.ugo) =>
  as(person, `DELETE /license/v1/leases/${id}?epoch=${epoch}`);
const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(here.test.services.db, 'every account', work);
const change = (id: string, columns: string) =>
  everywhere((tx) => sql`update waiters set ${sql.raw(columns)} where id = ${id}`.execute(tx));
const listed = async (person = here.ada) =>
  (await as(person, `GET /license/v1/waiting?product=${here.product}`)).body['items'] as unknown as Record<
    string,
    unknown
  >[];

describe('Who waits', () => {
  it('gets a place instead of a refusal, keeps it by asking again, and another device moves it', async () => {
    const { status, place } = await waitFor(bo);
    expect([status, place]).toEqual([202, { id: place.id, place: 1, 'estimate-ms': null, 'ping-ms': 90_000 }]);
    expect((await waitFor(cy)).place.place).toBe(2);
    expect((await waitFor(bo)).place).toEqual(place);
    const device = { id: 'another', name: 'Laptop', os: 'Linux', user: 'bo', locale: 'en-GB' };
    expect((await waitFor(bo, { device })).place).toEqual(place);
    expect((await listed()).map((one) => [one['user'], one['device-name'], one['class'], one['place']])).toEqual([
      [bo.rn, 'Laptop', 2, 1],
      [cy.rn, 'Desk', 2, 2],
    ]);
    expect((await listed(cy)).map((one) => one['place'])).toEqual([2]);
  });

  it('gets the seat offered when it is given back; nobody else can take it meanwhile', async () => {
    const { place } = await waitFor(bo);
    expect((await take(bo, place.id)).place).toEqual(place);
    await giveBack(held);
    expect(await poll(bo, place.id)).toMatchObject(
      [
        { event: 'state', data: { state: 'offered', place: 1 } },
        { event: 'offered', data: { license: license.rn } },
      ].slice(1),
    );
    expect(await consume(here.test, cy, here.product)).toMatchObject({ status: 409, code: 'no-seat' });
    const taken = await take(bo, place.id);
    expect([taken.status, taken.lease.license]).toEqual([201, license.rn]);
    expect((await take(bo, place.id)).lease.id).toBe(taken.lease.id);
    // Another's place is none, also for who has a seat of their own.
    const { place: others } = await waitFor(cy);
    expect((await take(bo, others.id)).status).toBe(404);
    await as(cy, `DELETE /license/v1/waiting/${others.id}`);
    expect(await poll(bo, place.id)).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('is not passed by a newcomer, who is passed by a better class only', async () => {
    const { place } = await waitFor(bo);
    await lapse(here.test, license.id);
    // The seat is free by time alone, and no sweep has offered it yet.
    expect(await consume(here.test, cy, here.product, { device: 'cy' })).toMatchObject({
      status: 409,
      code: 'no-seat',
    });
    expect((await take(bo, place.id)).status).toBe(201);
  });

  it('stands behind better classes, moves up after 30 minutes, and where an administrator puts them', async () => {
    const first = await waitFor(bo);
    const second = await waitFor(cy);
    const path = `PUT /license/v1/waiting/${second.place.id}` as const;
    expect((await as(bo, path, { class: 1 })).status).toBe(403);
    const moved = await as(here.ada, path, { class: 1 });
    expect([moved.status, moved.body.item]).toMatchObject([200, { class: 1, place: 1, user: cy.rn }]);
    expect((await waitFor(bo)).place.place).toBe(2);
    await as(here.ada, path, { class: 3 });
    expect((await waitFor(cy)).place.place).toBe(2);
    await change(
      second.place.id,
      `"class-since" = now() - interval '31 minutes', since = now() - interval '31 minutes'`,
    );
    expect((await listed()).map((one) => [one['id'], one['class']])).toEqual([
      [second.place.id, 2],
      [first.place.id, 2],
    ]);
  });

  it('leaves, is sent away, is lost without a sign of life, waits a day at most, or misses the offer', async () => {
    const { place: own } = await waitFor(bo);
    expect((await as(cy, `DELETE /license/v1/waiting/${own.id}`)).status).toBe(404);
    const watching = await watch(bo, own.id);
    expect((await as(here.ada, `DELETE /license/v1/waiting/${own.id}`)).status).toBe(200);
    expect(await watching.events).toEqual([{ event: 'ended', id: null, data: { reason: 'sent-away' } }]);
    const reasons = async (columns: string) => {
      const { place } = await waitFor(bo);
      await change(place.id, columns);
      await sweep(here.test.services);
      expect(await poll(bo, place.id)).toBe(404);
      const { rows } = await everywhere((tx) =>
        sql<{ reason: string }>`select "ended-reason" as reason from waiters where id = ${place.id}`.execute(tx),
      );
      return rows[0]?.reason;
    };
    expect(await reasons(`"seen-on" = now() - interval '91 seconds'`)).toBe('lost');
    expect(await reasons(`since = now() - interval '25 hours'`)).toBe('too-long');
    const { place } = await waitFor(bo);
    const next = await waitFor(cy);
    await giveBack(held);
    await everywhere((tx) => sql`update licenses set "offered-until" = now() where id = ${license.id}`.execute(tx));
    await sweep(here.test.services);
    expect(await poll(bo, place.id)).toBe(404);
    expect((await take(cy, next.place.id)).status).toBe(201);
    const { place: last } = await waitFor(bo);
    expect((await as(bo, `DELETE /license/v1/waiting/${last.id}`)).status).toBe(200);
    expect((await as(bo, `DELETE /license/v1/waiting/${last.id}`)).status).toBe(404);
  });

  it.each(['void', 'remove'] as const)('loses the place with the last license of a pool: %s', async (how) => {
    const deleteLicense = (id: string) => as(here.test.people.root, `DELETE /license/v1/admin/licenses/${id}`);
    const { id: pool, licenses } = await createPool(here, 2);
    const leave = ({ id, rn }: (typeof licenses)[number]) =>
      how === 'void'
        ? deleteLicense(id)
        : as(here.ada, `POST /license/v1/pools/${pool}/licenses/remove`, { licenses: [rn] });
    for (const device of ['one', 'two']) await consume(here.test, here.ada, here.product, { device });
    const { place } = await waitFor(bo);
    await deleteLicense(license.id);
    const [first, last] = licenses as [(typeof licenses)[number], (typeof licenses)[number]];
    expect((await leave(first)).status).toBe(200);
    expect(await poll(bo, place.id)).not.toBe(404);
    const watching = await watch(bo, place.id);
    expect((await leave(last)).status).toBe(200);
    expect(await watching.events).toEqual([{ event: 'ended', id: null, data: { reason: 'not-eligible' } }]);
    expect(await waitFor(bo)).toMatchObject({ status: 403, code: 'not-eligible' });
  });

  it('loses the place with the right, and gets nothing that others may not use', async () => {
    const { place } = await waitFor(bo);
    const watching = await watch(bo, place.id);
    const path = `PUT /license/v1/licenses/${license.id}/policies` as const;
    await as(here.ada, path, { consumers: { kind: 'user', user: here.ugo.rn } });
    expect(await watching.events).toEqual([{ event: 'ended', id: null, data: { reason: 'not-eligible' } }]);
    expect(await waitFor(bo)).toMatchObject({ status: 403, code: 'not-eligible' });
  });

  it('is passed over while a rule of the pool refuses them, and the pool counts who waits', async () => {
    await as(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, { consumers: { kind: 'no-one' } });
    const pool = await createPool(here, 2, { rules: { 'per-user': 1 } });
    const first = await consume(here.test, bo, here.product, { device: 'one' });
    const other = await consume(here.test, here.ugo, here.product, { device: 'two' });
    const own = await waitFor(bo, { device: { id: 'two', name: 'Two', os: 'Linux', user: 'bo', locale: 'en-GB' } });
    const { place } = await waitFor(cy);
    const shown = async () => (await as(here.ada, `GET /license/v1/pools/${pool.id}`)).body.item as unknown as object;
    expect(await shown()).toMatchObject({ waiting: 2, 'in-use': 2 });
    await giveBack(other.lease);
    expect(await shown()).toMatchObject({ waiting: 2, 'in-use': 1 });
    const waiting = await as(here.ada, `GET /license/v1/pools/${pool.id}/waiting`);
    expect(waiting.body['items']).toMatchObject([{ id: own.place.id }, { id: place.id }]);
    expect(Object.keys(waiting.body['resources'] as object)).toEqual(expect.arrayContaining([bo.rn, cy.rn]));
    expect((await take(bo, own.place.id)).status).toBe(202);
    expect((await take(cy, place.id)).status).toBe(201);
    await giveBack(first.lease, bo);
    expect((await take(bo, own.place.id)).status).toBe(201);
  });

  it('learns how long it took others, once 20 have waited from that place', async () => {
    const { place } = await waitFor(bo);
    await everywhere((tx) =>
      sql`insert into waiters ("account-id", "product-id", consumer, "user-id", "device-id", "device-name", "stream-id", classes,
        since, "first-place", "ended-on", "ended-reason")
      select "account-id", "product-id", consumer, "user-id", "device-id", "device-name", "stream-id", classes,
        now() - make_interval(secs => n), 1, now(), 'taken' from waiters, generate_series(1, 19) as n where id = ${place.id}`.execute(
        tx,
      ),
    );
    expect((await waitFor(bo)).place['estimate-ms']).toBeNull();
    await giveBack(held);
    await take(bo, place.id);
    expect((await waitFor(cy)).place['estimate-ms']).toBeGreaterThan(9_000);
  });
});

describe('Taking over', () => {
  it('names the own lease that stands in the way, and moves it to this device once the other has saved', async () => {
    const refused = await as(here.ugo, 'POST /license/v1/leases', {
      ...body(here.ugo, 'device-2'),
    });
    expect(refused.status).toBe(409);
    expect(refused.body.problems?.[0]).toMatchObject({
      'held-by-me': [{ license: license.rn, 'device-name': 'Desk' }],
    });
    const { place } = await waitFor(bo);
    const taking = as(here.ugo, 'POST /license/v1/leases', { ...body(here.ugo, 'device-2'), 'take-over': true });
    await vi.waitFor(async () => expect(await released()).toBe(true), soon);
    await as(here.ugo, `POST /license/v1/leases/${held.id}/ack`, { epoch: held.epoch });
    const { status, body: reply } = await taking;
    expect([status, (reply['lease'] as unknown as TestLease).license]).toEqual([201, license.rn]);
    expect((await take(bo, place.id)).place.place).toBe(1);
  });

  it('takes nobody else’s seat', async () => {
    const { status } = await as(bo, 'POST /license/v1/leases', { ...body(bo, 'b'), 'take-over': true });
    expect(status).toBe(409);
    const named = { ...body(bo, 'b'), license: license.rn, 'take-over': true, wait: true };
    expect((await as(bo, 'POST /license/v1/leases', named)).status).toBe(202);
    expect(await released()).toBe(false);
  });

  const body = (_person: Person, device: string) => ({
    product: here.product,
    client: { name: 'Studio', version: '26.1' },
    device: { id: device, name: 'Laptop', os: 'Linux', user: 'ugo', locale: 'en-GB' },
    'stream-id': device,
  });
  async function released() {
    const { rows } = await everywhere((tx) =>
      sql<{ state: string }>`select "lease-state" as state from licenses where id = ${license.id}`.execute(tx),
    );
    return rows[0]?.state === 'releasing';
  }
});

describe('Holders', () => {
  it('are asked once in a while, and learn the first name only if they may list users', async () => {
    const { place } = await waitFor(bo);
    const ask = () => as(bo, `POST /license/v1/waiting/${place.id}/ask`, { message: 'I have a deadline.' });
    expect((await ask()).body['asked']).toBe(1);
    const { body } = await as(here.ugo, `GET /license/v1/leases/${held.id}/wait?epoch=${held.epoch}&timeout=20`);
    expect(body['items']).toMatchObject([
      { event: 'asked', data: { by: null, message: 'I have a deadline.', waiting: 1 } },
    ]);
    const again = await ask();
    expect([again.status, again.body.problems?.[0]?.code]).toEqual([429, 'already-asked']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(200);
    const other = await waitFor(cy);
    const byOther = await as(cy, `POST /license/v1/waiting/${other.place.id}/ask`, { message: 'Me too.' });
    expect(byOther.status).toBe(429);
    expect(Number(byOther.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('lose the seat of a pool when they are away longer than it allows and somebody waits', async () => {
    await as(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, { consumers: { kind: 'no-one' } });
    await createPool(here, 1, { rules: { 'idle-minutes': 1 } });
    const { lease } = await consume(here.test, here.ugo, here.product, { device: 'pooled' });
    const beat = (seq: number, idle: number) =>
      as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: lease.epoch, seq, 'idle-ms': idle });
    expect((await beat(1, 59_000)).status).toBe(200);
    await waitFor(bo);
    expect((await beat(2, 61_000)).status).toBe(200);
    await sweep(here.test.services);
    const { body } = await as(here.ugo, `GET /license/v1/leases/${lease.id}/wait?epoch=${lease.epoch}&timeout=20`);
    expect(body['items']).toMatchObject([
      { event: 'state' },
      { event: 'released', data: { reason: 'idle', message: 'You were away, and someone else needed the license.' } },
    ]);
  });
});
