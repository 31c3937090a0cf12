import { consumePolicy, consumePolicyName } from '@keyhold/contract';
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  consume,
  consumeBody,
  createLicense,
  createProduct,
  everyone,
  openLeaseTest,
  setLicense,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const here = openLeaseTest();

async function licenseOf(rn: string) {
  const reply = await here.test.as(here.ada, `GET /license/v1/licenses/${rn.split(':').at(-1)}`);
  return reply.body['item'] as unknown as {
    state: Record<string, string | null>;
    certificate: { expiry: { date: string | null } };
  };
}

function rowOf(id: string) {
  return inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.selectFrom('licenses').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

describe('consuming a license', () => {
  it('requires a signed-in caller, and names the invalid field', async () => {
    expect((await here.test.as(null, 'POST /license/v1/leases', consumeBody(here.product))).status).toBe(401);
    const { birchAdmin } = here.test.people;
    const foreign = await createLicense(here.test, birchAdmin.accountId, everyone);
    const other = await createProduct(here.test, 'other');
    const own = await createLicense(here.test, here.account, everyone);
    for (const [wanted, options, path] of [
      [here.product.replace('studio', 'unknown'), {}, 'product'],
      [here.product.replace('product', 'addon'), {}, 'product'],
      ['nonsense', {}, 'product'],
      ['Not a name', {}, 'product'],
      [here.product, { license: foreign.rn }, 'license'],
      [here.product, { license: own.rn.replace(own.id, 'UNKNOWN') }, 'license'],
      [other, { license: own.rn }, 'license'],
      [here.product, { extra: 1 }, 'extra'],
      [here.product, { nonce: 7 }, 'nonce'],
    ] as const) {
      const { status, problem } = await consume(here.test, here.ugo, wanted, options);
      expect([status, problem?.['path']]).toEqual([400, path]);
    }
  });

  it('accepts the id of a product in place of its rn, also where a product is a question', async () => {
    await createLicense(here.test, here.account, everyone);
    const { status, lease } = await consume(here.test, here.ugo, 'studio');
    expect([status, decodeJwt(lease.token).aud]).toEqual([201, here.product]);
    const other = await here.test.createPerson(here.account, 'Uma', null);
    expect((await consume(here.test, other, 'studio')).code).toBe('no-seat');
    const denials = await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.selectFrom('usage-denials').select('product-id').where('user-id', '=', other.id).execute(),
    );
    expect(denials).toEqual([{ 'product-id': 'studio' }]);
    const offered = await here.test.as(here.ugo, 'GET /license/v1/licenses/consumable?product=studio');
    expect(offered.body['items']).toHaveLength(1);
    const explained = await here.test.as(here.ugo, 'GET /license/v1/explain?product=studio');
    expect(explained.status).toBe(200);
    expect((await consume(here.test, here.ugo, 'unknown')).problem?.['path']).toBe('product');
  });

  it('changes nothing for a user whose session has just ended', async () => {
    const { id } = await createLicense(here.test, here.account, everyone);
    expect((await consume(here.test, here.ugo, here.product)).status).toBe(201);
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.updateTable('sessions').set({ 'ended-on': new Date() }).where('user-id', '=', here.ugo.id).execute(),
    );
    const before = await rowOf(id);
    expect((await consume(here.test, here.ugo, here.product, { stream: 'another' })).status).toBe(401);
    expect(await rowOf(id)).toEqual(before);
  });

  it('takes a seat and shows its holder and device', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const { status, lease } = await consume(here.test, here.ugo, here.product);
    expect(status).toBe(201);
    expect(lease).toMatchObject({
      license: license.rn,
      epoch: 1,
      'expires-in-ms': 90_000,
      'next-heartbeat-ms': 30_000,
    });
    const { state } = await licenseOf(license.rn);
    expect(state).toMatchObject({
      user: here.ugo.rn,
      'client-name': 'Studio',
      'client-version': '26.1',
      'device-id': 'device-1',
      'device-name': 'Desk',
      'device-ip': '127.0.0.1',
      'stream-id': 'run-1',
    });
    expect(state['activation-date']).not.toBeNull();
  });

  it('signs the lease for this user, product, device, run and request', async () => {
    const license = await createLicense(here.test, here.account, everyone, { version: '26.1' });
    const { lease } = await consume(here.test, here.ugo, here.product, { nonce: 'abc' });
    const keys = createLocalJWKSet((await here.test.as(null, 'GET /.well-known/jwks.json')).body as never);
    const { payload, protectedHeader } = await compactVerify(lease.token, keys);
    expect(protectedHeader).toMatchObject({ alg: 'Ed25519', typ: 'lease+jwt' });
    const claims = JSON.parse(new TextDecoder().decode(payload));
    expect(claims).toMatchObject({
      aud: here.product,
      sub: here.ugo.rn,
      epoch: 1,
      seq: 0,
      nonce: 'abc',
      lic: license.rn,
      dev: 'device-1',
      stream: 'run-1',
      mode: 'online',
      cert: { product: here.product, type: 'Subscription', version: '26.1', expiry: null, 'maintenance-end': null },
      addons: [],
    });
    expect(claims.exp - claims.iat).toBe(90);
    expect(claims['grace-exp']).toBe(claims.exp);
  });

  it('refuses a user whom no policy allows, by the policies under the lock', async () => {
    const named = await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    const { status, code } = await consume(here.test, here.ugo, here.product);
    expect([status, code]).toEqual([403, 'not-eligible']);
    await setLicense(here.test, named.id, {
      policies: JSON.stringify([
        {
          name: consumePolicyName,
          statements: [
            {
              actions: ['license:*'],
              effect: 'Allow',
              principals: [],
              conditions: [{ type: 'Tag', logic: 'All', operator: 'Equals', tags: [] }],
              resources: [],
            },
            {
              actions: ['license:ConsumeLicense'],
              effect: 'Deny',
              principals: [{ id: here.ugo.rn, provider: 'keyhold-iam' }],
              conditions: [],
              resources: [],
            },
          ],
        },
      ]),
    });
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
  });

  it('refuses a license that is expired, suspended, or out of maintenance for this client', async () => {
    const license = await createLicense(here.test, here.account, everyone, {
      'expiry-perpetual': false,
      'expiry-date': '2020-01-01T00:00:00Z',
    });
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('license-expired');
    await setLicense(here.test, license.id, { 'expiry-perpetual': true, status: 'Suspended' });
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('license-suspended');
    await setLicense(here.test, license.id, {
      status: 'Active',
      type: 'Perpetual',
      'maintenance-end': '2026-01-01T00:00:00Z',
    });
    const client = { name: 'Studio', version: '27' };
    const late = await consume(here.test, here.ugo, here.product, {
      client: { ...client, 'released-on': '2026-01-02' },
    });
    expect([late.status, late.code]).toEqual([403, 'maintenance-ended']);
    expect(
      (await consume(here.test, here.ugo, here.product, { client: { ...client, 'released-on': '2025-12-31' } })).status,
    ).toBe(201);
  });

  it('bases a refusal only on licenses that the policies allow, even if others have the same policies', async () => {
    const [first, second] = [
      await createLicense(here.test, here.account, everyone),
      await createLicense(here.test, here.account, everyone),
    ];
    await consume(here.test, here.ada, here.product, { device: 'first', license: first.rn });
    await consume(here.test, here.ada, here.product, { device: 'second', license: second.rn });
    const narrowed = consumePolicy(everyone);
    for (const statement of narrowed.statements) statement.resources.push(second.rn);
    const policies = JSON.stringify([narrowed]);
    await setLicense(here.test, first.id, { policies, 'expires-at': sql<Date>`now() + interval '1 minute'` as never });
    await setLicense(here.test, second.id, { policies, 'expires-at': sql<Date>`now() + interval '1 hour'` as never });
    const refused = await consume(here.test, here.ugo, here.product);
    expect(refused.code).toBe('no-seat');
    expect(refused.problem?.['earliest-free-in-ms']).toBeGreaterThan(3_000_000);
  });

  it('starts a term that counts days from the first activation only once', async () => {
    const license = await createLicense(here.test, here.account, everyone, {
      'expiry-perpetual': false,
      'expiry-period': 30,
    });
    await consume(here.test, here.ugo, here.product);
    const { state, certificate } = await licenseOf(license.rn);
    const days = (Date.parse(certificate.expiry.date ?? '') - Date.parse(state['activation-date'] ?? '')) / 86_400_000;
    expect(days).toBe(30);
    await consume(here.test, here.ugo, here.product, { stream: 'run-2' });
    expect((await licenseOf(license.rn)).certificate.expiry.date).toBe(certificate.expiry.date);
  });

  it('grants no longer than the license lasts', async () => {
    const soon = new Date(Date.now() + 20_000);
    await createLicense(here.test, here.account, everyone, { 'expiry-perpetual': false, 'expiry-date': soon });
    const { lease } = await consume(here.test, here.ugo, here.product);
    expect(lease['expires-in-ms']).toBeLessThanOrEqual(20_000);
    expect(lease['next-heartbeat-ms']).toBeLessThan(lease['expires-in-ms']);
  });

  it('refuses the users of an account that is not active yet', async () => {
    await createLicense(here.test, here.account, everyone);
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.updateTable('accounts').set({ status: 'Pending' }).where('id', '=', here.account).execute(),
    );
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');
  });
});
