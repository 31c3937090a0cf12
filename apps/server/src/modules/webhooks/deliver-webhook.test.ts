import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, lapse } from '../../../test/leases.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { inTransaction } from '../../db/database.ts';
import type { Running } from '../../jobs/worker.ts';
import { sweepLeases } from '../leases/sweep-leases.ts';
import { startWebhookWorker } from './deliver-webhook.ts';
import { tellOfExpiry } from './expiring.ts';
import { deliverDueWebhooks } from './webhook-outbox.ts';

let test: TestApp;
let worker: Running;
let receiver: WebhookReceiver;
let product: string;
let account: string;
let ada: Person;
let ugo: Person;

const start = (allowPrivate: boolean) =>
  startWebhookWorker({
    connectionString: test.connectionString,
    db: test.services.db,
    region: test.services.installation.region,
    log: pino({ level: 'silent' }),
    allowPrivate,
  });

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  worker = await start(true);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  account = await test.createAccount(`Account ${Math.random()}`);
  ada = await test.createPerson(account, 'Ada', 'Administrator');
  ugo = await test.createPerson(account, 'Ugo', null);
});
afterEach(() => receiver.close());

const everything = [
  'license.consumed',
  'license.released',
  'license.lapsed',
  'license.denied',
  'license.issued',
  'license.status-changed',
  'license.expiring',
];

interface Made {
  readonly item: Webhook;
  readonly secret: string;
}

async function create(body: object = {}, person = ada): Promise<Made> {
  const all = { url: receiver.url, events: everything, 'account-id': account, ...body };
  const reply = await test.as(person, 'POST /iam/v1/webhooks', all);
  expect(reply.status).toBe(201);
  return reply.body as unknown as Made;
}

async function deliveries({ item }: Made): Promise<WebhookDelivery[]> {
  const reply = await test.as(ada, `GET /iam/v1/webhooks/${item.id}/deliveries`);
  return reply.body.items as unknown as WebhookDelivery[];
}

const soon = { timeout: 30_000 };
const heard = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), soon);
const sendTest = ({ item }: Made) => test.as(ada, `POST /iam/v1/webhooks/${item.id}/test`);

/** Lets the time pass until everything is due. */
async function makeDue(): Promise<void> {
  await inTransaction(test.services.db, 'every account', async (tx) => {
    await tx.updateTable('webhook-deliveries').set({ 'next-attempt-on': sql`now()` }).execute();
    await tx.updateTable('webhooks').set({ 'retry-on': null }).execute();
  });
  await deliverDueWebhooks(test.services.db);
}

