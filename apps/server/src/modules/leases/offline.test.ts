import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
import { rotateKeys } from '../../operator/rotate-keys.ts';
import { sweepLeases } from './sweep-leases.ts';

const day = 86_400_000;
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
  return { status: reply.status, code: reply.body.problems?.[0]?.code, body: reply.body };
}

const take = (body: object = { epoch: 1, days: 7 }, person: Person | null = ugo) =>
  call(person, `POST /license/v1/leases/${lease.id}/offline`, body);
const giveBack = (epoch = 1, person: Person | null = ugo) =>
  call(person, `POST /license/v1/leases/${lease.id}/return`, { epoch });

async function actions(): Promise<string[]> {
  const rows = await inTransaction(test.services.db, { account }, (tx) =>
    tx.selectFrom('audit').select('action').where('resource', '=', license.rn).orderBy('seq').execute(),
  );
  return rows.map((row) => row.action);
}

describe('taking a seat along', () => {
  it('asks who is calling, for how long, and whose lease it is', async () => {
    expect((await take(undefined, null)).status).toBe(401);
    expect((await take(undefined, ada)).status).toBe(404);
    for (const days of [0, 31, 1.5, '7']) expect((await take({ epoch: 1, days })).status).toBe(400);
    expect((await take({ epoch: 0, days: 1 })).code).toBe('epoch-stale');
    expect((await giveBack(1, null)).status).toBe(401);
    expect((await giveBack()).code).toBe('not-offline');
  });

  it('keeps it for so many days, and may be repeated', async () => {
    const first = await take();
    expect(first.status).toBe(200);
    const taken = first.body['lease'] as unknown as TestLease;
    expect(taken).toMatchObject({ id: lease.id, epoch: 1, license: license.rn, 'expires-in-ms': 7 * day });
    expect(decodeJwt(taken.token)).toMatchObject({ mode: 'offline', lic: license.rn, dev: 'device-1', sub: ugo.rn });
    const again = await take({ epoch: 1, days: 30 });
    const repeated = again.body['lease'] as unknown as TestLease;
    expect(Math.abs((decodeJwt(repeated.token).exp ?? 0) - (decodeJwt(taken.token).exp ?? 0))).toBeLessThanOrEqual(1);

    expect((await call(ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 })).code).toBe(
      'lease-offline',
    );
    expect((await call(ugo, `DELETE /license/v1/leases/${lease.id}?epoch=1`)).code).toBe('lease-offline');
    expect((await consume(test, ada, product, { device: 'device-2' })).code).toBe('no-seat');
    expect((await call(ada, `POST /license/v1/licenses/${license.id}/unassign`, {})).status).toBe(409);
    expect((await call(ada, `GET /license/v1/licenses/${license.id}`)).body['item']).toMatchObject({
      state: { user: ugo.rn },
    });
  });

  it('is signed by a key that the root key certifies, so that it can be verified without asking', async () => {
    const { body } = await take();
    const { token } = body['lease'] as unknown as TestLease;
    const root = (await call(null, 'GET /license/v1/root-key')).body['item'] as unknown as JWK;
    expect(root).not.toHaveProperty('d');
    const certificate = decodeProtectedHeader(token)['key-cert'] as string;
    const certified = await compactVerify(certificate, await importJWK(root));
    expect(certified.protectedHeader).toMatchObject({ typ: 'key+jwt', kid: root.kid });
    const { jwk, exp } = JSON.parse(new TextDecoder().decode(certified.payload));
    expect(jwk).not.toHaveProperty('d');
    const verified = await compactVerify(token, await importJWK(jwk, 'Ed25519'));
    expect(JSON.parse(new TextDecoder().decode(verified.payload)).exp).toBeLessThanOrEqual(exp);
  });

  it('names the key that signed it, when the keys are rotated meanwhile', async () => {
    const { keys, db, installation } = test.services;
    const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
    const current = vi.spyOn(keys, 'current').mockImplementationOnce(async () => {
      current.mockRestore();
      const key = await keys.current();
      const { signing } = await rotateKeys(db, installation, by, { atOnce: false });
      await vi.waitFor(async () => expect((await keys.current()).id).toBe(signing), 20_000);
      return key;
    });
    const { token } = (await take()).body['lease'] as unknown as TestLease;
    const { kid, 'key-cert': certificate } = decodeProtectedHeader(token) as { kid: string; 'key-cert': string };
    const { jwk } = decodeJwt(certificate) as { jwk: JWK };
    expect(jwk.kid).toBe(kid);
    await compactVerify(token, await importJWK(jwk, 'Ed25519'));
  });

  it('ends no later than the license', async () => {
    await setLicense(test, license.id, { 'expiry-perpetual': false, 'expiry-date': new Date(Date.now() + day) });
    const { body } = await take();
    expect((body['lease'] as unknown as TestLease)['expires-in-ms']).toBeLessThanOrEqual(day);
  });

  it('is refused once the lease is released or has lapsed', async () => {
    await call(ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
    expect((await take()).code).toBe('lease-released');
    await setLicense(test, license.id, { 'lease-state': 'active' });
    await lapse(test, license.id);
    expect((await take()).code).toBe('lease-lapsed');
  });

  it('can be given back before its time', async () => {
    await take();
    expect((await giveBack(1, ada)).status).toBe(404);
    expect((await giveBack(2)).code).toBe('epoch-stale');
    expect((await giveBack()).status).toBe(200);
    expect((await giveBack()).status).toBe(200);
    expect((await consume(test, ada, product, { device: 'device-2' })).status).toBe(201);
    expect(await actions()).toEqual([
      'license:ConsumeLicense',
      'license:TakeLicenseOffline',
      'license:ReturnLicense',
      'license:ConsumeLicense',
    ]);
  });
});

describe('the sweep', () => {
  it('writes a lapsed lease down once, and leaves it for its device to resume', async () => {
    await lapse(test, license.id);
    await sweepLeases(test.services);
    await sweepLeases(test.services);
    expect(await actions()).toEqual(['license:ConsumeLicense', 'license:LapseLease']);
    expect((await consume(test, ugo, product)).lease).toMatchObject({ id: lease.id, epoch: 2 });
    await lapse(test, license.id);
    await sweepLeases(test.services);
    expect((await actions()).at(-1)).toBe('license:LapseLease');
  });

  it('ends an offline use whose time is over, and nothing that lasts', async () => {
    await take();
    await sweepLeases(test.services);
    expect((await giveBack(0)).code).toBe('epoch-stale');
    await setLicense(test, license.id, { 'expires-at': sql`now() - interval '1 minute'` as never });
    await sweepLeases(test.services);
    expect((await actions()).at(-1)).toBe('license:EndOfflineLease');
    expect((await consume(test, ada, product, { device: 'device-2' })).status).toBe(201);
  });
});
