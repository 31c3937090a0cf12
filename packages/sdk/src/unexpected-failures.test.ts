import { expect, vi } from 'vitest';
import { eventually, heard, request, test } from '../test/application.ts';
import { fakeClock } from '../test/fake-clock.ts';
import { type LicenseServer, user } from '../test/license-server.ts';
import { createKeyhold } from './keyhold.ts';
import type { KeyholdOptions } from './keyhold-options.ts';
import { keepLease } from './leases/keep-lease.ts';
import type { Lease } from './leases/lease.ts';
import type { Grant, LeaseCalls } from './leases/lease-calls.ts';
import { AuthenticationError, UnreachableError } from './replies/errors.ts';
import type { LeaseClaims } from './signatures/claims.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;

test('a store that cannot be written does not affect a lease', async ({ server, hold, pass }) => {
  const fullDisk: KeyholdOptions['store'] = {
    get: () => null,
    set() {
      throw new Error('The disk is full.');
    },
  };
  const lease = await hold({ store: fullDisk });
  await pass(95_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  expect(server.count(heartbeat)).toBe(3);
});

test('heartbeats continue after an unexpected error', async () => {
  const clock = fakeClock();
  const grant: Grant = {
    id: 'AAAAA',
    epoch: 1,
    license: 'license',
    token: 'token',
    claims: { addons: [] as readonly string[] } as unknown as LeaseClaims,
    term: { nextBeatAt: clock.now() + 30_000, deadline: clock.now() + 90_000, graceUntil: clock.now() + 90_000 },
  };
  const heartbeats = vi.fn<() => Promise<Grant>>(async () => grant).mockRejectedValueOnce(new RangeError('A bug.'));
  const never = () => new Promise<never>(() => undefined);
  const calls = { heartbeat: heartbeats, events: never, checkIn: async () => undefined } as unknown as LeaseCalls;
  const lease = keepLease(calls, clock, grant);
  clock.advance(30_000);
  await eventually(() => expect(heartbeats).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve));
  clock.advance(1000);
  await eventually(() => expect(heartbeats).toHaveBeenCalledTimes(2));
  expect(lease.standing).toBe('active');
  await lease.release();
});

test.for([
  ['an Error', new Error('net::ERR_NETWORK_CHANGED')],
  ['a TimeoutError', new DOMException('It took too long.', 'TimeoutError')],
  ['a text', 'offline'],
] as const)('a lease continues after fetch failed with %s', async ([, failure], { server, requests, hold, pass }) => {
  let failures = 0;
  const lease = await hold({
    fetch: async (...[address, init]) => {
      if (!String(address).includes('heartbeat') || failures === 2) return requests.fetch(address, init);
      failures += 1;
      throw failure;
    },
  });
  await pass(60_000);
  expect(failures).toBe(2);
  expect(server.count(heartbeat)).toBeGreaterThan(0);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
});

test('a body that breaks off is no reply', async ({ clock }) => {
  const cause = new Error('The connection was reset.');
  const body = () => new ReadableStream({ start: (controller) => controller.error(cause) });
  const keyhold = createKeyhold({ baseUrl: 'http://localhost', clock, fetch: async () => new Response(body()) });
  const error = await keyhold.signIn('ada@acme.example', 'secret').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(error).toMatchObject({ cause });
});

test.for([new Error('net::ERR_NETWORK_CHANGED'), new DOMException('It took too long.', 'TimeoutError')])(
  'a sign-in is unreachable after fetch failed with %s',
  async (cause, { clock }) => {
    const options = { baseUrl: 'http://localhost', application: 'studio', clock };
    const keyhold = createKeyhold({ ...options, fetch: () => Promise.reject(cause) });
    const error = await keyhold.signInByCode({ show: () => undefined }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ cause });
  },
);

test('an error of reauthenticate releases the lease', async ({ server, hold, pass }) => {
  const lease = await hold({ reauthenticate: () => Promise.reject(new Error('The backend has a bug.')) });
  const released = heard(lease, 'released');
  server.session = await server.signer.sessionToken(user);
  await pass(35_000);
  await eventually(() => expect(released).toMatchObject([{ reason: 'authentication' }]));
  await lease.ended;
});

