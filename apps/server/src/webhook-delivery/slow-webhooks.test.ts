import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createWebhookTest, type Made, type WebhookAccount, type WebhookTest } from '../../test/receivers/webhooks.ts';
import { inTransaction } from '../db/database.ts';
import { deliverDueWebhooks } from './webhook-outbox.ts';

let test: WebhookTest;
let slow: WebhookAccount;
let other: WebhookAccount;
/** Requests that the slow receiver has not answered. */
let held: ServerResponse[];

beforeAll(async () => {
  test = await createWebhookTest();
});
afterAll(() => test.close());
beforeEach(async () => {
  slow = await test.openAccount();
  other = await test.openAccount();
  held = [];
  slow.receiver.answer = (response) => held.push(response);
});
afterEach(async () => {
  await slow.receiver.close();
  await other.receiver.close();
});

/** A timeout so long that only the test ends a delivery. */
const patient = { allowPrivate: true, timeout: 300_000 };

async function sendTests(account: WebhookAccount, made: Made, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) expect((await account.sendTest(made)).status).toBe(200);
}

/** The slow receiver answers all held requests, and later ones at once. */
function answerAll(): void {
  slow.receiver.answer = 204;
  for (const response of held.splice(0)) response.writeHead(204).end();
}

describe('a receiver that answers slowly', () => {
  it('delays only the deliveries of its own account, and receives all of them in the end', async () => {
    const [made, quick] = [await slow.create(), await other.create()];
    await test.whileDelivering(patient, async () => {
      await sendTests(slow, made, 20);
      await vi.waitUntil(() => held.length > 0, soon);
      await sendTests(other, quick, 3);
      await other.heard(3);
      // A receiver of unknown speed gets one delivery at a time.
      expect(held).toHaveLength(1);
      answerAll();
      await slow.heard(20);
    });
  });

  it('does not delay a quick receiver of its account', async () => {
    const made = await slow.create();
    const quick = await slow.create({ url: other.receiver.url });
    await test.whileDelivering(patient, async () => {
      await sendTests(slow, made, 10);
      await vi.waitUntil(() => held.length > 0, soon);
      await setSlow(quick, false);
      await sendTests(slow, quick, 5);
      await other.heard(5);
      answerAll();
      await slow.heard(10);
    });
  });

  it('receives several deliveries at once after it has become quick', async () => {
    const made = await slow.create();
    await test.whileDelivering(patient, async () => {
      await sendTests(slow, made, 10);
      await vi.waitUntil(() => held.length > 0, soon);
      held.splice(0)[0]?.writeHead(204).end();
      await vi.waitFor(() => expect(held).toHaveLength(3), soon);
      answerAll();
      await slow.heard(10);
    });
  });
});

it('gives each account a share of the due deliveries', async () => {
  const [made, quick] = [await slow.create(), await other.create()];
  await test.whileDelivering(patient, async () => {
    await sendTests(slow, made, 12);
    await vi.waitUntil(() => held.length > 0, soon);
    await sendTests(other, quick, 1);
    await other.heard(1);
    answerAll();
    await slow.heard(12);
  });
  await everythingWaits();
  await deliverDueWebhooks(test.services.db, 10);
  await other.heard(2);
});

async function setSlow({ item }: Made, isSlow: boolean): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update webhooks set slow = ${isSlow} where id = ${item.id}`.execute(tx),
  );
}

/** Makes every delivery due again, the other account's last. */
async function everythingWaits(): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update "webhook-deliveries" set status = 'waiting',
      "next-attempt-on" = now() - case when "account-id" = ${slow.account} then interval '2 minutes' else interval '1 minute' end
      where "account-id" in (${slow.account}, ${other.account})`.execute(tx),
  );
}
