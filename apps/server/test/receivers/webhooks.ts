import { type Webhook, type WebhookDelivery, webhookEvents } from '@keyhold/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { inTransaction } from '../../src/db/database.ts';
import { listJobs } from '../../src/jobs/jobs.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import type { Running } from '../../src/queue/worker.ts';
import { deliverDueWebhooks } from '../../src/webhook-delivery/webhook-outbox.ts';
import { createTestApp, type TestAppOptions } from '../app.ts';
import { createProduct, openAccount } from '../licensing/leases.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** A webhook as returned by its creation. */
export interface Made {
  readonly item: Webhook;
  readonly secret: string;
}

export type WebhookTest = Awaited<ReturnType<typeof createWebhookTest>>;
export type WebhookAccount = Awaited<ReturnType<WebhookTest['openAccount']>>;

/** A test app that delivers webhooks. */
export async function createWebhookTest(options: TestAppOptions = {}) {
  const test = await createTestApp(options);
  const product = await createProduct(test);
  const start = (options: { readonly allowPrivate: boolean; readonly timeout?: number }) =>
    startJobs(
      listJobs(test.services, {
        connectionString: test.connectionString,
        mailFrom: 'Keyhold <no-reply@keyhold.example>',
        purgeDays: 30,
        webhooksAllowPrivate: options.allowPrivate,
        webhookTimeout: options.timeout,
      }).filter(
        (job) => job.name === 'deliver-webhook' || job.name === 'deliver-due-webhooks' || job.name === 'tell-of-expiry',
      ),
      {
        connectionString: test.connectionString,
        listener: test.services.listener,
        log: pino({ level: 'silent' }),
        tracing: test.services.tracing,
      },
    );
  let worker: Running = await start({ allowPrivate: true });

  return {
    ...test,
    product,
    /** Delivers with another worker during the given work. */
    async whileDelivering(options: Parameters<typeof start>[0], work: () => Promise<void>): Promise<void> {
      await worker.stop();
      worker = await start(options);
      await work();
      await worker.stop();
      worker = await start({ allowPrivate: true });
    },
    /** Makes all deliveries due, as if time had passed. */
    async makeDue(): Promise<void> {
      await inTransaction(test.services.db, 'every account', async (tx) => {
        await tx.updateTable('webhook-deliveries').set({ 'next-attempt-on': sql`now()` }).execute();
        await tx.updateTable('webhooks').set({ 'retry-on': null }).execute();
      });
      await deliverDueWebhooks(test.services.db);
    },
    /** A new account with an administrator, a user, and a receiver of webhooks. */
    async openAccount() {
      const receiver = await startWebhookReceiver();
      const { account, ada, ugo } = await openAccount(test);
      return {
        receiver,
        account,
        ada,
        ugo,
        /** Creates a webhook, by default for every event. */
        async create(body: object = {}, person = ada): Promise<Made> {
          const all = { url: receiver.url, events: webhookEvents, 'account-id': account, ...body };
          const reply = await test.as(person, 'POST /iam/v1/webhooks', all);
          expect(reply.status).toBe(201);
          return reply.body as unknown as Made;
        },
        async deliveries({ item }: Made): Promise<WebhookDelivery[]> {
          const reply = await test.as(ada, `GET /iam/v1/webhooks/${item.id}/deliveries`);
          return reply.body.items as unknown as WebhookDelivery[];
        },
        heard: (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), soon),
        sendTest: ({ item }: Made) => test.as(ada, `POST /iam/v1/webhooks/${item.id}/test`),
      };
    },
    async close() {
      await worker.stop();
      await test.close();
    },
  };
}
