import { compactVerify, createLocalJWKSet, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, studio } from '../../../test/licensing/leases.ts';

let test: TestApp;
let product: string;
const path = `/license/v1/admin/products/${studio}` as const;
const fields = { name: 'Studio', description: 'For printers' };

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

describe('changing a product', () => {
  it('requires provider staff with the permission', async () => {
    const { acmeAdmin, accountAdmin, root } = test.people;
    expect((await test.as(null, `PUT ${path}`, fields)).status).toBe(401);
    for (const person of [acmeAdmin, accountAdmin]) {
      expect((await test.as(person, `PUT ${path}`, fields)).status).toBe(403);
    }
    expect((await test.as(root, 'GET /license/v1/admin/products/nothing')).status).toBe(404);
    expect((await test.as(root, 'PUT /license/v1/admin/products/nothing', fields)).status).toBe(404);
  });

  it.each([
    ['name', { name: ' ' }],
    ['heartbeat-seconds', { ...fields, 'heartbeat-seconds': 4 }],
    ['lease-seconds', { ...fields, 'lease-seconds': 901 }],
    ['grace-seconds', { ...fields, 'grace-seconds': 14_401 }],
    ['grace-seconds', { ...fields, 'grace-seconds': 1.5 }],
    ['lease-seconds', { ...fields, 'heartbeat-seconds': 30, 'lease-seconds': 59 }],
    // An omitted time has its default: 90 seconds.
    ['lease-seconds', { ...fields, 'heartbeat-seconds': 46 }],
  ])('rejects an invalid %s', async (field, body) => {
    const reply = await test.as(test.people.system, `PUT ${path}`, body);
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, field]);
  });

  it('resets omitted times to their defaults, and refuses to overwrite a concurrent change', async () => {
    const system = test.people.system;
    expect((await test.as(system, `PUT ${path}`, { ...fields, 'grace-seconds': 600 })).status).toBe(200);
    const first = await test.as(system, `GET ${path}`);
    expect(first.body.item).toMatchObject({
      ...fields,
      'heartbeat-seconds': 30,
      'lease-seconds': 90,
      'grace-seconds': 600,
    });
    const etag = String(first.headers['etag']);
    const second = await test.as(test.people.root, `PUT ${path}`, fields, { 'if-match': etag });
    expect(second.body.item).toMatchObject({ 'grace-seconds': 0 });
    const late = await test.as(test.people.system, `PUT ${path}`, fields, { 'if-match': etag });
    expect(late.status).toBe(412);
    const list = await test.as(test.people.root, 'GET /license/v1/admin/products');
    expect(list.body.items).toContainEqual(second.body.item);
  });

  it('names the algorithm of lease tokens, which the holder’s own token may name, too', async () => {
    const account = await test.createAccount('Older library');
    const person = await test.createPerson(account, 'Olda', null);
    await createLicense(test, account, everyone);
    const set = (alg: string) => test.as(test.people.system, `PUT ${path}`, { ...fields, 'token-alg': alg });
    expect((await set('RS256')).body.problems?.[0]).toMatchObject({
      path: 'token-alg',
      message: 'token-alg must be Ed25519 or EdDSA.',
    });
    expect((await set('EdDSA')).body.item).toMatchObject({ 'token-alg': 'EdDSA' });
    const { lease } = await consume(test, person, product);
    const beat = await test.as(person, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    const out = await test.as(person, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 1 });
    const tokens = [lease.token, beat.body.lease.token, out.body.lease.token];
    const { keys } = (await test.as(null, 'GET /.well-known/jwks.json')).body as unknown as { keys: JWK[] };
    const nameless = createLocalJWKSet({ keys: keys.map(({ alg: _, ...key }) => key) });
    for (const token of tokens) {
      const { protectedHeader } = await compactVerify(token, nameless, { algorithms: ['EdDSA'] });
      expect(protectedHeader.alg).toBe('EdDSA');
    }
    const certificate = String(decodeProtectedHeader(out.body.lease.token)['key-cert']);
    const root = (await test.as(null, 'GET /license/v1/root-key')).body.item as JWK;
    await compactVerify(certificate, await importJWK({ ...root, alg: 'EdDSA' }), { algorithms: ['EdDSA'] });
    const holder = { ...person, token: out.body.lease.token };
    const back = await test.as(holder, `POST /license/v1/leases/${lease.id}/return`, { epoch: 1 });
    expect(back.status).toBe(200);
    expect((await set('Ed25519')).status).toBe(200);
    const next = await consume(test, person, product);
    expect(decodeProtectedHeader(next.lease.token).alg).toBe('Ed25519');
  });

  it('takes effect with the next heartbeat', async () => {
    const account = await test.createAccount('Timed');
    const person = await test.createPerson(account, 'Tim', null);
    await createLicense(test, account, everyone);
    const { lease } = await consume(test, person, product);
    expect(lease).toMatchObject({ 'expires-in-ms': 90_000, 'next-heartbeat-ms': 30_000 });
    const times = { 'heartbeat-seconds': 60, 'lease-seconds': 180, 'grace-seconds': 0 };
    expect((await test.as(test.people.system, `PUT ${path}`, { ...fields, ...times })).status).toBe(200);
    const beat = await test.as(person, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.lease).toMatchObject({ 'expires-in-ms': 180_000, 'next-heartbeat-ms': 60_000 });
  });
});
