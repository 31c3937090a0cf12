import type { calls, OutputOf } from '@keyhold/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest } from '../../../test/licensing/leases.ts';
import { takeOffered, waitInLine } from '../../../test/licensing/waiting.ts';
import { inTransaction } from '../../db/database.ts';

const here = openLeaseTest();

async function waited(query = '') {
  const reply = await here.test.as(here.ada, `GET /license/v1/usage?${query}`);
  expect(reply.status).toBe(200);
  return (reply.body as unknown as OutputOf<typeof calls.getUsage>).waiting;
}

it('counts who waited, for how long, who got a seat and who gave up', async () => {
  const { test, product } = here;
  const bo = await test.createPerson(here.account, 'Bo', null);
  await createLicense(test, here.account, everyone);
  const { lease } = await consume(test, here.ugo, product);
  expect(await waited()).toEqual([]);
  const left = await waitInLine(test, bo, product);
  await test.as(bo, `DELETE /license/v1/waiting/${left.place.id}`);
  const { place } = await waitInLine(test, bo, product);
  const own = await waitInLine(test, here.ada, product);
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update waiters set since = since - interval '1 hour' where id = ${place.id}`.execute(tx),
  );
  await test.as(here.ugo, `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
  expect((await takeOffered(test, bo, product, place.id)).status).toBe(201);
  const [first, second] = await waited();
  expect(first).toMatchObject({ user: bo.rn, product, count: 2, taken: 1, 'gave-up': 1 });
  expect(first?.['longest-ms']).toBeGreaterThanOrEqual(3_600_000);
  expect(first?.['total-ms']).toBeGreaterThanOrEqual(first?.['longest-ms'] ?? 0);
  expect(second).toMatchObject({ user: here.ada.rn, count: 1, taken: 0, 'gave-up': 0 });
  await test.as(here.ugo, `DELETE /license/v1/waiting/${own.place.id}`);
  expect((await waited(`user=${bo.rn}`)).map(({ user }) => user)).toEqual([bo.rn]);
  expect(await waited('to=2020-01-01&from=2019-12-01')).toEqual([]);
});
