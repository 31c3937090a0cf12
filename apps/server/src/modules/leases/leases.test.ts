import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  lapse,
  openAccount,
  setLicense,
  type TestLease,
} from '../../../test/leases.ts';
import { inTransaction } from '../../db/database.ts';

const unknown = '0198c0de-0000-7000-8000-000000000000';
let test: TestApp;
let product: string;
let account: string;
let ugo: Person;
let ada: Person;
let license: { id: string; rn: string };
let lease: TestLease;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ada, ugo } = await openAccount(test));
  license = await createLicense(test, account, everyone);
  lease = (await consume(test, ugo, product)).lease;
});

async function call(person: Person | null, route: Parameters<TestApp['as']>[1], body?: unknown) {
  const reply = await test.as(person, route, body);
  return {
    status: reply.status,
    code: reply.body.problems?.[0]?.code,
    problem: reply.body.problems?.[0],
    body: reply.body,
  };
}

const beat = (person: Person | null, body: object = { epoch: 1, seq: 1 }, id = lease.id) =>
  call(person, `POST /license/v1/leases/${id}/heartbeat`, body);
const release = () => call(ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
const acknowledge = (epoch = 1, person = ugo) => call(person, `POST /license/v1/leases/${lease.id}/ack`, { epoch });
const checkIn = (epoch = 1, person = ugo) => call(person, `DELETE /license/v1/leases/${lease.id}?epoch=${epoch}`);

describe('a heartbeat', () => {
  it('asks who is calling; another person’s lease is not there', async () => {
    expect((await beat(null)).status).toBe(401);
    for (const id of [lease.id, unknown, 'nonsense']) expect((await beat(ada, undefined, id)).status).toBe(404);
    expect((await beat(ugo, { epoch: 'x', seq: 1 })).status).toBe(400);
    expect((await beat(ugo, { epoch: 1 })).status).toBe(400);
  });

  it('keeps the lease, and may be repeated', async () => {
    await setLicense(test, license.id, { 'expires-at': new Date(Date.now() + 5000) });
    for (const nonce of ['one', 'two']) {
      const reply = await beat(ugo, { epoch: 1, seq: 7, nonce });
      expect(reply.status).toBe(200);
      const kept = reply.body['lease'] as unknown as TestLease;
      expect(kept).toMatchObject({ id: lease.id, epoch: 1, license: license.rn, 'expires-in-ms': 90_000 });
      expect(decodeJwt(kept.token)).toMatchObject({ seq: 7, nonce, epoch: 1 });
    }
  });

  it('is refused once the lease has lapsed, was taken over, or its license ended', async () => {
    expect((await beat(ugo, { epoch: 2, seq: 1 })).code).toBe('epoch-stale');
    await setLicense(test, license.id, { status: 'Suspended' });
    expect((await beat(ugo)).code).toBe('license-suspended');
    await setLicense(test, license.id, { status: 'Active', 'expiry-perpetual': false, 'expiry-date': '2026-01-01' });
    expect(await beat(ugo)).toMatchObject({ status: 403, code: 'license-expired' });
    await setLicense(test, license.id, { 'expiry-perpetual': true });
    await lapse(test, license.id);
    expect(await beat(ugo)).toMatchObject({ status: 410, code: 'lease-lapsed' });
    await consume(test, ugo, product, { stream: 'run-2' });
    expect(await beat(ugo)).toMatchObject({ status: 409, code: 'epoch-stale' });
  });

  it('lasts as long as its product says', async () => {
    await createProduct(test, 'timed');
    await test.services.db
      .updateTable('products')
      .set({ 'heartbeat-seconds': 10, 'lease-seconds': 60, 'grace-seconds': 600 })
      .where('id', '=', 'timed')
      .execute();
    const timed = await createLicense(test, account, everyone, { 'product-id': 'timed' });
    const granted = await consume(test, ugo, product.replace('studio', 'timed'));
    expect(granted.lease).toMatchObject({ license: timed.rn, 'expires-in-ms': 60_000, 'next-heartbeat-ms': 10_000 });
    const claims = decodeJwt(granted.lease.token) as { exp: number; iat: number; 'grace-exp': number };
    expect([claims.exp - claims.iat, claims['grace-exp'] - claims.exp]).toEqual([60, 600]);
  });
});

describe('giving a seat back', () => {
  it('frees it at once, and is harmless when it is gone', async () => {
    expect((await checkIn(1, ada)).status).toBe(404);
    expect((await call(ugo, `DELETE /license/v1/leases/${lease.id}`)).status).toBe(400);
    expect(await checkIn(0)).toMatchObject({ status: 409, code: 'epoch-stale' });
    expect((await checkIn()).status).toBe(200);
    expect((await checkIn()).status).toBe(200);
    expect((await beat(ugo)).status).toBe(404);
    expect((await consume(test, ada, product, { device: 'device-2' })).lease.epoch).toBe(2);
  });
});

describe('a release', () => {
  it('shows the license as available at once, and keeps the seat from others until it is acknowledged', async () => {
    expect((await release()).status).toBe(200);
    const shown = await test.as(ada, `GET /license/v1/licenses/${license.id}`);
    const { state } = shown.body['item'] as unknown as { state: Record<string, unknown> };
    expect(state).toMatchObject({ user: null, 'device-name': null, 'stream-id': null });
    expect(state['activation-date']).not.toBeNull();

    const pending = await consume(test, ada, product, { device: 'device-2' });
    expect([pending.status, pending.code]).toEqual([409, 'release-pending']);
    expect(pending.problem?.['retry-after-ms']).toBeGreaterThan(80_000);
    expect(await beat(ugo)).toMatchObject({ status: 409, code: 'lease-released', problem: { by: ada.rn } });
    expect(await acknowledge(0)).toMatchObject({ code: 'epoch-stale' });
    expect((await acknowledge(1, ada)).status).toBe(404);

    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).status).toBe(200);
    expect((await consume(test, ada, product, { device: 'device-2' })).status).toBe(201);
  });

  it('lets the pool serve another seat, and others the same one when the last token has died', async () => {
    await release();
    const other = await createLicense(test, account, everyone);
    expect((await consume(test, ada, product, { device: 'device-2' })).lease.license).toBe(other.rn);
    await lapse(test, license.id);
    expect((await consume(test, ada, product, { device: 'device-3' })).lease.license).toBe(license.rn);
  });

  it('is not what an active lease can acknowledge', async () => {
    expect(await acknowledge()).toMatchObject({ status: 409, code: 'not-released' });
    expect((await beat(ugo)).status).toBe(200);
  });

  it('comes with every change that ends the holder’s right', async () => {
    const changes: [string, () => Promise<{ status: number }>][] = [
      ['user-inactive', () => call(ada, `PUT /iam/v1/users/${ugo.id}/status`, { status: 'Inactive' })],
      ['consumers-changed', () => call(ada, `PUT /license/v1/licenses/${license.id}/policies`, { policies: [] })],
      ['user-deleted', () => call(ada, `DELETE /iam/v1/users/${ugo.id}`)],
      [
        'account-inactive',
        () => call(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' }),
      ],
    ];
    for (const [reason, change] of changes) {
      ({ account, ada, ugo } = await openAccount(test));
      license = await createLicense(test, account, everyone);
      await consume(test, ugo, product);
      expect((await change()).status, reason).toBe(200);
      const row = await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .selectFrom('licenses')
          .select(['lease-state', 'release-reason'])
          .where('id', '=', license.id)
          .executeTakeFirst(),
      );
      expect(row, reason).toEqual({ 'lease-state': 'releasing', 'release-reason': reason });
    }
  });

  it('comes with the loss of the tag that let the holder in', async () => {
    const created = await test.as(ada, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': account });
    const tag = created.body['item'] as unknown as { rn: string };
    await call(ada, `POST /iam/v1/users/${ugo.id}/tags`, { tag: tag.rn });
    const tagged = await createLicense(test, account, { kind: 'Tags', tags: [tag.rn] });
    const held = await consume(test, ugo, product, { device: 'device-2', license: tagged.rn });
    expect(held.status).toBe(201);
    await call(ada, `DELETE /iam/v1/users/${ugo.id}/tags/${tag.rn.split(':').at(-1)}`);
    expect(await beat(ugo, { epoch: 1, seq: 1 }, held.lease.id)).toMatchObject({ code: 'lease-released' });
    expect((await beat(ugo)).status).toBe(200);
  });
});
