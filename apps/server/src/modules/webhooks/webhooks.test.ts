import type { Webhook } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import { openAccount } from '../../../test/licensing/leases.ts';
import { inTransaction } from '../../db/database.ts';
import { queueWebhooks } from '../../webhook-delivery/webhook-events.ts';

let test: TestApp;
let account: string;
let ada: Person;
const fields = { url: 'https://receiver.example/keyhold', events: ['license.consumed'] };

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ada } = await openAccount(test));
});

const create = (body: object = {}, person = ada) =>
  test.as(person, 'POST /iam/v1/webhooks', { ...fields, 'account-id': account, ...body });

describe('webhooks', () => {
  it('are created with a secret that is shown only once', async () => {
    const reply = await create({ description: 'Desk', events: ['license.denied', 'license.issued', 'license.denied'] });
    expect(reply.status).toBe(201);
    expect(reply.body['secret' as never]).toMatch(/^whsec_/);
    const item = reply.body.item as unknown as Webhook;
    expect(item).toMatchObject({
      url: fields.url,
      description: 'Desk',
      events: ['license.denied', 'license.issued'],
      'every-account': false,
      enabled: true,
      failures: 0,
    });
    expect((await test.as(ada, `GET /iam/v1/webhooks/${item.id}`)).body).toMatchObject({ item });
    const list = await test.as(ada, 'GET /iam/v1/webhooks?search=receiver');
    expect(list.body).toMatchObject({ items: [item], total: 1 });
    expect(JSON.stringify(list.body)).not.toContain('whsec_');
    const audited = await test.as(ada, 'GET /iam/v1/audit?action=iam:CreateWebhook');
    expect(audited.body.items).toMatchObject([{ after: { id: item.id, url: fields.url } }]);
    expect(JSON.stringify(audited.body)).not.toContain('whsec_');
  });

  it.each([
    ['url', { url: 'ftp://receiver.example' }],
    ['url', { url: 'https://user:password@receiver.example' }],
    ['url', { url: 'https://' }],
    ['url', { url: 'receiver.example' }],
    ['url', { url: `https://receiver.example/${'a'.repeat(2000)}` }],
    ['events', { events: [] }],
    ['events.0', { events: ['license.stolen'] }],
    ['every-account', { 'every-account': 'yes' }],
    ['every-account', { 'every-account': true }],
    ['secret', { secret: 'whsec_TUFERQ==' }],
  ])('report an invalid %s', async (field, body) => {
    const reply = await create(body);
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, field]);
  });

  it('are changed, switched off, and deleted', async () => {
    const made = await create();
    const path = `/iam/v1/webhooks/${made.body.item.id}` as const;
    const changes = { url: 'http://other.example', description: 'Off', events: ['license.expiring'], enabled: false };
    const changed = await test.as(ada, `PUT ${path}`, changes);
    expect(changed.body.item).toMatchObject(changes);
    const stale = await test.as(ada, `PUT ${path}`, fields, { 'if-match': '"old.old"' });
    expect(stale.status).toBe(412);
    expect((await test.as(ada, `POST ${path}/test`)).body.problems?.[0]?.code).toBe('webhook-disabled');
    expect((await test.as(ada, `DELETE ${path}`)).status).toBe(200);
    expect((await test.as(ada, `GET ${path}`)).status).toBe(404);
  });

  it('keep their ETag when a delivery fails', async () => {
    const made = await create();
    const path = `/iam/v1/webhooks/${made.body.item.id}` as const;
    const etag = String((await test.as(ada, `GET ${path}`)).headers['etag']);
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update webhooks set failures = 3 where id = ${made.body.item.id}::uuid`.execute(tx),
    );
    const changed = await test.as(
      ada,
      `PUT ${path}`,
      { ...fields, description: '', enabled: true },
      { 'if-match': etag },
    );
    expect(changed.status).toBe(200);
  });

  it('may be deleted while an event is queued for them', async () => {
    const { db } = test.services;
    const { item } = (await create({ events: ['license.issued'] })).body;
    let queueing: Promise<void> | undefined;
    await inTransaction(db, 'every account', async (rival) => {
      await sql`delete from webhooks where id = ${item.id}::uuid`.execute(rival);
      queueing = inTransaction(db, 'every account', async (tx) =>
        queueWebhooks(tx, [{ account, type: 'license.issued', data: {} }]),
      );
      await waitingForLocks(test);
    });
    await queueing;
    expect((await test.as(ada, `GET /iam/v1/webhooks/${item.id}`)).status).toBe(404);
  });

  it('find their deliveries by status, also in the words of another language', async () => {
    const { id } = (await create()).body.item;
    expect((await test.as(ada, `POST /iam/v1/webhooks/${id}/test`)).status).toBe(200);
    const found = async (query: string) =>
      (await test.as(ada, `GET /iam/v1/webhooks/${id}/deliveries?limit=1&${query}`)).body.total;
    expect(await found('search=waiti')).toBe(1);
    expect(await found('search=webhook.test')).toBe(1);
    expect(await found('search=zugestellt&search-also=delivered')).toBe(0);
    expect(await found('search=wartet&search-also=waiting')).toBe(1);
  });

  it('get a new secret on request', async () => {
    const made = (await create()).body as unknown as { item: Webhook; secret: string };
    const renewed = await test.as(ada, `POST /iam/v1/webhooks/${made.item.id}/secret`);
    expect(renewed.body['secret' as never]).toMatch(/^whsec_/);
    expect(renewed.body['secret' as never]).not.toBe(made.secret);
  });

  it('are limited in number', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => create()));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.find(({ status }) => status === 409)?.body.problems?.[0]?.code).toBe('too-many-webhooks');
  });

  it('of the provider may receive the events of every account, and are reserved to actors across accounts', async () => {
    const { accountAdmin, providerAdmin } = test.people;
    const everywhere = { 'every-account': true, 'account-id': test.accounts.provider };
    expect((await create(everywhere, providerAdmin)).status).toBe(400);
    expect((await create({ 'every-account': true }, accountAdmin)).status).toBe(400);
    const made = await create(everywhere, accountAdmin);
    expect(made.status).toBe(201);
    const path = `/iam/v1/webhooks/${made.body.item.id}` as const;
    expect((await test.as(providerAdmin, `GET ${path}`)).status).toBe(404);
    expect((await test.as(providerAdmin, `PUT ${path}`, fields)).status).toBe(404);
    expect((await test.as(providerAdmin, 'GET /iam/v1/webhooks')).body.items).toEqual([]);
    expect((await test.as(accountAdmin, 'GET /iam/v1/webhooks')).body.items).toMatchObject([{ 'every-account': true }]);
  });
});
