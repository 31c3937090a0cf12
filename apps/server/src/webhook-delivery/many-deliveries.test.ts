import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createMaker } from '../../test/made/maker.ts';
import { inTransaction } from '../db/database.ts';
import { deliverDueWebhooks } from './webhook-outbox.ts';

let test: TestApp;
let account: string;
let webhook: string;
const chunk = 2;
const many = 5;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  account = await test.createAccount(`Busy ${crypto.randomUUID()}`);
  webhook = await createMaker(test).webhook(account);
  await everywhere((tx) => tx.deleteFrom('webhook-deliveries').execute());
});

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);

/** Ends the work once some chunks have begun. */
function stopAfter(chunks: number): AbortSignal {
  let left = chunks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
}
const run = (chunks = Number.POSITIVE_INFINITY) =>
  deliverDueWebhooks(test.services.db, 1_000, { chunk, signal: stopAfter(chunks) });

async function insert(status: 'waiting' | 'delivered', giveUp: string, created: string) {
  const make = createMaker(test);
  for (let count = 0; count < many; count += 1) await make.webhookDelivery(account, webhook);
  await everywhere((tx) =>
    sql`update "webhook-deliveries" set status = ${status}, "next-attempt-on" = now() - interval '1 minute',
      "give-up-on" = now() + ${giveUp}::interval, "created-on" = now() + ${created}::interval
      where "webhook-id" = ${webhook}`.execute(tx),
  );
}

async function statuses(): Promise<string[]> {
  const { rows } = await everywhere((tx) =>
    sql<{
      status: string;
    }>`select status from "webhook-deliveries" where "webhook-id" = ${webhook} order by status`.execute(tx),
  );
  return rows.map(({ status }) => status);
}

async function jobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs`.execute(test.services.db);
  return rows[0]?.count ?? 0;
}

it('Deliveries that are too old are given up in chunks, and none of them is attempted', async () => {
  await insert('waiting', '-1 minute', '-1 hour');
  const before = await jobs();
  await run(1);
  expect(await statuses()).toEqual(['failed', 'failed', 'waiting', 'waiting', 'waiting']);
  await run();
  expect(await statuses()).toEqual(Array(many).fill('failed'));
  expect(await jobs()).toBe(before);
});

it('Results that are no longer kept are deleted in chunks', async () => {
  await insert('delivered', '1 day', '-31 days');
  await run(2);
  expect(await statuses()).toHaveLength(many - chunk);
  await run();
  expect(await statuses()).toEqual([]);
});

it('The deliveries of a removed account are deleted in chunks, before their webhook', async () => {
  await insert('delivered', '1 day', '0');
  await everywhere((tx) => sql`update accounts set name = '', "deleted-on" = now() where id = ${account}`.execute(tx));
  const has = async () =>
    (await everywhere((tx) => sql`select from webhooks where id = ${webhook}`.execute(tx))).rows.length;
  await run(3);
  expect(await statuses()).toHaveLength(many - chunk);
  expect(await has()).toBe(1);
  await run();
  expect(await has()).toBe(0);
});
