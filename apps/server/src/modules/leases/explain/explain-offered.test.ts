import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  everyone,
  lapse,
  openLeaseTest,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { createPool, takeOffered, waitInLine } from '../../../../test/licensing/waiting.ts';
import { inTransaction } from '../../../db/database.ts';

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

const explain = async (user: Person, query: object, by = here.ada) => {
  const search = new URLSearchParams({ user: user.rn, ...query });
  return (await as(by, `GET /license/v1/explain?${search}`)).body['item'] as unknown as Record<string, unknown>;
};
const available = async (person: Person) =>
  (await as(person, `GET /license/v1/licenses/consumable?product=${here.product}`)).body.items.map(
    (item) => item['available'],
  );
const kept = {
  verdict: 'deny',
  layer: 'seat',
  change: { kind: 'wait-in-line', message: 'It is kept for the first in line. Wait in line for a seat.' },
};

describe('A seat that is offered', () => {
  it('is explained to its waiter as theirs, and to others as kept, with their place', async () => {
    const { place } = await waitFor(bo);
    await waitFor(cy);
    const [one, any] = [{ license: license.rn }, { product: here.product }];
    expect(await explain(cy, one)).toMatchObject({ layer: 'seat', change: { kind: 'release-seat' }, place: 2 });
    expect(await available(bo)).toEqual([false]);
    await giveBack(held);
    for (const query of [one, any]) {
      expect(await explain(bo, query)).toMatchObject({ verdict: 'allow', layer: null, license: license.rn, place: 1 });
      expect(await explain(cy, query)).toMatchObject({ ...kept, license: license.rn, place: 2 });
      expect(await explain(cy, query, cy)).toMatchObject({ ...kept, license: license.rn, place: 2 });
      expect(await explain(here.ugo, query)).toMatchObject({ ...kept, license: license.rn, place: null });
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

describe('A seat that time has freed, and that is not offered yet', () => {
  const both = () => [{ license: license.rn }, { product: here.product }];
  const offers = async () => (await setOf('offered-to')).filter((one) => one !== null);
  const setOf = (column: string) =>
    inTransaction(here.test.services.db, 'every account', async (tx) => {
      const { rows } = await sql<{ value: string | null }>`
select ${sql.ref(column)} as value from licenses where "account-id" = ${here.account}`.execute(tx);
      return rows.map(({ value }) => value);
    });

  it('is explained as consume will decide: to who waits as theirs, to others as kept', async () => {
    const { place } = await waitFor(bo);
    await lapse(here.test, license.id);
    for (const query of both()) {
      expect(await explain(cy, query)).toMatchObject({ ...kept, license: license.rn, place: null });
      expect(await explain(bo, query)).toMatchObject({ verdict: 'allow', license: license.rn, place: 1 });
    }
    expect([await available(bo), await available(cy)]).toEqual([[true], [false]]);
    expect((await consume(here.test, cy, here.product)).code).toBe('no-seat');
    // Reading has offered nothing.
    expect([await offers(), await setOf('freed-on')]).toEqual([[], [null]]);
    expect((await take(bo, place.id)).status).toBe(201);
  });

  it('goes to a newcomer of a better class, and where more seats are free than are waited for', async () => {
    const tag = await here.test.as(here.ada, 'POST /iam/v1/tags', { name: 'First', 'account-id': here.account });
    const tags = [tag.body.item.rn];
    await here.test.as(here.ada, `POST /iam/v1/users/${cy.id}/tags`, { tag: tags[0] });
    await as(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, { consumers: { kind: 'no-one' } });
    const priorities = tags.map((one) => ({ tag: one, class: 1 }));
    const { licenses } = await createPool(here, 2, { rules: { priorities } });
    const product = { product: here.product };
    const taken: TestLease[] = [];
    for (const device of ['one', 'two'])
      taken.push((await consume(here.test, here.ada, here.product, { device })).lease);
    await waitFor(bo);
    const [first = '', second = ''] = licenses.map(({ id }) => id);
    await lapse(here.test, first);
    expect(await explain(cy, product)).toMatchObject({ verdict: 'allow' });
    expect(await explain(here.ugo, product)).toMatchObject(kept);
    expect([await available(cy), await available(here.ugo)]).toEqual([
      [true, false],
      [false, false],
    ]);
    await lapse(here.test, second);
    expect(await explain(here.ugo, product)).toMatchObject({ verdict: 'allow' });
    expect((await available(here.ugo)).filter((one) => one)).toHaveLength(1);
    expect((await consume(here.test, here.ugo, here.product, { device: 'three' })).status).toBe(201);
    expect(await explain(here.ada, product)).toMatchObject(kept);
  });
});
