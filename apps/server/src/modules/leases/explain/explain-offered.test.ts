import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { consume, createLicense, everyone, openLeaseTest, type TestLease } from '../../../../test/leases.ts';
import { createPool, takeOffered, waitInLine } from '../../../../test/waiting.ts';

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

const as: typeof here.test.as = (...call) => here.test.as(...call);
const waitFor = (person: Person, options: Record<string, unknown> = {}) =>
  waitInLine(here.test, person, here.product, options);
const take = (person: Person, id: string) => takeOffered(here.test, person, here.product, id);
const giveBack = ({ id, epoch }: TestLease, person = here.ugo) =>
  as(person, `DELETE /license/v1/leases/${id}?epoch=${epoch}`);

describe('A seat that is offered', () => {
  const explain = async (user: Person, query: object, by = here.ada) => {
    const search = new URLSearchParams({ user: user.rn, ...query });
    return (await as(by, `GET /license/v1/explain?${search}`)).body['item'] as unknown as Record<string, unknown>;
  };
  const available = async (person: Person) =>
    (await as(person, `GET /license/v1/licenses/consumable?product=${here.product}`)).body.items.map(
      (item) => item['available'],
    );

  it('is explained to its waiter as theirs, and to others as kept, with their place', async () => {
    const { place } = await waitFor(bo);
    await waitFor(cy);
    const [one, any] = [{ license: license.rn }, { product: here.product }];
    expect(await explain(cy, one)).toMatchObject({ layer: 'seat', change: { kind: 'release-seat' }, place: 2 });
    expect(await available(bo)).toEqual([false]);
    await giveBack(held);
    const kept = {
      verdict: 'deny',
      layer: 'seat',
      license: license.rn,
      change: { kind: 'wait-in-line', message: 'It is kept for the first in line. Wait in line for a seat.' },
    };
    for (const query of [one, any]) {
      expect(await explain(bo, query)).toMatchObject({ verdict: 'allow', layer: null, license: license.rn, place: 1 });
      expect(await explain(cy, query)).toMatchObject({ ...kept, place: 2 });
      expect(await explain(cy, query, cy)).toMatchObject({ ...kept, place: 2 });
      expect(await explain(here.ugo, query)).toMatchObject({ ...kept, place: null });
    }
    expect([await available(bo), await available(cy), await available(here.ugo)]).toEqual([[true], [false], [false]]);
    expect((await take(bo, place.id)).status).toBe(201);
    expect(await explain(cy, any)).toMatchObject({ layer: 'seat', change: { kind: 'release-seat' }, place: 1 });
    expect(await explain(bo, any)).toMatchObject({ verdict: 'allow', place: null });
  });

  it('of a pool comes before its taken ones, and a rule that was made narrower since is named', async () => {
    await as(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, { consumers: { kind: 'no-one' } });
    const pool = await createPool(here, 3, { rules: { 'per-user': 2 } });
    const first = await consume(here.test, bo, here.product, { device: 'one' });
    const others = [
      await consume(here.test, here.ugo, here.product, { device: 'two' }),
      await consume(here.test, here.ugo, here.product, { device: 'three' }),
    ];
    const own = await waitFor(bo, { device: { id: 'two', name: 'Two', os: 'Linux', user: 'bo', locale: 'en-GB' } });
    const given = others[1]?.lease as TestLease;
    await giveBack(given);
    const one = { license: given.license };
    expect(await explain(bo, one)).toMatchObject({ verdict: 'allow', pool: pool.rn, place: 1 });
    await as(here.ada, `PUT /license/v1/pools/${pool.id}/rules`, { 'per-user': 1 });
    expect(await explain(bo, one)).toMatchObject({ layer: 'pool', rule: { limit: 'per-user', used: 1, of: 1 } });
    expect(await take(bo, own.place.id)).toMatchObject({ status: 409, code: 'pool-limit' });
    await giveBack(first.lease, bo);
    expect(await explain(bo, { product: here.product })).toMatchObject({ verdict: 'allow', license: given.license });
    expect((await take(bo, own.place.id)).lease.license).toBe(given.license);
  });
});
