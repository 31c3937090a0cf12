import type { License } from '@keyhold/contract';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Person, TestApp } from '../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  lapse,
  openAccount,
  openHeldLease,
  setLicense,
  type TestLease,
} from '../../../test/licensing/leases.ts';
import { inTransaction } from '../../db/database.ts';

const unknown = '0198c0de-0000-7000-8000-000000000000';
const here = openHeldLease();

async function call(person: Person | null, route: Parameters<TestApp['as']>[1], body?: unknown) {
  const reply = await here.test.as(person, route, body);
  return {
    status: reply.status,
    code: reply.body.problems?.[0]?.code,
    problem: reply.body.problems?.[0],
    body: reply.body,
  };
}

const beat = (person: Person | null, body: object = { epoch: 1, seq: 1 }, id = here.lease.id) =>
  call(person, `POST /license/v1/leases/${id}/heartbeat`, body);
const release = () => call(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, {});
const acknowledge = (epoch = 1, person = here.ugo) =>
  call(person, `POST /license/v1/leases/${here.lease.id}/ack`, { epoch });
const checkIn = (epoch = 1, person = here.ugo) =>
  call(person, `DELETE /license/v1/leases/${here.lease.id}?epoch=${epoch}`);

describe.each([
  ['in its query', (holder: string | null) => ({ query: `?holder=${encodeURIComponent(holder ?? '')}`, body: {} })],
  ['in its body, as older clients do', (holder: string | null) => ({ query: '', body: { holder } })],
])('a release that names its holder %s', (_where, named) => {
  const releaseFrom = (holder: string | null) => {
    const { query, body } = named(holder);
    return call(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign${query}`, body);
  };
  const holder = async () => {
    const { body } = await call(here.ada, `GET /license/v1/licenses/${here.license.id}`);
    return (body.item as unknown as License).state.user;
  };

  it('is refused when another user holds the license, or no user does', async () => {
    for (const other of [here.ada.rn, null]) {
      expect(await releaseFrom(other)).toMatchObject({
        status: 412,
        problem: {
          code: 'other-holder',
          message: 'Somebody else uses this license by now. Release it again if you want to log them off.',
        },
      });
    }
    expect(await holder()).toBe(here.ugo.rn);
    expect((await releaseFrom('nonsense')).status).toBe(400);
    expect((await releaseFrom(here.ugo.rn)).status).toBe(200);
    expect(await holder()).toBeNull();
    expect(await releaseFrom(here.ugo.rn)).toMatchObject({
      status: 412,
      problem: { code: 'other-holder', message: 'Nobody uses this license any more.' },
    });
    expect((await releaseFrom(null)).status).toBe(200);
  });
});

describe('a heartbeat', () => {
  it('requires a signed-in caller, and does not find another user’s lease', async () => {
    expect((await beat(null)).status).toBe(401);
    for (const id of [here.lease.id, unknown, 'nonsense'])
      expect((await beat(here.ada, undefined, id)).status).toBe(404);
    expect((await beat(here.ugo, { epoch: 'x', seq: 1 })).status).toBe(400);
    expect((await beat(here.ugo, { epoch: 1 })).status).toBe(400);
  });

  it('keeps the lease alive, and is idempotent', async () => {
    await setLicense(here.test, here.license.id, { 'expires-at': new Date(Date.now() + 5000) });
    for (const seq of [7, 7, 8]) {
      const nonce = `of ${seq}`;
      const reply = await beat(here.ugo, { epoch: 1, seq, nonce });
      expect(reply.status).toBe(200);
      const kept = reply.body['lease'] as unknown as TestLease;
      expect(kept).toMatchObject({ id: here.lease.id, epoch: 1, license: here.license.rn, 'expires-in-ms': 90_000 });
      expect(decodeJwt(kept.token)).toMatchObject({ seq, nonce, epoch: 1 });
    }
  });

  it('is refused when the lease has lapsed or was taken over, or the license is suspended or expired', async () => {
    expect((await beat(here.ugo, { epoch: 2, seq: 1 })).code).toBe('epoch-stale');
    await setLicense(here.test, here.license.id, { status: 'Suspended' });
    expect((await beat(here.ugo)).code).toBe('license-suspended');
    await setLicense(here.test, here.license.id, {
      status: 'Active',
      'expiry-perpetual': false,
      'expiry-date': '2026-01-01',
    });
    expect(await beat(here.ugo)).toMatchObject({ status: 403, code: 'license-expired' });
    await setLicense(here.test, here.license.id, { 'expiry-perpetual': true });
    await lapse(here.test, here.license.id);
    expect(await beat(here.ugo)).toMatchObject({ status: 410, code: 'lease-lapsed' });
    await consume(here.test, here.ugo, here.product, { stream: 'run-2' });
    expect(await beat(here.ugo)).toMatchObject({ status: 409, code: 'epoch-stale' });
  });

  it('uses the times of the product', async () => {
    await createProduct(here.test, 'timed');
    await here.test.services.db
      .updateTable('products')
      .set({ 'heartbeat-seconds': 10, 'lease-seconds': 60, 'grace-seconds': 600 })
      .where('id', '=', 'timed')
      .execute();
    const timed = await createLicense(here.test, here.account, everyone, { 'product-id': 'timed' });
    const granted = await consume(here.test, here.ugo, here.product.replace('studio', 'timed'));
    expect(granted.lease).toMatchObject({ license: timed.rn, 'expires-in-ms': 60_000, 'next-heartbeat-ms': 10_000 });
    const claims = decodeJwt(granted.lease.token) as { exp: number; iat: number; 'grace-exp': number };
    expect([claims.exp - claims.iat, claims['grace-exp'] - claims.exp]).toEqual([60, 600]);
  });
});

describe('checking a lease in', () => {
  it('frees the seat immediately, and is idempotent', async () => {
    expect((await checkIn(1, here.ada)).status).toBe(404);
    expect((await call(here.ugo, `DELETE /license/v1/leases/${here.lease.id}`)).status).toBe(400);
    expect(await checkIn(0)).toMatchObject({ status: 409, code: 'epoch-stale' });
    expect((await checkIn()).status).toBe(200);
    expect((await checkIn()).status).toBe(200);
    expect((await beat(here.ugo)).status).toBe(404);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).lease.epoch).toBe(2);
  });
});

describe('a release', () => {
  it('shows the license as available immediately, but reserves the seat until it is acknowledged', async () => {
    expect((await release()).status).toBe(200);
    const shown = await here.test.as(here.ada, `GET /license/v1/licenses/${here.license.id}`);
    const { state } = shown.body['item'] as unknown as { state: Record<string, unknown> };
    expect(state).toMatchObject({ user: null, 'device-name': null, 'stream-id': null });
    expect(state['activation-date']).not.toBeNull();

    const pending = await consume(here.test, here.ada, here.product, { device: 'device-2' });
    expect([pending.status, pending.code]).toEqual([409, 'release-pending']);
    expect(pending.problem?.['retry-after-ms']).toBeGreaterThan(80_000);
    expect(await beat(here.ugo)).toMatchObject({ status: 409, code: 'lease-released', problem: { by: here.ada.rn } });
    expect(await acknowledge(0)).toMatchObject({ code: 'epoch-stale' });
    expect((await acknowledge(1, here.ada)).status).toBe(404);

    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).status).toBe(200);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).status).toBe(201);
  });

  it('leaves other seats available, and frees its own when the last token expires', async () => {
    await release();
    const other = await createLicense(here.test, here.account, everyone);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).lease.license).toBe(other.rn);
    await lapse(here.test, here.license.id);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-3' })).lease.license).toBe(
      here.license.rn,
    );
  });

  it('cannot be acknowledged for an active lease', async () => {
    expect(await acknowledge()).toMatchObject({ status: 409, code: 'not-released' });
    expect((await beat(here.ugo)).status).toBe(200);
  });

  it('follows every change that ends the holder’s right', async () => {
    const changes: [string, () => Promise<{ status: number }>][] = [
      ['user-inactive', () => call(here.ada, `PUT /iam/v1/users/${here.ugo.id}/status`, { status: 'Inactive' })],
      [
        'consumers-changed',
        () => call(here.ada, `PUT /license/v1/licenses/${here.license.id}/policies`, { policies: [] }),
      ],
      ['user-deleted', () => call(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`)],
      [
        'account-inactive',
        () => call(here.test.people.root, `PUT /admin/v1/accounts/${here.account}/status`, { status: 'Inactive' }),
      ],
    ];
    for (const [reason, change] of changes) {
      ({ account: here.account, ada: here.ada, ugo: here.ugo } = await openAccount(here.test));
      here.license = await createLicense(here.test, here.account, everyone);
      await consume(here.test, here.ugo, here.product);
      expect((await change()).status, reason).toBe(200);
      const row = await inTransaction(here.test.services.db, 'every account', (tx) =>
        tx
          .selectFrom('licenses')
          .select(['lease-state', 'release-reason'])
          .where('id', '=', here.license.id)
          .executeTakeFirst(),
      );
      expect(row, reason).toEqual({ 'lease-state': 'releasing', 'release-reason': reason });
    }
  });

  it('follows the removal of the tag that made the holder eligible', async () => {
    const created = await here.test.as(here.ada, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': here.account });
    const tag = created.body['item'] as unknown as { rn: string };
    await call(here.ada, `POST /iam/v1/users/${here.ugo.id}/tags`, { tag: tag.rn });
    const tagged = await createLicense(here.test, here.account, { kind: 'Tags', tags: [tag.rn] });
    const held = await consume(here.test, here.ugo, here.product, { device: 'device-2', license: tagged.rn });
    expect(held.status).toBe(201);
    await call(here.ada, `DELETE /iam/v1/users/${here.ugo.id}/tags/${tag.rn.split(':').at(-1)}`);
    expect(await beat(here.ugo, { epoch: 1, seq: 1 }, held.lease.id)).toMatchObject({ code: 'lease-released' });
    expect((await beat(here.ugo)).status).toBe(200);
  });
});
