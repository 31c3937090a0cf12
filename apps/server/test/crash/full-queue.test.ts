import { type Call, callList } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { changing } from './change.ts';
import { type FillableDatabase, startFillableDatabase } from './full-notification-queue.ts';
import { ready } from './ready.ts';
import { tablesOf, type Written } from './written.ts';

let database: FillableDatabase;
let bench: Bench;
beforeAll(async () => {
  database = await startFillableDatabase();
  bench = await openBench({ database: async () => database });
  await bench.test.as(null, 'GET /license/v1/root-key');
});
afterAll(() => bench.close());

const withoutAttempts = (written: Written) =>
  Object.fromEntries(Object.entries(written).filter(([table]) => table !== 'attempts'));

describe.each(changing)('%s, when the queue of notifications is full', (name) => {
  it('succeeds, or is refused as a whole', async () => {
    const call = callList.find((one) => one.name === name) as Call;
    const usual = await bench.wholly(() => ready(bench, call));
    const full = await bench.wholly(async () => {
      const run = await ready(bench, call);
      await database.fill();
      return run;
    });
    await database.empty();
    if (full.result.status === 503) {
      expect(full.result.body).toMatchObject({
        problems: [{ code: expect.stringMatching(/^(database-away|outcome-unknown)$/) }],
      });
      expect(tablesOf(withoutAttempts(full.written))).toEqual([]);
    } else {
      expect(full.result.status).toBe(usual.result.status);
      expect(withoutAttempts(full.written)).toEqual(withoutAttempts(usual.written));
    }
  });
});

it('releases a license although nobody can be notified yet', async () => {
  const { test, make } = bench;
  // Without webhooks, whose jobs notify the workers within the transaction.
  const id = await make.heldLicense(await test.createAccount('Without webhooks'));
  await database.fill();
  const reply = await test.as(test.people.root, `POST /license/v1/licenses/${id}/unassign`, {});
  await database.empty();
  expect(reply.status).toBe(200);
});

it('announces a change once there is room', async () => {
  const { test, account } = bench;
  await database.fill();
  const made = await test.as(test.people.root, 'POST /iam/v1/tags', { name: 'Unheard', 'account-id': account });
  expect(made.status).toBe(201);
  const heard = new Promise<void>((resolve) => {
    const end = test.services.changes.subscribe((announcement) => {
      if (announcement?.rn !== made.body.item.rn) return;
      end();
      resolve();
    });
  });
  await database.empty();
  await heard;
});
