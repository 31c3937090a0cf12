import { parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { consume, createLicense, openLeaseTest, setLicense } from '../../../test/licensing/leases.ts';
import { sweepLeases } from '../leases/end/sweep-leases.ts';

const here = openLeaseTest();

async function openPool() {
  const { rn } = await createLicense(here.test, here.account, { kind: 'No one' });
  const body = { 'account-id': here.account, name: 'Pool', product: here.product, licenses: [rn] };
  const made = await here.test.as(here.ada, 'POST /license/v1/pools', { ...body, consumers: { kind: 'everyone' } });
  return { own: rn, id: parseRn(made.body.item.rn).resourceId };
}

const soon = () => new Date(Date.now() + 86_400_000).toISOString();
const overdraft = (id: string, body: object) =>
  here.test.as(here.test.people.root, `PUT /license/v1/pools/${id}/overdraft`, body);

it('lends a pool seats that are used last, and logs their holders off at their end', async () => {
  const { own, id } = await openPool();
  expect((await overdraft(id, { seats: 1, until: soon() })).body.item).toMatchObject({
    seats: 1,
    'overdraft-seats': 1,
  });
  expect((await consume(here.test, here.ugo, here.product)).lease.license).toBe(own);
  const { lease } = await consume(here.test, here.ada, here.product);
  const key = parseRn(lease.license).resourceId;
  const license = (await here.test.as(here.ada, `GET /license/v1/licenses/${key}`)).body.item;
  expect(license).toMatchObject({ overdraft: true, certificate: { expiry: { perpetual: false } } });
  const log = await here.test.as(here.ada, 'GET /iam/v1/audit?limit=50');
  expect(log.body.items).toContainEqual(
    expect.objectContaining({
      action: 'license:UseOverdraft',
      after: expect.objectContaining({ license: lease.license }),
    }),
  );
  await setLicense(here.test, key, { 'expiry-date': sql<Date>`now() - interval '1 second'` as never });
  await sweepLeases(here.test.services);
  const beat = await here.test.as(here.ada, `POST /license/v1/leases/${lease.id}/heartbeat`, {
    epoch: lease.epoch,
    seq: 1,
  });
  expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'overdraft-ended' });
});

it('lends seats until the end of a day that is given by its date', async () => {
  const { id } = await openPool();
  const day = soon().slice(0, 10);
  await overdraft(id, { seats: 1, until: day });
  const lent = await here.test.as(here.ada, 'GET /license/v1/licenses?limit=100');
  const { items } = lent.body as unknown as { items: { overdraft: boolean; certificate: { expiry: object } }[] };
  expect(items.find((license) => license.overdraft)?.certificate.expiry).toMatchObject({
    date: `${day}T23:59:59.999Z`,
  });
});

it('ends the seats that are taken back at once, and lends them again', async () => {
  const { id } = await openPool();
  await overdraft(id, { seats: 1, until: soon() });
  await consume(here.test, here.ugo, here.product);
  const { lease } = await consume(here.test, here.ada, here.product);
  expect((await overdraft(id, { seats: 0, until: null })).body.item).toMatchObject({
    'overdraft-seats': 0,
    'in-use': 1,
  });
  const beat = await here.test.as(here.ada, `POST /license/v1/leases/${lease.id}/heartbeat`, {
    epoch: lease.epoch,
    seq: 1,
  });
  expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'overdraft-ended' });
  expect((await overdraft(id, { seats: 1, until: soon() })).body.item).toMatchObject({ 'overdraft-seats': 1 });
  const all = (await here.test.as(here.ada, 'GET /license/v1/licenses')).body.items;
  expect(all.filter((one) => one['overdraft'])).toHaveLength(1);
});

it('refuses more than the pool has of its own, and an end that has passed', async () => {
  const { id } = await openPool();
  expect(await overdraft(id, { seats: 2, until: soon() })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'seats' }] },
  });
  const past = new Date(Date.now() - 1000).toISOString();
  expect(await overdraft(id, { seats: 1, until: past })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'until' }] },
  });
  expect(await overdraft(id, { seats: 1, until: null })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'until' }] },
  });
});
