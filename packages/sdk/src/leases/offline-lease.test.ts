import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { createSigner, issuer, type Signer } from '../../test/signing.ts';
import {
  AuthenticationError,
  ClockError,
  InvalidReplyError,
  KeyholdError,
  NotEligibleError,
  UnreachableError,
} from '../replies/errors.ts';
import type { Transport } from '../session/transport.ts';
import { createServerTime } from '../store/server-time.ts';
import { type KeyholdStore, memoryStore } from '../store/store.ts';
import { type CheckOut, createOfflineLeases } from './offline-lease.ts';

const day = 86_400_000;
let clock: FakeClock;
let store: KeyholdStore;
let root: Signer;
let signer: Signer;
let sent: string[];
/** The reply to a check-out: its token, or an error. */
let answer: (nonce: string) => Promise<string>;
/** The failure of every request. */
let mishap: Error | null;

beforeEach(async () => {
  clock = fakeClock();
  store = memoryStore();
  root = await createSigner('root');
  signer = await createSigner('signing');
  sent = [];
  mishap = null;
  answer = (nonce) => token({ claims: { nonce } });
});

function leases(rootKey: Signer | null = root) {
  const transport = {
    async send({ path, body }: { path: string; body: { nonce: string } }) {
      sent.push(path);
      if (mishap) throw mishap;
      if (!path.endsWith('/offline')) return {};
      const lease = { id: 'lease', epoch: 3, license: 'license', 'expires-in-ms': 1, 'next-heartbeat-ms': 1 };
      return { lease: { ...lease, token: await answer(body.nonce) } };
    },
  } as unknown as Transport;
  const serverTime = createServerTime(store, clock);
  return createOfflineLeases({ store, serverTime, clock, transport, rootKey: rootKey?.jwk });
}

const now = () => Math.floor(clock.wallTime() / 1000);

async function token({ certifier = root, certEnds = 8, claims = {}, header = {} } = {}) {
  const cert = await certifier.leaseToken(
    { iss: issuer, iat: now(), exp: now() + certEnds * 86_400, jwk: signer.jwk },
    { typ: 'key+jwt', ...header },
  );
  return signer.leaseToken(
    {
      iss: issuer,
      aud: 'product',
      sub: 'ada',
      jti: 'token',
      iat: now(),
      nbf: now(),
      exp: now() + 7 * 86_400,
      'grace-exp': now() + 7 * 86_400,
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
    { 'key-cert': cert, ...header },
  );
}

/** Lets the store return this text as each lease. */
function keptLease(text: string) {
  store = { ...store, get: (name) => (name.startsWith('keyhold.offline.') ? text : null) };
}

const wanted: CheckOut = { id: 'lease', epoch: 3, license: 'license', user: 'ada', days: 7 };

const checkOut = (checkOut = wanted) => leases().checkOut(checkOut, 'product', 'device');

test('an offline lease is opened in later runs until it expires', async () => {
  const lease = await checkOut();
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
  await checkOut();
  clock.jump(day);
  await createServerTime(store, clock).note(now());
  clock.jump(-4 * 60_000);
  expect(await leases().open('product', 'device')).toMatchObject({ entitled: true });
  clock.jump(-2 * 60_000);
  await expect(leases().open('product', 'device')).rejects.toThrow(ClockError);
});

test('no seat is checked out while the clock is more than five minutes behind the server', async () => {
  await createServerTime(store, clock).note(now());
  clock.jump(-6 * 60_000);
  await expect(checkOut()).rejects.toThrow(ClockError);
  expect(sent).toEqual([]);
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
    keptLease(JSON.stringify({ id: 'lease', epoch: 3, token: text }));
    await expect(leases().open('product', 'device'), text).rejects.toThrow(InvalidReplyError);
  }
  keptLease('{"id":1}');
  await expect(leases().open('product', 'device')).rejects.toThrow(InvalidReplyError);
});

