import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest, setLicense } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { sweepLeases } from '../../leases/end/sweep-leases.ts';

const here = openLeaseTest();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const license = (fields = {}) => createLicense(here.test, here.account, everyone, fields);

async function put(id: string, body: object) {
  const reply = await here.test.as(here.test.people.system, `PUT /license/v1/licenses/${id}/terms`, body);
  return { answer: [reply.status, reply.body.problems?.[0]?.path], item: reply.body.item };
}

async function terms(id: string, body: object) {
  const { answer, item } = await put(id, body);
  expect(answer).toEqual([200, undefined]);
  return item?.['certificate'];
}

const bulk = (body: object, by = here.test.people.system) =>
  here.test.as(by, 'POST /license/v1/licenses/bulk/terms', { 'account-id': here.account, ...body });

async function read(id: string) {
  return (await here.test.as(here.ada, `GET /license/v1/licenses/${id}`)).body.item;
}

describe('a date without a time', () => {
  const days = { expiry: { date: '2037-12-31' }, 'maintenance-start': '2037-01-01', 'maintenance-end': '2037-06-30' };
  const certificate = {
    expiry: { date: '2037-12-31T23:59:59.999Z' },
    'maintenance-start': '2037-01-01T00:00:00.000Z',
    'maintenance-end': '2037-06-30T23:59:59.999Z',
  };

  it('is the last day of a license and of its maintenance, and the first of its start', async () => {
    const { id } = await license();
    expect(await terms(id, days)).toMatchObject(certificate);
    const issued = await here.test.as(here.test.people.system, 'POST /license/v1/admin/licenses', {
      ...{ 'account-id': here.account, product: here.product, type: 'Perpetual', 'grace-days': 14 },
      ...days,
    });
    expect(issued.body.items).toMatchObject([{ certificate: { ...certificate, 'grace-days': 14 } }]);
  });

  it('begins and ends on the same day, and an instant stays one', async () => {
    const { id } = await license();
    const day = { 'maintenance-start': '2037-01-01', 'maintenance-end': '2037-01-01' };
    expect((await put(id, { expiry: { perpetual: true }, ...day })).answer).toEqual([200, undefined]);
    expect(await terms(id, { expiry: { date: '2037-12-31T10:00:00+02:00' } })).toMatchObject({
      expiry: { date: '2037-12-31T08:00:00.000Z' },
    });
  });
});

describe('the terms of a license', () => {
  const perpetual = { expiry: { perpetual: true } };

  it('include type, version, grace and the start of maintenance, which stay when they are left out', async () => {
    const { id } = await license({ type: 'Trial', version: '25' });
    const further = {
      ...{ type: 'Perpetual', version: '26.1', 'grace-days': 30 },
      'maintenance-start': '2037-01-01T00:00:00.000Z',
    };
    expect(await terms(id, { ...perpetual, ...further })).toMatchObject(further);
    expect(await terms(id, perpetual)).toMatchObject(further);
    expect(await terms(id, { ...perpetual, 'maintenance-start': null, version: '' })).toMatchObject({
      ...further,
      version: '',
      'maintenance-start': null,
    });
  });

  it('are moved by days', async () => {
    const { id } = await license({ 'expiry-perpetual': false, 'expiry-date': '2037-01-31T23:59:59.999Z' });
    expect(await terms(id, { 'extend-days': 28 })).toMatchObject({ expiry: { date: '2037-02-28T23:59:59.999Z' } });
    await setLicense(here.test, id, { 'expiry-date': null, 'expiry-period': 30 });
    expect(await terms(id, { 'extend-days': 10 })).toMatchObject({ expiry: { date: null, period: 40 } });
    expect((await put(id, { 'extend-days': 36_470 })).answer).toEqual([400, 'extend-days']);
    await setLicense(here.test, id, { 'expiry-perpetual': true, 'expiry-period': null });
    expect((await put(id, { 'extend-days': 1 })).answer).toEqual([400, 'extend-days']);
    await setLicense(here.test, id, { 'expiry-perpetual': false, 'expiry-date': '9999-12-31T00:00:00Z' });
    expect((await put(id, { 'extend-days': 1 })).answer).toEqual([400, 'extend-days']);
  });

  it.each([
    ['expiry', {}],
    ['extend-days', { ...perpetual, 'extend-days': 1 }],
    ['extend-days', { 'extend-days': 0 }],
    ['grace-days', { ...perpetual, 'grace-days': 91 }],
    ['grace-days', { ...perpetual, 'grace-days': -1 }],
    ['grace-days', { ...perpetual, 'grace-days': null }],
    ['type', { ...perpetual, type: 'Rental' }],
    ['version', { ...perpetual, version: 'x'.repeat(201) }],
    ['maintenance-end', { ...perpetual, 'maintenance-start': '2037-01-02', 'maintenance-end': '2037-01-01' }],
  ])('are refused with an invalid %s', async (path, body) => {
    const { id } = await license();
    expect((await put(id, body)).answer).toEqual([400, path]);
  });

  it('change for many licenses, whose other terms stay', async () => {
    const dated = await license({
      'expiry-perpetual': false,
      'expiry-date': '2037-01-31T23:59:59.999Z',
      version: '25',
    });
    const endless = await license();
    const ids = [dated.id, endless.id];
    expect((await bulk({ ids, 'extend-days': 365 }, here.ada)).status).toBe(403);
    const moved = await bulk({ ids, 'extend-days': 365, 'grace-days': 7 });
    expect(moved.body).toMatchObject({ changed: 1, unchanged: 0, failures: [{ id: endless.id, code: 'invalid' }] });
    expect((await read(dated.id))['certificate']).toMatchObject({
      ...{ expiry: { date: '2038-01-31T23:59:59.999Z' }, 'grace-days': 7, version: '25' },
    });
    expect((await bulk({ ids, 'grace-days': 7 })).body).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await bulk({ ids, 'maintenance-end': '2037-06-30' })).body).toMatchObject({ changed: 2 });
    const start = await bulk({ ids: [dated.id], 'maintenance-start': '2037-07-01' });
    expect(start.body).toMatchObject({ failures: [{ id: dated.id, code: 'invalid' }] });
    const both = await bulk({ ids, 'extend-days': 1, expiry: { perpetual: true } });
    expect([both.status, both.body.problems?.[0]?.path]).toEqual([400, 'extend-days']);
  });
});

