import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  openAccount,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const count = 12;
let test: TestApp;
let product: string;
let ugo: Person;
let leases: TestLease[];

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ ugo } = await openAccount(test));
  leases = [];
  for (let index = 0; index < count; index += 1) {
    await createLicense(test, ugo.accountId, everyone);
    leases.push((await consume(test, ugo, product, { device: `device-${index}` })).lease);
  }
});

async function beat({ id, epoch }: TestLease, seq: number) {
  const reply = await test.as(ugo, `POST /license/v1/leases/${id}/heartbeat`, { epoch, seq, nonce: `nonce ${seq}` });
  return { status: reply.status, code: reply.body.problems?.[0]?.code, lease: reply.body.lease };
}

function change<Result>(work: (tx: Parameters<Parameters<typeof inTransaction>[2]>[0]) => Promise<Result>) {
  return inTransaction(test.services.db, 'every account', work);
}

it('answers each of many concurrent heartbeats individually', async () => {
  const stale = { ...(leases[3] as TestLease), epoch: 7 };
  const asked = [...leases, stale];
  const replies = await Promise.all(asked.map((lease, index) => beat(lease, index + 1)));
  for (const [index, { status, code, lease }] of replies.entries()) {
    const { id, epoch } = asked[index] as TestLease;
    if (asked[index] === stale) {
      expect([status, code]).toEqual([409, 'epoch-stale']);
      continue;
    }
    expect([status, lease?.id, lease?.epoch]).toEqual([200, id, epoch]);
    expect(decodeJwt(lease?.token ?? '')).toMatchObject({
      seq: index + 1,
      nonce: `nonce ${index + 1}`,
      dev: `device-${index}`,
    });
  }
});

it('lets at most one of two copies go on that are sent together', async () => {
  const send = (nonce: string) =>
    Promise.all(
      leases.map(async ({ id, epoch }) => {
        const reply = await test.as(ugo, `POST /license/v1/leases/${id}/heartbeat`, { epoch, seq: 1, nonce });
        return reply.status === 200 ? 'goes on' : reply.body.problems?.[0]?.code;
      }),
    );
  const [one, other] = await Promise.all([send('one'), send('other')]);
  for (const [index, first] of one.entries()) expect([first, other[index]].toSorted()).toEqual(['copied', 'goes on']);
});

it('waits for a locked row without delaying other heartbeats', async () => {
  const [locked, ...others] = leases as [TestLease, ...TestLease[]];
  let waiting: ReturnType<typeof beat> | undefined;
  await change(async (tx) => {
    await sql`select from licenses where "lease-id" = ${locked.id} for update`.execute(tx);
    waiting = beat(locked, 1);
    const replies = await Promise.all(others.map((lease) => beat(lease, 1)));
    expect(replies.map(({ status }) => status)).toEqual(others.map(() => 200));
  });
  expect((await waiting)?.status).toBe(200);
});

it('refuses a heartbeat of an ended session', async () => {
  const lease = leases[0] as TestLease;
  const session = decodeJwt(ugo.token)['sid'] as string;
  expect((await beat(lease, 1)).status).toBe(200);
  await change((tx) => tx.updateTable('sessions').set({ 'ended-on': sql`now()` }).where('id', '=', session).execute());
  expect((await beat(lease, 2)).status).toBe(401);
});

it('refuses a heartbeat while the user or the account is inactive', async () => {
  const lease = leases[0] as TestLease;
  const set = (table: 'users' | 'accounts', id: string, status: string) =>
    change((tx) => sql`update ${sql.table(table)} set status = ${status} where id = ${id}`.execute(tx));
  for (const [table, id] of [
    ['users', ugo.id],
    ['accounts', ugo.accountId],
  ] as const) {
    await set(table, id, 'Inactive');
    expect((await beat(lease, 1)).status).toBe(401);
    await set(table, id, 'Active');
    expect((await beat(lease, 1)).status).toBe(200);
  }
});
