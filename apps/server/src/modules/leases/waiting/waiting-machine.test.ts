import { parseRn } from '@keyhold/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { consume, openLeaseTest, type TestLease } from '../../../../test/licensing/leases.ts';
import { createPool, pollPlace, takeOffered, waitInLine } from '../../../../test/licensing/waiting.ts';

const here = openLeaseTest();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
let machine: Awaited<ReturnType<typeof createMachine>>;
let pool: Awaited<ReturnType<typeof createPool>>;
let held: TestLease;

/** A service account without roles, with a token. */
async function createMachine(name: string) {
  const body = { name, 'account-id': here.account };
  const { rn } = (await here.test.as(here.ada, 'POST /iam/v1/service-accounts', body)).body.item;
  const id = parseRn(rn).resourceId;
  const token = async () => {
    const made = await here.test.as(here.ada, `POST /iam/v1/service-accounts/${id}/tokens`, {
      name: 'Token',
      'expires-on': inDays(30),
      addresses: [],
    });
    const { secret, item } = made.body as unknown as { secret: string; item: { id: string } };
    return { tokenId: item.id, bearer: { id, rn, accountId: here.account, email: '', token: secret } satisfies Person };
  };
  return { id, rn, token, ...(await token()) };
}

beforeEach(async () => {
  machine = await createMachine('Render farm');
  const users = [machine.rn, here.ugo.rn, here.ada.rn];
  pool = await createPool(here, 1, { consumers: { kind: 'users', users } });
  ({ lease: held } = await consume(here.test, here.ugo, here.product));
});

const giveBack = () => here.test.as(here.ugo, `DELETE /license/v1/leases/${held.id}?epoch=${held.epoch}`);
const waitFor = (person: Person) => waitInLine(here.test, person, here.product);
const listed = (person: Person, path = `waiting?product=${here.product}`) =>
  here.test.as(person, `GET /license/v1/${path}`);

describe('A machine that waits', () => {
  it('polls its place without a stream until a seat is offered, and takes it', async () => {
    const { bearer } = machine;
    const { status, place } = await waitFor(bearer);
    expect([status, place]).toEqual([202, { id: place.id, place: 1, 'estimate-ms': null, 'ping-ms': 90_000 }]);
    expect(await pollPlace(here.test, bearer, place.id)).toEqual([]);
    expect((await waitFor(bearer)).place).toEqual(place);
    expect((await listed(bearer)).body['items']).toMatchObject([{ id: place.id, user: machine.rn, place: 1 }]);
    expect((await takeOffered(here.test, bearer, here.product, place.id)).status).toBe(202);
    await giveBack();
    expect(await pollPlace(here.test, bearer, place.id)).toMatchObject([{ event: 'offered' }]);
    const { status: taken, lease } = await takeOffered(here.test, bearer, here.product, place.id);
    expect([taken, lease.license]).toEqual([201, held.license]);
    expect(await pollPlace(here.test, bearer, place.id)).toBe(404);
  });

  it('asks who uses a seat, leaves the line, and is shown to administrators by its name', async () => {
    const { bearer } = machine;
    const { place } = await waitFor(bearer);
    const asked = await here.test.as(bearer, `POST /license/v1/waiting/${place.id}/ask`, { message: 'A job waits.' });
    expect(asked.body['asked']).toBe(1);
    for (const path of [`waiting?product=${here.product}`, `pools/${pool.id}/waiting`]) {
      const { body } = await listed(here.ada, path);
      expect([body['items'], body['resources']]).toMatchObject([
        [{ user: machine.rn }],
        { [machine.rn]: { name: 'Render farm' } },
      ]);
    }
    expect((await here.test.as(bearer, `DELETE /license/v1/waiting/${place.id}`)).status).toBe(200);
    expect((await listed(here.ada)).body['items']).toEqual([]);
  });

  it('keeps its place when one of its tokens is revoked, and loses it when it is deleted', async () => {
    const other = await machine.token();
    const { place } = await waitFor(machine.bearer);
    await here.test.as(here.ada, `DELETE /iam/v1/service-accounts/${machine.id}/tokens/${machine.tokenId}`);
    expect(await pollPlace(here.test, machine.bearer, place.id)).toBe(401);
    expect(await pollPlace(here.test, other.bearer, place.id)).toEqual([]);
    const next = await waitFor(here.ada);
    expect(next.place.place).toBe(2);
    await here.test.as(here.ada, `DELETE /iam/v1/service-accounts/${machine.id}`);
    expect((await waitFor(here.ada)).place.place).toBe(1);
    await giveBack();
    expect((await takeOffered(here.test, here.ada, here.product, next.place.id)).status).toBe(201);
  });
});