describe('the grace of a license', () => {
  it('lets it go on after its end, and is known to its applications', async () => {
    const [end, until] = [inDays(-1), inDays(1)];
    const { id } = await license({ 'expiry-perpetual': false, 'expiry-date': end, 'grace-days': 2 });
    const { status, lease } = await consume(here.test, here.ugo, here.product);
    expect(status).toBe(201);
    expect(lease).toMatchObject({ 'grace-until': until });
    const claims = JSON.parse(Buffer.from(lease.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.cert).toMatchObject({ expiry: end, 'grace-exp': Math.floor(Date.parse(until) / 1000) });
    expect(await read(id)).toMatchObject({ status: 'Active', state: { user: here.ugo.rn } });
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect([beat.status, beat.body['lease']]).toMatchObject([200, { 'grace-until': until }]);
    await sweepLeases(here.test.services);
    expect(await read(id)).toMatchObject({ state: { user: here.ugo.rn } });
    await setLicense(here.test, id, { 'expiry-date': inDays(-2.001) });
    expect(await read(id)).toMatchObject({ status: 'Expired', state: { user: null } });
    await sweepLeases(here.test.services);
    const late = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 2 });
    expect(late.body.problems).toMatchObject([{ code: 'lease-released', reason: 'license-expired' }]);
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('license-expired');
  });

  it('is the bound of a seat, of a period too, and none is null', async () => {
    const { id } = await license({ 'expiry-perpetual': false, 'expiry-period': 10, 'grace-days': 3 });
    const { lease } = await consume(here.test, here.ugo, here.product);
    const { certificate } = (await read(id)) as unknown as { certificate: { expiry: { date: string } } };
    const until = new Date(Date.parse(certificate.expiry.date) + 3 * 86_400_000).toISOString();
    expect(lease).toMatchObject({ 'grace-until': until });
    const taken = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 30 });
    const offline = (await read(id)) as unknown as { state: { 'offline-until': string } };
    expect([taken.status, offline.state['offline-until']]).toEqual([200, until]);
    await license();
    expect((await consume(here.test, here.ada, here.product)).lease).toMatchObject({ 'grace-until': null });
  });

  it('is not waited for where a person ends the license together with its grace', async () => {
    const { id } = await license();
    const { lease } = await consume(here.test, here.ugo, here.product);
    await terms(id, { expiry: { date: inDays(-1) }, 'grace-days': 0 });
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems?.[0]?.code).toBe('lease-released');
  });
});

describe('a product that enforces versions', () => {
  const enforce = (value: boolean) =>
    inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.updateTable('products').set({ 'enforce-version': value }).where('id', '=', 'studio').execute(),
    );
  const client = (version: string) => ({ client: { name: 'Studio', version } });

  it('refuses clients of a higher version than the license has, and prefers one that covers them', async () => {
    const old = await license({ version: '25.9' });
    const ask = async (version: string, more = {}) =>
      consume(here.test, here.ugo, here.product, { ...client(version), ...more });
    expect((await ask('26.0')).status).toBe(201);
    await enforce(true);
    try {
      const refused = await ask('26.0');
      expect([refused.status, refused.code]).toEqual([403, 'version-not-covered']);
      expect((await ask('25.12')).status).toBe(200);
      for (const version of ['v26', '100', `${'9'.repeat(100)}`]) {
        expect((await ask(version, { license: old.rn })).code).toBe('version-not-covered');
      }
      const fresh = await license({ version: '26' });
      expect(await ask('26.3')).toMatchObject({ status: 201, lease: { license: fresh.rn } });
      await setLicense(here.test, old.id, { version: '' });
      expect(await ask('99', { license: old.rn, device: 'device-2' })).toMatchObject({ status: 201 });
    } finally {
      await enforce(false);
    }
  });
});