test.each([
  ['user', { sub: 'eve' }],
  ['license', { lic: 'other' }],
  ['epoch', { epoch: 4 }],
  ['request', { nonce: 'other' }],
])('the reply to a check-out is rejected when it is for another %s', async (_what, claims) => {
  answer = (nonce) => token({ claims: { nonce, ...claims } });
  await expect(checkOut()).rejects.toThrow(InvalidReplyError);
});

test('an offline lease is accepted with either name of the algorithm', async () => {
  signer = { ...signer, jwk: { ...signer.jwk, alg: 'EdDSA' } };
  answer = (nonce) => token({ claims: { nonce }, header: { alg: 'EdDSA' } });
  expect(await checkOut()).toMatchObject({ entitled: true });
});

test('a check-out without a root key is not requested', async () => {
  await expect(leases(null).checkOut(wanted, 'product', 'device')).rejects.toThrow(KeyholdError);
  expect(sent).toEqual([]);
});

test('a check-out whose reply was lost is completed by the same user, in a later run', async () => {
  answer = () => Promise.reject(new UnreachableError('There is no answer.'));
  await expect(checkOut()).rejects.toThrow(UnreachableError);
  expect(await leases().open('product', 'device')).toBeNull();
  await expect(leases().complete('product', 'device', 'ada')).rejects.toThrow(UnreachableError);
  answer = (nonce) => token({ claims: { nonce } });
  expect(await leases().complete('product', 'device', 'eve')).toBeNull();
  expect(await leases().complete('product', 'device', 'ada')).toMatchObject({ entitled: true });
  expect(await leases().complete('product', 'device', 'ada')).toBeNull();
  expect(await leases().open('product', 'device')).toMatchObject({ entitled: true });
  expect(sent).toHaveLength(3);
});

test('check-outs of two users whose replies were lost are both completed, and one seat stays checked out', async () => {
  answer = () => Promise.reject(new UnreachableError('There is no answer.'));
  await expect(checkOut()).rejects.toThrow(UnreachableError);
  const ofEve: CheckOut = { id: 'second', epoch: 1, license: 'other', user: 'eve', days: 7 };
  await expect(checkOut(ofEve)).rejects.toThrow(UnreachableError);
  answer = (nonce) => token({ claims: { nonce, sub: 'eve', lic: 'other', epoch: 1 } });
  expect(await leases().complete('product', 'device', 'eve')).toMatchObject({ license: 'other' });
  answer = (nonce) => token({ claims: { nonce } });
  expect(await leases().complete('product', 'device', 'ada')).toBeNull();
  expect(sent.at(-1)).toBe('/license/v1/leases/lease/return');
  expect(await leases().open('product', 'device')).toMatchObject({ user: 'eve' });
  const requests = sent.length;
  expect(await leases().complete('product', 'device', 'ada')).toBeNull();
  expect(sent).toHaveLength(requests);
});

test.each<[string, CheckOut]>([
  ['of another seat', { ...wanted, id: 'second', user: 'eve' }],
  ['of an older lease of the seat', { ...wanted, epoch: 2 }],
])('of two simultaneous check-outs the one whose reply arrives last is returned: %s', async (_what, late) => {
  const gate = Promise.withResolvers<void>();
  answer = async (nonce) => {
    await gate.promise;
    return token({ claims: { nonce, sub: late.user, epoch: late.epoch } });
  };
  const second = checkOut(late);
  await expect.poll(() => sent).toHaveLength(1);
  answer = (nonce) => token({ claims: { nonce } });
  const first = await checkOut();
  gate.resolve();
  await expect(second).rejects.toMatchObject({ code: 'already-offline' });
  expect(sent.at(-1)).toBe(`/license/v1/leases/${late.id}/return`);
  expect(await leases().open('product', 'device')).toMatchObject({ user: 'ada' });
  await first.return();
  expect(await leases().open('product', 'device')).toBeNull();
});

