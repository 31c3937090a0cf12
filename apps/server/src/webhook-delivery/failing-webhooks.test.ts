import { createServer } from 'node:net';
import { type DeliveryFailure, webhookEvents } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { consume, createLicense, everyone } from '../../test/licensing/leases.ts';
import { startWebhookReceiver } from '../../test/receivers/webhook-receiver.ts';
import { createWebhookTest, type Made, type WebhookAccount, type WebhookTest } from '../../test/receivers/webhooks.ts';
import { inTransaction } from '../db/database.ts';
import { claimDelivery, deliverDueWebhooks } from './webhook-outbox.ts';

let test: WebhookTest;
let here: WebhookAccount;

beforeAll(async () => {
  test = await createWebhookTest();
});
afterAll(() => test.close());
beforeEach(async () => {
  here = await test.openAccount();
});
afterEach(() => here.receiver.close());

describe('a webhook whose delivery fails', () => {
  it('is retried later, under the same id', async () => {
    const made = await here.create();
    here.receiver.answer = 500;
    await here.sendTest(made);
    await here.heard(1);
    const failed = await vi.waitFor(async () => {
      const [one] = await here.deliveries(made);
      expect(one).toMatchObject({
        status: 'waiting',
        attempts: 1,
        'response-status': 500,
        error: 'The address answered 500.',
      });
      return one;
    }, soon);
    expect(Date.parse(failed?.['next-attempt-on'] ?? '')).toBeGreaterThan(Date.now() + 30_000);
    await deliverDueWebhooks(test.services.db);
    expect(here.receiver.received).toHaveLength(1);
    here.receiver.answer = 204;
    await test.makeDue();
    await here.heard(2);
    expect(here.receiver.received[1]?.headers['webhook-id']).toBe(here.receiver.received[0]?.headers['webhook-id']);
    await vi.waitFor(
      async () => expect(await here.deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }]),
      soon,
    );
    expect((await test.as(here.ada, `GET /iam/v1/webhooks/${made.item.id}`)).body.item).toMatchObject({ failures: 0 });
  });

  it('is retried soon again after a user sent it again, however often it has failed before', async () => {
    const made = await here.create();
    here.receiver.answer = 500;
    await here.sendTest(made);
    const failed = (attempts: number) =>
      vi.waitFor(async () => {
        const [one] = await here.deliveries(made);
        expect(one).toMatchObject({ status: 'waiting', attempts, error: 'The address answered 500.' });
        return one;
      }, soon);
    const delivery = await failed(1);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('webhook-deliveries')
        .set({ attempts: 9, error: null })
        .where('id', '=', String(delivery?.id))
        .execute(),
    );
    const resend = () => test.as(here.ada, `POST /iam/v1/webhooks/${made.item.id}/deliveries/${delivery?.id}/resend`);
    expect((await resend()).body.item).toMatchObject({ attempts: 0 });
    const again = await failed(1);
    expect(Date.parse(String(again?.['next-attempt-on']))).toBeLessThan(Date.now() + 90_000);

    // While an attempt is in progress, that one is the first.
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('webhook-deliveries')
        .set({ attempts: 8, error: null, 'next-attempt-on': sql`now()` })
        .where('id', '=', String(delivery?.id))
        .execute(),
    );
    let answer = (_status: number) => {};
    here.receiver.answer = (response) => {
      answer = (status) => response.writeHead(status).end();
    };
    await deliverDueWebhooks(test.services.db);
    await here.heard(3);
    expect((await resend()).body.item).toMatchObject({ attempts: 1 });
    answer(500);
    const last = await failed(1);
    expect(Date.parse(String(last?.['next-attempt-on']))).toBeLessThan(Date.now() + 90_000);
  });

  it('waits while its account is deleted', async () => {
    const made = await here.create();
    here.receiver.answer = 500;
    await here.sendTest(made);
    await vi.waitFor(async () => expect((await here.deliveries(made))[0]?.error).not.toBeNull(), soon);
    const [delivery] = await here.deliveries(made);
    const { db, installation } = test.services;
    await test.as(test.people.root, `DELETE /admin/v1/accounts/${here.account}`);
    await test.makeDue();
    expect(await claimDelivery(db, installation.region, String(delivery?.id))).toBeUndefined();
    await test.as(test.people.root, `POST /admin/v1/accounts/${here.account}/restore`);
    await test.makeDue();
    await here.heard(2);
  });

  it('is announced to its viewers after each attempt', async () => {
    const made = await here.create();
    const announced: string[] = [];
    const stop = test.services.changes.subscribe((announcement) => {
      if (announcement?.event === 'changed') announced.push(announcement.rn);
    });
    here.receiver.answer = 500;
    await here.sendTest(made);
    await vi.waitFor(() => expect(announced).toContainEqual(expect.stringContaining(`:webhook:${made.item.id}`)), soon);
    stop();
  });

  it('is paused after repeated failures, until a user changes it', async () => {
    const made = await here.create();
    here.receiver.answer = 503;
    for (let count = 1; count <= 3; count += 1) {
      await here.sendTest(made);
      await here.heard(count);
      await vi.waitFor(async () => expect((await here.deliveries(made))[0]?.error).not.toBeNull(), soon);
    }
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('webhooks')
        .set({ failures: 3, 'retry-on': sql`now() + interval '1 minute'` })
        .where('id', '=', made.item.id)
        .execute(),
    );
    await createLicense(test, here.account, everyone);
    await consume(test, here.ugo, test.product);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('webhook-deliveries').set({ 'next-attempt-on': sql`now()` }).execute(),
    );
    await deliverDueWebhooks(test.services.db);
    const waiting = await here.deliveries(made);
    expect(waiting.find(({ type }) => type === 'license.consumed')).toMatchObject({ attempts: 0, status: 'waiting' });
    here.receiver.answer = 200;
    await test.as(here.ada, `PUT /iam/v1/webhooks/${made.item.id}`, { url: here.receiver.url, events: webhookEvents });
    await deliverDueWebhooks(test.services.db);
    await here.heard(7);
  });

  it('reports a redirect or a 410 as the reason, and affects no other webhook', async () => {
    const [made, other] = [await here.create(), await here.create()];
    const itemOf = async ({ item }: Made) => (await test.as(here.ada, `GET /iam/v1/webhooks/${item.id}`)).body.item;
    here.receiver.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await here.sendTest(made);
    await error(made, 'redirect', 'redirects');
    expect(here.receiver.received).toHaveLength(1);
    here.receiver.answer = 410;
    await here.sendTest(made);
    await vi.waitFor(
      async () => expect((await here.deliveries(made))[0]).toMatchObject({ status: 'failed', failure: 'gone' }),
      soon,
    );
    expect(await itemOf(made)).toMatchObject({ enabled: false });
    expect(await itemOf(other)).toMatchObject({ enabled: true, failures: 0 });
  });

  it('delays no other delivery while it hangs, breaks off or is unreachable', async () => {
    const hanging = await startWebhookReceiver();
    hanging.answer = () => undefined;
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const hung = await here.create({ url: hanging.url });
    const breaking = await here.create({ url: here.receiver.url.replace('/hook', '/break') });
    here.receiver.answer = (response) => void response.destroy();
    await test.whileDelivering({ allowPrivate: true, timeout: 600_000 }, async () => {
      await here.sendTest(hung);
      await here.sendTest(breaking);
      await new Promise((resolve) => silent.close(resolve));
      const absent = await here.create({ url: `http://127.0.0.1:${port}` });
      await here.sendTest(absent);
      await error(breaking, 'connection-reset', 'broke the connection off');
      await error(absent, 'connection-refused', 'refuses connections');
      expect(await here.deliveries(hung)).toMatchObject([{ status: 'waiting', failure: null, error: null }]);
      await hanging.close();
      await error(hung, 'connection-reset', 'broke the connection off');
    });
  });

  it('times out when it hangs', async () => {
    const hung = await here.create();
    here.receiver.answer = () => undefined;
    await test.whileDelivering({ allowPrivate: true, timeout: 1500 }, async () => {
      await here.sendTest(hung);
      await error(hung, 'timeout', 'There was no answer within 1.5 seconds.');
    });
  });

  const error = (made: Made, failure: DeliveryFailure, text: string) =>
    vi.waitFor(async () => {
      expect((await here.deliveries(made))[0]).toMatchObject({ failure, error: expect.stringContaining(text) });
    }, soon);
});
