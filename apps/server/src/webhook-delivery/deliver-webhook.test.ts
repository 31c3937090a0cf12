import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { consume, createLicense, everyone, lapse } from '../../test/licensing/leases.ts';
import { createWebhookTest, type WebhookAccount, type WebhookTest } from '../../test/receivers/webhooks.ts';
import { sweep } from '../jobs/sweep.ts';
import { notifyOfExpiry } from './expiring.ts';

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

const signatureOf = (secret: string, id: unknown, time: unknown, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${time}.${text}`)
    .digest('base64')}`;

describe('a webhook', () => {
  it('receives the events of licenses, signed, each once', async () => {
    const made = await here.create();
    const { id, rn } = await createLicense(test, here.account, everyone);
    const { lease } = await consume(test, here.ugo, test.product);
    await consume(test, here.ugo, test.product);
    await test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    await consume(test, here.ada, test.product, { device: 'device-2' });
    await consume(test, here.ada, test.product, { device: 'device-2' });
    await test.as(here.ada, `POST /license/v1/licenses/${id}/unassign`, {});
    await test.as(here.ugo, `POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 });
    const second = await consume(test, here.ugo, test.product);
    await test.as(here.ugo, `DELETE /license/v1/leases/${second.lease.id}?epoch=2`);
    await consume(test, here.ugo, test.product);
    await lapse(test, id);
    await sweep(test.services);
    const status = await test.as(test.people.system, `PUT /license/v1/licenses/${id}/status`, { status: 'Suspended' });
    expect(status.status).toBe(200);
    const subject = { account: expect.stringContaining(`:account:${here.account}`), license: rn };
    const by = { user: here.ugo.rn, 'device-name': 'Desk' };
    const expected = [
      { type: 'license.consumed', data: { ...subject, ...by, 'client-name': 'Studio', epoch: 1, resumed: false } },
      {
        type: 'license.denied',
        data: { account: subject.account, user: here.ada.rn, product: test.product, reason: 'no-seat' },
      },
      { type: 'license.released', data: { ...subject, ...by, reason: 'released' } },
      { type: 'license.consumed', data: { ...subject, epoch: 2 } },
      { type: 'license.released', data: { ...subject, ...by, reason: 'checked-in' } },
      { type: 'license.consumed', data: { ...subject, epoch: 3 } },
      { type: 'license.lapsed', data: { ...subject, ...by } },
      { type: 'license.status-changed', data: { ...subject, before: 'Active', after: 'Suspended' } },
    ];
    await here.heard(expected.length);
    const bodies = here.receiver.received
      .map(({ body }) => body)
      .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    expect(bodies).toMatchObject(expected);
    for (const { headers, text } of here.receiver.received) {
      const { 'webhook-id': name, 'webhook-timestamp': time } = headers;
      expect(headers['webhook-signature']).toBe(signatureOf(made.secret, name, time, text));
      expect(headers['content-type']).toBe('application/json');
      expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(300);
    }
    await vi.waitFor(async () => {
      const log = await here.deliveries(made);
      expect(log.map((one) => [one.status, one.attempts, one['response-status']])).toEqual(
        expected.map(() => ['delivered', 1, 204]),
      );
    }, soon);
  });

  it('receives only the events it subscribes to, of its own account, and of committed changes', async () => {
    await here.create({ events: ['license.issued'] });
    const elsewhere = await here.create(
      {
        url: `${here.receiver.url}/provider`,
        'every-account': true,
        'account-id': test.accounts.provider,
        events: ['license.issued'],
      },
      test.people.root,
    );
    await createLicense(test, here.account, everyone);
    await consume(test, here.ugo, test.product);
    const issue = (to: string, type = 'Trial') =>
      test.as(test.people.system, 'POST /license/v1/admin/licenses', {
        'account-id': to,
        product: test.product,
        type,
        expiry: { period: 30 },
      });
    expect((await issue(here.account, 'Stolen')).status).toBe(400);
    expect((await issue(here.account)).status).toBe(201);
    expect((await issue(test.accounts.birch)).status).toBe(201);
    await here.heard(3);
    const told = here.receiver.received.map(({ body }) => String(body.data['account']).split(':').at(-1));
    expect(told.toSorted()).toEqual([here.account, here.account, test.accounts.birch].toSorted());
    await test.as(test.people.root, `DELETE /iam/v1/webhooks/${elsewhere.item.id}`);
  });

  it('is notified once, some days before a license expires', async () => {
    const made = await here.create();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const fields = (count: number) => ({ 'expiry-perpetual': false, 'expiry-date': days(count) });
    const soonOver = await createLicense(test, here.account, everyone, fields(10));
    await createLicense(test, here.account, everyone, fields(20));
    await createLicense(test, here.account, everyone, fields(-1));
    await createLicense(test, here.account, everyone);
    const { region } = test.services.installation;
    await notifyOfExpiry(test.services.db, region);
    await notifyOfExpiry(test.services.db, region);
    expect(await here.deliveries(made)).toHaveLength(1);
    await here.heard(1);
    expect(here.receiver.received[0]?.body).toMatchObject({ type: 'license.expiring', data: { license: soonOver.rn } });
  });

  it('receives a delivery again on request, signed with both keys while one is replaced', async () => {
    const made = await here.create();
    await here.sendTest(made);
    await here.heard(1);
    await vi.waitFor(async () => expect((await here.deliveries(made))[0]?.status).toBe('delivered'), soon);
    const renewed = await test.as(here.ada, `POST /iam/v1/webhooks/${made.item.id}/secret`);
    const [delivery] = await here.deliveries(made);
    const path = `/iam/v1/webhooks/${made.item.id}/deliveries/${delivery?.id}/resend` as const;
    expect((await test.as(here.ada, `POST ${path}`)).body.item).toMatchObject({ status: 'waiting' });
    await here.heard(2);
    const again = here.receiver.received[1];
    if (!again) throw new Error('Nothing was told again.');
    const { headers, text } = again;
    expect(headers['webhook-id']).toBe(delivery?.id);
    expect(headers['webhook-signature']?.toString().split(' ')).toEqual(
      [String(renewed.body['secret' as never]), made.secret].map((secret) =>
        signatureOf(secret, delivery?.id, headers['webhook-timestamp'], text),
      ),
    );
  });

  it('receives a delivery once while an attempt is in progress, also when it is requested again', async () => {
    const made = await here.create();
    await here.sendTest(made);
    await vi.waitFor(async () => expect((await here.deliveries(made))[0]?.status).toBe('delivered'), soon);
    const held: ServerResponse[] = [];
    here.receiver.answer = (response) => held.push(response);
    const { item: slow } = (await here.sendTest(made)).body;
    await here.heard(2);
    const path = `/iam/v1/webhooks/${made.item.id}/deliveries/${slow?.id}/resend` as const;
    expect((await test.as(here.ada, `POST ${path}`)).body.item).toMatchObject({ status: 'waiting', attempts: 1 });
    const { item: next } = (await here.sendTest(made)).body;
    const ids = () => here.receiver.received.slice(1).map(({ headers }) => headers['webhook-id']);
    await vi.waitFor(() => expect(ids()).toContain(next?.id), soon);
    expect(ids()).toEqual([slow?.id, next?.id]);
    for (const response of held) response.writeHead(204).end();
  });
});

describe('without access to private addresses', () => {
  it('delivers neither to a literal private address nor to a name of one', async () => {
    await test.whileDelivering({ allowPrivate: false }, async () => {
      const { port } = new URL(here.receiver.url);
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
        const made = await here.create({ url: `http://${host}:${port}/hook` });
        await here.sendTest(made);
        await vi.waitFor(async () => {
          expect((await here.deliveries(made))[0]).toMatchObject({
            failure: 'private-address',
            error: expect.stringContaining('is not an address on the open internet'),
          });
        }, soon);
      }
      expect(here.receiver.received).toEqual([]);
    });
  });
});