test('the cause of a failed reauthenticate is kept', async ({ server, connect }) => {
  const cause = new Error('The backend has a bug.');
  const keyhold = connect({
    reauthenticate() {
      throw cause;
    },
  });
  server.session = 'ended';
  const error = await keyhold.consumable().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(error).toMatchObject({ code: 'authentication', cause });
});

test('an AuthenticationError of reauthenticate is thrown unchanged', async ({ server, connect }) => {
  const declined = new AuthenticationError('authentication', 'Not now.', 401);
  const keyhold = connect({ reauthenticate: () => Promise.reject(declined) });
  server.session = 'ended';
  await expect(keyhold.consumable()).rejects.toBe(declined);
});

test.for([401, 403, 404, 407, 408, 421])(
  'a lease survives the reply %d of a proxy',
  async (status, { server, requests, hold, pass }) => {
    let replies = 0;
    const lease = await hold({
      fetch: async (...[address, init]) => {
        if (!heartbeat.test(String(address)) || replies > 0) return requests.fetch(address, init);
        replies += 1;
        return new Response('<html>Proxy</html>', { status });
      },
    });
    await pass(60_000);
    expect(replies).toBe(1);
    expect(server.count(heartbeat)).toBeGreaterThan(0);
    expect(server.count(consume)).toBe(1);
    expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  },
);

test.for([
  ['a consume', consume, async () => undefined],
  ['the keys', /jwks/, async () => undefined],
  ['a check-out', /offline/, (lease: Lease) => lease.takeOffline(7)],
  ['a check-in', /DELETE/, (lease: Lease) => lease.release()],
  [
    'an acknowledgement',
    /ack/,
    (lease: Lease, server: LicenseServer) => {
      heard(lease, 'released');
      server.release('released', 'Released.');
      return lease.ended;
    },
  ],
] as const)(
  'the reply of a proxy with the status 200 to %s is no reply',
  async ([, path, act], { server, leases, connect, pass }) => {
    server.mishap(path, 'page', 'blocked');
    const consuming = connect({ rootKey: server.root.jwk }).consume(request);
    await eventually(() => expect(server.requests).not.toEqual([]));
    await pass(3000);
    const lease = await consuming;
    leases.push(lease);
    await eventually(() => expect(server.openStreams()).toBe(1));
    const acting = act(lease, server);
    await pass(3000);
    await acting;
    expect(server.count(path)).toBe(3);
  },
);

test.for([
  ['a proxy', 'proxy'],
  ['the license server', 'forget'],
] as const)('404 of %s for every request is retried with backoff', async ([, mishap], { server, hold, pass }) => {
  const lease = await hold();
  server.mishap(/heartbeat|leases$/, ...Array<typeof mishap>(1000).fill(mishap));
  const before = server.requests.length;
  await pass(60_000);
  expect(server.requests.length - before).toBeLessThan(15);
  expect(lease.standing).toBe('active');
  await pass(40_000);
  expect(lease.standing).toBe('suspended');
});

test('a resume retries soon although the seat may be reserved for an hour', async ({ clock, server, hold, pass }) => {
  const lease = await hold();
  server.pendingMs = 3_600_000;
  server.mishap(consume, 'pending');
  clock.jump(100_000);
  clock.advance(1000);
  await pass(20_000);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', epoch: 2 }));
});

test.for([
  ['crypto.subtle, as in a page over http,', 'no-secure-context', undefined],
  [
    'Ed25519, as in old browsers,',
    'no-ed25519',
    { generateKey: () => Promise.reject(new Error('Unknown algorithm.')) },
  ],
] as const)('a grant without %s is not requested', async ([, code, subtle], { server, connect }) => {
  const { crypto } = globalThis;
  const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto), subtle };
  Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
  try {
    await expect(connect().consume(request)).rejects.toMatchObject({ code });
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
  expect(server.count(consume)).toBe(0);
});

test('the message of suspended does not claim that the server is unreachable', async ({ server, hold, pass }) => {
  const lease = await hold();
  const suspended = heard(lease, 'suspended');
  await server.stop();
  await pass(92_000);
  expect(suspended).toEqual([{ message: 'The license could not be confirmed in time.' }]);
});