test.each<[string, CheckOut]>([
  ['of the same seat', { ...wanted, epoch: 4 }],
  ['of another seat', { ...wanted, id: 'second', user: 'eve' }],
])('a seat that is returned late does not delete the lease that was checked out after it: %s', async (_what, newer) => {
  const lease = await checkOut();
  await leases()
    .open('product', 'device')
    .then((opened) => opened?.return());
  answer = (nonce) => token({ claims: { nonce, sub: newer.user, epoch: newer.epoch } });
  await checkOut(newer);
  await lease.return();
  expect(lease.entitled).toBe(false);
  expect(await leases().open('product', 'device')).toMatchObject({ user: newer.user, entitled: true });
});

test('a seat whose return did not arrive stays in offline use', async () => {
  const lease = await checkOut();
  mishap = new UnreachableError('There is no answer.');
  await expect(lease.return()).rejects.toThrow(UnreachableError);
  expect(lease.entitled).toBe(true);
  expect(await leases().open('product', 'device')).toMatchObject({ entitled: true });
});

test('a wall clock that is set back while the application runs does not prolong a lease', async () => {
  let setBack = 0;
  const { wallTime } = clock;
  clock = { ...clock, wallTime: () => wallTime() - setBack };
  const lease = await checkOut();
  clock.jump(6 * day);
  setBack = 3 * day;
  expect(lease.entitled).toBe(true);
  clock.jump(1.1 * day);
  expect(lease.entitled).toBe(false);
});

test('a check-out is repeated after the session has ended', async () => {
  const ended = new AuthenticationError('authentication', 'It has ended.', 401);
  answer = () => Promise.reject(ended);
  await expect(checkOut()).rejects.toBe(ended);
  await expect(leases().complete('product', 'device', 'ada')).rejects.toBe(ended);
  answer = (nonce) => token({ claims: { nonce } });
  expect(await leases().complete('product', 'device', 'ada')).toMatchObject({ entitled: true });
});

test('a check-out that the server refused is not repeated', async () => {
  answer = () => Promise.reject(new NotEligibleError('not-eligible', 'No.', 403));
  await expect(checkOut()).rejects.toThrow(NotEligibleError);
  expect(await leases().complete('product', 'device', 'ada')).toBeNull();
  expect(sent).toHaveLength(1);
});

test('a second seat of the product is not checked out while the first one is', async () => {
  await checkOut();
  const second = { ...wanted, id: 'second' };
  await expect(checkOut(second)).rejects.toMatchObject({ code: 'already-offline' });
  await expect(checkOut({ ...wanted, epoch: 4 })).rejects.toMatchObject({ code: 'already-offline' });
  expect(await checkOut()).toMatchObject({ entitled: true });
  expect(sent).toHaveLength(1);
  clock.jump(7.1 * day);
  await checkOut(second);
  expect(sent).toHaveLength(2);
});

test('devices that share a store each keep the lease that they checked out', async () => {
  const onTwo: CheckOut = { ...wanted, id: 'second', license: 'other' };
  await checkOut();
  answer = () => Promise.reject(new UnreachableError('There is no answer.'));
  await expect(leases().checkOut(onTwo, 'product', 'two')).rejects.toThrow(UnreachableError);
  expect(await leases().complete('product', 'device', 'ada')).toBeNull();
  answer = (nonce) => token({ claims: { nonce, lic: 'other', dev: 'two' } });
  expect(await leases().complete('product', 'two', 'ada')).toMatchObject({ license: 'other' });
  expect(await leases().open('product', 'device')).toMatchObject({ license: 'license' });
  const opened = await leases().open('product', 'two');
  await opened?.return();
  expect(await leases().open('product', 'two')).toBeNull();
  expect(await leases().open('product', 'device')).toMatchObject({ entitled: true });
});

test('a returned lease is not entitled and cannot be opened', async () => {
  const lease = await checkOut();
  await lease.return();
  expect(sent.at(-1)).toBe('/license/v1/leases/lease/return');
  expect(lease.entitled).toBe(false);
  expect(await leases().open('product', 'device')).toBeNull();
});
