import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import type { Person, TestApp } from '../../../../test/app.ts';
import { consume, lapse, openHeldLease, setLicense, type TestLease } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { withClient } from '../../../db/open/owner-client.ts';
import { sweep } from '../../../jobs/sweep.ts';
import { rotateKeys } from '../../../operator/rotate-keys.ts';

const day = 86_400_000;
const here = openHeldLease();

async function call(person: Person | null, route: Parameters<TestApp['as']>[1], body?: unknown) {
  const reply = await here.test.as(person, route, body);
  return { status: reply.status, code: reply.body.problems?.[0]?.code, body: reply.body };
}

const take = (body: object = { epoch: 1, days: 7 }, person: Person | null = here.ugo) =>
  call(person, `POST /license/v1/leases/${here.lease.id}/offline`, body);
const giveBack = (epoch = 1, person: Person | null = here.ugo) =>
  call(person, `POST /license/v1/leases/${here.lease.id}/return`, { epoch });

async function actions(): Promise<string[]> {
  const rows = await inTransaction(here.test.services.db, { account: here.account }, (tx) =>
    tx.selectFrom('audit').select('action').where('resource', '=', here.license.rn).orderBy('seq').execute(),
  );
  return rows.map((row) => row.action);
}

describe('checking a seat out for offline use', () => {
  it('requires a signed-in caller, valid days and the own lease', async () => {
    expect((await take(undefined, null)).status).toBe(401);
    expect((await take(undefined, here.ada)).status).toBe(404);
    for (const days of [0, 31, 1.5, '7']) expect((await take({ epoch: 1, days })).status).toBe(400);
    expect((await take({ epoch: 0, days: 1 })).code).toBe('epoch-stale');
    expect((await giveBack(1, null)).status).toBe(401);
    expect((await giveBack()).code).toBe('not-offline');
  });

  it('keeps the seat for the requested days, and is idempotent', async () => {
    const first = await take();
    expect(first.status).toBe(200);
    const taken = first.body['lease'] as unknown as TestLease;
    expect(taken).toMatchObject({ id: here.lease.id, epoch: 1, license: here.license.rn, 'expires-in-ms': 7 * day });
    expect(decodeJwt(taken.token)).toMatchObject({
      mode: 'offline',
      lic: here.license.rn,
      dev: 'device-1',
      sub: here.ugo.rn,
    });
    const again = await take({ epoch: 1, days: 30 });
    const repeated = again.body['lease'] as unknown as TestLease;
    expect(Math.abs((decodeJwt(repeated.token).exp ?? 0) - (decodeJwt(taken.token).exp ?? 0))).toBeLessThanOrEqual(1);

    expect(
      (await call(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, { epoch: 1, seq: 1 })).code,
    ).toBe('lease-offline');
    expect((await call(here.ugo, `DELETE /license/v1/leases/${here.lease.id}?epoch=1`)).code).toBe('lease-offline');
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).code).toBe('no-seat');
    expect((await call(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, {})).status).toBe(409);
    expect((await call(here.ada, `GET /license/v1/licenses/${here.license.id}`)).body['item']).toMatchObject({
      state: { user: here.ugo.rn },
    });
  });

  it('is refused before anything changes when the root key was encrypted with a missing key', async () => {
    await call(null, 'GET /license/v1/root-key');
    const change = (statement: string) => withClient(here.test.connectionString, (client) => client.query(statement));
    await change(`update "root-key" set "private-key-secret" = decode(repeat('01', 40), 'hex')`);
    onTestFinished(async () => void (await change('delete from "root-key"')));
    expect(await take()).toMatchObject({ status: 503, code: 'secret-key-missing' });
    expect((await call(null, 'GET /license/v1/root-key')).status).toBe(200);
    expect(await actions()).not.toContain('license:TakeLicenseOffline');
    expect(
      (await call(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, { epoch: 1, seq: 1 })).status,
    ).toBe(200);
  });

  it('signs by a key that the root key certifies, so that the lease can be verified offline', async () => {
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

  it('names the key that signed it when the keys are rotated concurrently', async () => {
    const { keys, installation } = here.test.services;
    const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
    const current = vi.spyOn(keys, 'current').mockImplementationOnce(async () => {
      current.mockRestore();
      const key = await keys.current();
      const { signing } = await rotateKeys(here.test.services, installation, by, { atOnce: false });
      await vi.waitFor(async () => expect((await keys.current()).id).toBe(signing), soon);
      return key;
    });
    const { token } = (await take()).body['lease'] as unknown as TestLease;
    const { kid, 'key-cert': certificate } = decodeProtectedHeader(token) as { kid: string; 'key-cert': string };
    const { jwk } = decodeJwt(certificate) as { jwk: JWK };
    expect(jwk.kid).toBe(kid);
    await compactVerify(token, await importJWK(jwk, 'Ed25519'));
  });

  it('lasts no longer than the license', async () => {
    await setLicense(here.test, here.license.id, {
      'expiry-perpetual': false,
      'expiry-date': new Date(Date.now() + day),
    });
    const { body } = await take();
    expect((body['lease'] as unknown as TestLease)['expires-in-ms']).toBeLessThanOrEqual(day);
  });

  it('is refused once the lease is released or has lapsed', async () => {
    await call(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, {});
    expect((await take()).code).toBe('lease-released');
    await setLicense(here.test, here.license.id, { 'lease-state': 'active' });
    await lapse(here.test, here.license.id);
    expect((await take()).code).toBe('lease-lapsed');
  });

  it('can be returned early', async () => {
    await take();
    expect((await giveBack(1, here.ada)).status).toBe(404);
    expect((await giveBack(2)).code).toBe('epoch-stale');
    expect((await giveBack()).status).toBe(200);
    expect((await giveBack()).status).toBe(200);
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).status).toBe(201);
    expect(await actions()).toEqual([
      'license:ConsumeLicense',
      'license:TakeLicenseOffline',
      'license:ReturnLicense',
      'license:ConsumeLicense',
    ]);
  });
});

describe('the sweep', () => {
  it('records a lapsed lease once, and leaves it for its device to resume', async () => {
    await lapse(here.test, here.license.id);
    await sweep(here.test.services);
    await sweep(here.test.services);
    expect(await actions()).toEqual(['license:ConsumeLicense', 'license:LapseLease']);
    expect((await consume(here.test, here.ugo, here.product)).lease).toMatchObject({ id: here.lease.id, epoch: 2 });
    await lapse(here.test, here.license.id);
    await sweep(here.test.services);
    expect((await actions()).at(-1)).toBe('license:LapseLease');
  });

  it('ends only offline uses whose time is over', async () => {
    await take();
    await sweep(here.test.services);
    expect((await giveBack(0)).code).toBe('epoch-stale');
    await setLicense(here.test, here.license.id, { 'expires-at': sql`now() - interval '1 minute'` as never });
    await sweep(here.test.services);
    expect((await actions()).at(-1)).toBe('license:EndOfflineLease');
    expect((await consume(here.test, here.ada, here.product, { device: 'device-2' })).status).toBe(201);
  });
});
