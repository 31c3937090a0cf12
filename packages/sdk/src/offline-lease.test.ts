import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { createSigner, issuer, type Signer } from '../test/signing.ts';
import { ClockError, InvalidReplyError, KeyholdError } from './errors.ts';
import { createOfflineLeases } from './offline-lease.ts';
import { createServerTime } from './server-time.ts';
import { type KeyholdStore, memoryStore } from './store.ts';
import type { Transport } from './transport.ts';

const day = 86_400_000;
let clock: FakeClock;
let store: KeyholdStore;
let root: Signer;
let signer: Signer;
let sent: string[];

beforeEach(async () => {
  clock = fakeClock();
  store = memoryStore();
  root = await createSigner('root');
  signer = await createSigner('signing');
  sent = [];
});

function leases(rootKey: Signer | null = root) {
  const transport = {
    async send({ path }: { path: string }) {
      sent.push(path);
      return {};
    },
  } as unknown as Transport;
  const serverTime = createServerTime(store, clock);
  return createOfflineLeases({ store, serverTime, clock, transport, rootKey: rootKey?.jwk });
}

const now = () => Math.floor(clock.wallTime() / 1000);

async function token({ certifier = root, certEnds = 8, claims = {} } = {}) {
  const cert = await certifier.leaseToken(
    { iss: issuer, iat: now(), exp: now() + certEnds * 86_400, jwk: signer.jwk },
    { typ: 'key+jwt' },
  );
  return signer.leaseToken(
    {
      iss: issuer,
      aud: 'product',
      sub: 'ada',
      iat: now(),
      exp: now() + 7 * 86_400,
      epoch: 3,
      seq: 0,
      nonce: null,
      lic: 'license',
      dev: 'device',
      stream: 'run',
      mode: 'offline',
      cert: { product: 'product', type: 'Trial', version: '1', expiry: null, 'maintenance-end': null },
      addons: [],
      ...claims,
    },
    { 'key-cert': cert },
  );
}

const keep = async (text: string) => leases().keep({ id: 'lease', epoch: 3, token: text }, 'product', 'device');

test('an offline lease is opened in later runs until it expires', async () => {
  const lease = await keep(await token());
  expect(lease).toMatchObject({ license: 'license', user: 'ada', entitled: true });
  expect(lease.until - clock.wallTime()).toBeGreaterThan(6.9 * day);
  clock.jump(6 * day);
  expect(await leases().open('product', 'device')).toMatchObject({ license: 'license', entitled: true });
  expect(await leases().open('other', 'device')).toBeNull();
  clock.jump(1.1 * day);
  expect(lease.entitled).toBe(false);
  expect(await leases().open('product', 'device')).toBeNull();
});

test('open rejects a clock that was set back by more than five minutes', async () => {
  await keep(await token());
  clock.jump(day);
  await keep(await token());
  clock.jump(-4 * 60_000);
  expect(await leases().open('product', 'device')).toMatchObject({ entitled: true });
  clock.jump(-2 * 60_000);
  await expect(leases().open('product', 'device')).rejects.toThrow(ClockError);
});

test('a lease that is for another device, or not certified by the root key, is rejected', async () => {
  const forger = await createSigner('root');
  for (const text of [
    await token({ certifier: forger }),
    await token({ certEnds: 1 }),
    await token({ claims: { mode: 'online' } }),
    await token({ claims: { dev: 'other' } }),
    await token({ claims: { aud: 'other' } }),
    await signer.leaseToken({}),
    'nonsense',
  ]) {
    await expect(keep(text), text).rejects.toThrow(InvalidReplyError);
  }
  await store.set('keyhold.offline.product', '{"id":1}');
  await expect(leases().open('product', 'device')).rejects.toThrow(InvalidReplyError);
});

test('requireRootKey throws without a root key', () => {
  expect(() => leases(null).requireRootKey()).toThrow(KeyholdError);
});

test('a returned lease is not entitled and cannot be opened', async () => {
  const lease = await keep(await token());
  await lease.return();
  expect(sent).toEqual(['/license/v1/leases/lease/return']);
  expect(lease.entitled).toBe(false);
  expect(await leases().open('product', 'device')).toBeNull();
});