const signatureOf = (secret: string, id: unknown, time: unknown, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${time}.${text}`)
    .digest('base64')}`;

describe('a webhook', () => {
  it('is told what happens to licenses, signed, each event once', async () => {
    const made = await create();
    const { id, rn } = await createLicense(test, account, { kind: 'Everyone' });
    const { lease } = await consume(test, ugo, product);
    await consume(test, ugo, product);
    await test.as(ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    await consume(test, ada, product, { device: 'device-2' });
    await consume(test, ada, product, { device: 'device-2' });
    await test.as(ada, `POST /license/v1/licenses/${id}/unassign`, {});
    await test.as(ugo, `POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 });
    const second = await consume(test, ugo, product);
    await test.as(ugo, `DELETE /license/v1/leases/${second.lease.id}?epoch=2`);
    await consume(test, ugo, product);
    await lapse(test, id);
    await sweepLeases(test.services);
    const status = await test.as(test.people.system, `PUT /license/v1/licenses/${id}/status`, { status: 'Suspended' });
    expect(status.status).toBe(200);
    const subject = { account: expect.stringContaining(`:account:${account}`), license: rn };
    const by = { user: ugo.rn, 'device-name': 'Desk' };
    const expected = [
      { type: 'license.consumed', data: { ...subject, ...by, 'client-name': 'Studio', epoch: 1, resumed: false } },
      { type: 'license.denied', data: { account: subject.account, user: ada.rn, product, reason: 'no-seat' } },
      { type: 'license.released', data: { ...subject, ...by, reason: 'released' } },
      { type: 'license.consumed', data: { ...subject, epoch: 2 } },
      { type: 'license.released', data: { ...subject, ...by, reason: 'checked-in' } },
      { type: 'license.consumed', data: { ...subject, epoch: 3 } },
      { type: 'license.lapsed', data: { ...subject, ...by } },
      { type: 'license.status-changed', data: { ...subject, before: 'Active', after: 'Suspended' } },
    ];
    await heard(expected.length);
    const bodies = receiver.received.map(({ body }) => body).toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    expect(bodies).toMatchObject(expected);
    for (const { headers, text } of receiver.received) {
      const { 'webhook-id': name, 'webhook-timestamp': time } = headers;
      expect(headers['webhook-signature']).toBe(signatureOf(made.secret, name, time, text));
      expect(headers['content-type']).toBe('application/json');
      expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(300);
    }
    await vi.waitFor(async () => {
      const log = await deliveries(made);
      expect(log.map((one) => [one.status, one.attempts, one['response-status']])).toEqual(
        expected.map(() => ['delivered', 1, 204]),
      );
    }, soon);
  });

  it('is told only what it wants, of its own account, and of changes that came to pass', async () => {
    await create({ events: ['license.issued'] });
    const elsewhere = await create(
      {
        url: `${receiver.url}/provider`,
        'every-account': true,
        'account-id': test.accounts.provider,
        events: ['license.issued'],
      },
      test.people.root,
    );
    await createLicense(test, account, { kind: 'Everyone' });
    await consume(test, ugo, product);
    const issue = (to: string, type = 'Trial') =>
      test.as(test.people.system, 'POST /license/v1/admin/licenses', {
        'account-id': to,
        product,
        type,
        expiry: { period: 30 },
      });
    expect((await issue(account, 'Stolen')).status).toBe(400);
    expect((await issue(account)).status).toBe(201);
    expect((await issue(test.accounts.birch)).status).toBe(201);
    await heard(3);
    const told = receiver.received.map(({ body }) => String(body.data['account']).split(':').at(-1));
    expect(told.toSorted()).toEqual([account, account, test.accounts.birch].toSorted());
    await test.as(test.people.root, `DELETE /iam/v1/webhooks/${elsewhere.item.id}`);
  });

  it('is told some days before a license expires, once', async () => {
    const made = await create();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const fields = (count: number) => ({ 'expiry-perpetual': false, 'expiry-date': days(count) });
    const soonOver = await createLicense(test, account, { kind: 'Everyone' }, fields(10));
    await createLicense(test, account, { kind: 'Everyone' }, fields(20));
    await createLicense(test, account, { kind: 'Everyone' }, fields(-1));
    await createLicense(test, account, { kind: 'Everyone' });
    const { region } = test.services.installation;
    await tellOfExpiry(test.services.db, region);
    await tellOfExpiry(test.services.db, region);
    expect(await deliveries(made)).toHaveLength(1);
    await heard(1);
    expect(receiver.received[0]?.body).toMatchObject({ type: 'license.expiring', data: { license: soonOver.rn } });
  });

  it('that fails is told again later, under the same id', async () => {
    const made = await create();
    receiver.answer = 500;
    await sendTest(made);
    await heard(1);
    const failed = await vi.waitFor(async () => {
      const [one] = await deliveries(made);
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
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 204;
    await makeDue();
    await heard(2);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    await vi.waitFor(
      async () => expect(await deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }]),
      soon,
    );
    expect((await test.as(ada, `GET /iam/v1/webhooks/${made.item.id}`)).body.item).toMatchObject({ failures: 0 });
  });

  it('that fails again and again is left alone for a while, until somebody sees to it', async () => {
    const made = await create();
    receiver.answer = 503;
    for (let count = 1; count <= 3; count += 1) {
      await sendTest(made);
      await heard(count);
      await vi.waitFor(async () => expect((await deliveries(made))[0]?.error).not.toBeNull(), soon);
    }
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('webhooks')
        .set({ failures: 3, 'retry-on': sql`now() + interval '1 minute'` })
        .where('id', '=', made.item.id)
        .execute(),
    );
    await createLicense(test, account, { kind: 'Everyone' });
    await consume(test, ugo, product);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('webhook-deliveries').set({ 'next-attempt-on': sql`now()` }).execute(),
    );
    await deliverDueWebhooks(test.services.db);
    const waiting = await deliveries(made);
    expect(waiting.find(({ type }) => type === 'license.consumed')).toMatchObject({ attempts: 0, status: 'waiting' });
    receiver.answer = 200;
    await test.as(ada, `PUT /iam/v1/webhooks/${made.item.id}`, { url: receiver.url, events: everything });
    await deliverDueWebhooks(test.services.db);
    await heard(7);
  });

  it('that answers a redirect, or 410, is told why', async () => {
    const made = await create();
    receiver.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await sendTest(made);
    await vi.waitFor(async () => expect((await deliveries(made))[0]?.error).toContain('redirects'), soon);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 410;
    await sendTest(made);
    await vi.waitFor(async () => expect((await deliveries(made))[0]).toMatchObject({ status: 'failed' }), soon);
    expect((await test.as(ada, `GET /iam/v1/webhooks/${made.item.id}`)).body.item).toMatchObject({ enabled: false });
  });

  it('that hangs, breaks off or is not there holds nothing up', async () => {
    const hanging = await startWebhookReceiver();
    hanging.answer = () => undefined;
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const hung = await create({ url: hanging.url });
    const breaking = await create({ url: receiver.url.replace('/hook', '/break') });
    receiver.answer = (response) => void response.destroy();
    await sendTest(hung);
    await sendTest(breaking);
    await new Promise((resolve) => silent.close(resolve));
    const absent = await create({ url: `http://127.0.0.1:${port}` });
    await sendTest(absent);
    const error = (made: Made, text: string) =>
      vi.waitFor(async () => expect((await deliveries(made))[0]?.error).toContain(text), soon);
    await error(breaking, 'broke the connection off');
    await error(absent, 'refuses connections');
    await error(hung, 'no answer within 10 seconds');
    await hanging.close();
  });

  it('is told again what somebody asks for, and signed with both keys while one is changed', async () => {
    const made = await create();
    await sendTest(made);
    await heard(1);
    await vi.waitFor(async () => expect((await deliveries(made))[0]?.status).toBe('delivered'), soon);
    const renewed = await test.as(ada, `POST /iam/v1/webhooks/${made.item.id}/secret`);
    const [delivery] = await deliveries(made);
    const path = `/iam/v1/webhooks/${made.item.id}/deliveries/${delivery?.id}/resend` as const;
    expect((await test.as(ada, `POST ${path}`)).body.item).toMatchObject({ status: 'waiting' });
    await heard(2);
    const again = receiver.received[1];
    if (!again) throw new Error('Nothing was told again.');
    const { headers, text } = again;
    expect(headers['webhook-id']).toBe(delivery?.id);
    expect(headers['webhook-signature']?.toString().split(' ')).toEqual(
      [String(renewed.body['secret' as never]), made.secret].map((secret) =>
        signatureOf(secret, delivery?.id, headers['webhook-timestamp'], text),
      ),
    );
  });
});

describe('where webhooks may not lead to private addresses', () => {
  it('neither a literal address nor a name of one is told anything', async () => {
    await worker.stop();
    const strict = await start(false);
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
      const made = await create({ url: `http://${host}:${port}/hook` });
      await sendTest(made);
      await vi.waitFor(async () => {
        expect((await deliveries(made))[0]?.error).toMatch(/is not an address on the open internet/);
      }, soon);
    }
    expect(receiver.received).toEqual([]);
    await strict.stop();
    worker = await start(true);
  });
});
