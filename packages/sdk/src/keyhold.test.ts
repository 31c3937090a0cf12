import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { type LicenseServer, license, product, startLicenseServer, user } from '../test/license-server.ts';
import { createSigner } from '../test/signing.ts';
import { AuthenticationError, InvalidReplyError, NoSeatError, UnreachableError } from './errors.ts';
import { createKeyhold, type KeyholdOptions } from './keyhold.ts';
import type { Lease, LeaseEvents } from './lease.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;
const events = /events/;
const request = {
  product,
  client: { name: 'Studio', version: '26.1' },
  device: { id: 'device-1', name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
};
let clock: FakeClock;
let server: LicenseServer;
let leases: Lease[];

beforeEach(async () => {
  clock = fakeClock();
  server = await startLicenseServer(clock);
  leases = [];
});

afterEach(async () => {
  await server.start().catch(() => undefined);
  for (const lease of leases) await lease.release().catch(() => undefined);
  await server.stop().catch(() => undefined);
});

/** A limit for what hangs, not a measure: machines are shared. */
const eventually = (check: () => void, limit = 20_000) => vi.waitFor(check, limit);

function connect(options: Partial<KeyholdOptions> = {}) {
  return createKeyhold({ baseUrl: server.url, clock, token: server.session, ...options });
}

async function hold(options: Partial<KeyholdOptions> = {}): Promise<Lease> {
  const lease = await connect(options).consume(request);
  leases.push(lease);
  await eventually(() => expect(server.openStreams()).toBe(1));
  return lease;
}

/** Advances the clock in small steps, as real time would, letting requests finish in between. */
async function pass(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 1000) {
    clock.advance(Math.min(1000, left));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

function heard<Name extends keyof LeaseEvents>(lease: Lease, name: Name): LeaseEvents[Name][] {
  const list: LeaseEvents[Name][] = [];
  lease.on(name, (event) => void list.push(event));
  return list;
}

test('signing in, consuming, and giving the seat back', async () => {
  const keyhold = createKeyhold({ baseUrl: `${server.url}/`, clock });
  expect(() => keyhold.user()).toThrow(AuthenticationError);
  await keyhold.signIn('ada@acme.example', 'secret');
  expect(keyhold.user()).toBe(user);
  expect(await keyhold.consumable(product)).toEqual([{ rn: license, product, available: true, heldByMe: false }]);
  const lease = await keyhold.consume(request);
  expect(lease).toMatchObject({ epoch: 1, license, standing: 'active', entitled: true });
  expect(lease.certificate.version).toBe('26.1');
  await lease.release();
  expect(lease).toMatchObject({ standing: 'ended', entitled: false });
  expect(server.seat.state).toBe('free');
  await lease.release();
  expect(server.count(/^DELETE/)).toBe(1);
});

test('heartbeats keep the lease for as long as it is held, each with a nonce of its own', async () => {
  const lease = await hold();
  await pass(200_000);
  expect(lease.standing).toBe('active');
  expect(server.count(heartbeat)).toBe(6);
  expect(new Set(server.nonces).size).toBe(7);
  await lease.release();
  clock.advance(600_000);
  expect(clock.waiting()).toBe(0);
});

test('a release reaches the application at once, and is acknowledged after its handler has finished', async () => {
  const lease = await hold();
  let finish: () => void = () => undefined;
  const released: LeaseEvents['released'][] = [];
  lease.on('released', async (event) => {
    released.push(event);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  server.release('administrator', 'Released by Ada Byron.');
  await eventually(() => expect(released).toHaveLength(1));
  expect(released[0]).toMatchObject({
    reason: 'administrator',
    message: 'Released by Ada Byron.',
    finishWithinMs: 90_000,
  });
  expect(lease).toMatchObject({ standing: 'releasing', entitled: false });
  expect(server.count(/ack/)).toBe(0);
  server.mishap(/ack/, 'lose-reply');
  finish();
  await eventually(() => expect(server.count(/ack/)).toBe(1));
  await pass(2000);
  await lease.ended;
  expect(lease.standing).toBe('ended');
  expect(server.count(/ack/)).toBe(2);
});

test('a release before anybody listens is told to the first who does', async () => {
  const lease = await hold();
  server.release('administrator', 'Released.');
  await eventually(() => expect(lease.standing).toBe('releasing'));
  expect(server.count(/ack/)).toBe(0);
  const released = heard(lease, 'released');
  await eventually(() => expect(lease.standing).toBe('ended'));
  expect(released).toHaveLength(1);
  expect(server.count(/ack/)).toBe(1);
});

test.each(['unavailable', 'hold-back'] as const)(
  'where no stream comes through (%s), the server is asked',
  async (mishap) => {
    server.mishap(events, ...Array<typeof mishap>(4).fill(mishap));
    const lease = await connect().consume(request);
    leases.push(lease);
    const messages = heard(lease, 'message');
    const released = heard(lease, 'released');
    await pass(60_000);
    expect(server.count(events)).toBe(3);
    expect(server.openWaits()).toBe(1);
    expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
    server.send('message', { message: 'Maintenance at noon.' });
    await eventually(() => expect(messages).toHaveLength(1));
    await pass(1000);
    server.release('administrator', 'Released.');
    await eventually(() => expect(released).toHaveLength(1));
    await eventually(() => expect(lease.standing).toBe('ended'));
    expect(clock.waiting()).toBe(0);
  },
);

test('a stream that did not come through is tried again after a while', async () => {
  server.mishap(events, ...Array<'unavailable'>(3).fill('unavailable'));
  leases.push(await connect().consume(request));
  await pass(60_000);
  expect([server.openStreams(), server.openWaits()]).toEqual([0, 1]);
  await pass(660_000);
  expect([server.openStreams(), server.openWaits()]).toEqual([1, 0]);
});

test('without a stream the next heartbeat hears of the release', async () => {
  server.mishap(/events|wait/, ...Array<'unavailable'>(50).fill('unavailable'));
  const lease = await connect().consume(request);
  leases.push(lease);
  const released = heard(lease, 'released');
  server.release('user-inactive', 'This user is inactive.');
  await pass(31_000);
  await eventually(() => expect(released).toHaveLength(1));
  expect(released[0]?.reason).toBe('administrator');
});

test('a handler that ends with release() neither waits for itself nor checks in twice', async () => {
  const lease = await hold();
  lease.on('released', () => lease.release());
  server.release('administrator', 'Released.');
  await eventually(() => expect(lease.standing).toBe('ended'));
  expect(server.count(/^DELETE/)).toBe(0);
});

test('lost replies are harmless', async () => {
  server.mishap(consume, 'lose-reply', 'unavailable');
  const consuming = connect().consume(request);
  await eventually(() => expect(server.count(consume)).toBe(1));
  await pass(3000);
  const lease = await consuming;
  leases.push(lease);
  expect(lease.epoch).toBe(1);
  server.mishap(heartbeat, 'lose-reply', 'lose-reply');
  await pass(40_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  expect(server.count(heartbeat)).toBeGreaterThanOrEqual(3);
});

test('a server restart is survived, and the stream comes back', async () => {
  const lease = await hold();
  await server.stop();
  await pass(40_000);
  expect(lease.entitled).toBe(true);
  await server.start();
  await pass(30_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  await eventually(() => expect(server.openStreams()).toBe(1));
});

test('a stream that goes silent is opened again', async () => {
  await hold();
  expect(server.count(events)).toBe(1);
  await pass(45_000);
  await eventually(() => expect(server.count(events)).toBe(2));
});

test('an outage beyond the lease suspends the application, and the lease resumes afterwards', async () => {
  const lease = await hold();
  const suspended = heard(lease, 'suspended');
  const resumed = heard(lease, 'resumed');
  await server.stop();
  await pass(89_000);
  expect(lease.entitled).toBe(true);
  await pass(2000);
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
  expect(suspended).toHaveLength(1);
  await server.start();
  await pass(20_000);
  await eventually(() => expect(resumed).toEqual([{ license }]));
  expect(lease).toMatchObject({ standing: 'active', entitled: true, epoch: 2 });
  await pass(60_000);
  expect(lease.standing).toBe('active');
  expect(suspended).toHaveLength(1);
});

test('within the signed grace the application works on', async () => {
  server.graceMs = 600_000;
  const lease = await hold();
  const outage = heard(lease, 'outage');
  await server.stop();
  await pass(95_000);
  expect(lease).toMatchObject({ standing: 'outage', entitled: true });
  expect(outage[0]?.graceMs).toBeGreaterThan(590_000);
  clock.advance(600_000);
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
});

test('a lapsed lease whose seat somebody else took is over', async () => {
  const lease = await hold();
  const released = heard(lease, 'released');
  await server.stop();
  await pass(95_000);
  Object.assign(server.seat, { epoch: 2, state: 'active', device: 'device-2', expiresAt: clock.now() + 90_000 });
  server.mishap(heartbeat, 'refuse-connection');
  await server.start();
  await pass(40_000);
  await eventually(() => expect(released).toHaveLength(1));
  expect(released[0]?.reason).toBe('epoch-stale');
  expect(server.count(/ack/)).toBe(0);
});

test('a second run on the same device takes the seat over from the first', async () => {
  const one = await hold();
  const released = heard(one, 'released');
  const two = await connect().consume(request);
  leases.push(two);
  expect(two.epoch).toBe(2);
  await pass(35_000);
  await eventually(() => expect(released.map(({ reason }) => reason)).toEqual(['epoch-stale']));
  expect(two.standing).toBe('active');
});

test('a lease that the server no longer knows is consumed again', async () => {
  const lease = await hold();
  server.mishap(heartbeat, 'forget');
  server.seat.state = 'free';
  await pass(35_000);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', epoch: 2 }));
  server.mishap(/^DELETE/, 'forget');
  await lease.release();
});

test('a refusal is thrown as its class', async () => {
  await hold();
  const other = { ...request, device: { ...request.device, id: 'device-2' } };
  const error = await connect()
    .consume(other)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoSeatError);
  expect(error).toMatchObject({ earliestFreeInMs: 45_000 });
});

test('a grant that the server has not signed is not believed', async () => {
  server.mishap(consume, 'forge');
  await expect(connect().consume(request)).rejects.toThrow(InvalidReplyError);
  const lease = await hold();
  server.mishap(heartbeat, ...Array<'forge'>(30).fill('forge'));
  await pass(92_000);
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
});

test('a new signing key of the server is taken up', async () => {
  const lease = await hold();
  await pass(10_000);
  server.signer = await createSigner('second');
  await pass(60_000);
  expect(lease.standing).toBe('active');
  expect(server.count(/jwks/)).toBe(2);
});

test('add-ons count when they are signed', async () => {
  const lease = await hold();
  const entitlements = heard(lease, 'entitlements');
  server.addons = ['keyhold:eu-1:provider:addon:colour'];
  server.send('entitlements', {});
  await eventually(() => expect(entitlements).toEqual([{ addons: server.addons }]));
  expect(lease.addons).toEqual(server.addons);
});

test('a message of an administrator arrives', async () => {
  const lease = await hold();
  const messages = heard(lease, 'message');
  server.send('message', { message: 'Maintenance at noon.' });
  await eventually(() => expect(messages).toEqual([{ message: 'Maintenance at noon.' }]));
});

test('an ended session ends the lease', async () => {
  const lease = await hold();
  const released = heard(lease, 'released');
  server.session = await server.signer.sessionToken(user);
  await pass(35_000);
  await eventually(() => expect(released.map(({ reason }) => reason)).toEqual(['authentication']));
  expect(lease.entitled).toBe(false);
});

test('an ended session is renewed, once, by an application that can', async () => {
  let renewals = 0;
  const lease = await hold({
    async reauthenticate() {
      renewals += 1;
      return server.session;
    },
  });
  server.session = await server.signer.sessionToken(user);
  server.cutStreams();
  await pass(70_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  expect(renewals).toBe(1);
});

test('a machine that slept past the deadline asks before it works on', async () => {
  const lease = await hold();
  const suspended = heard(lease, 'suspended');
  clock.jump(3_600_000);
  expect(lease.entitled).toBe(false);
  clock.advance(1000);
  await pass(3000);
  expect(suspended.length).toBeLessThanOrEqual(1);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', epoch: 2 }));
});

test('a process that was stopped past the deadline sees at once that it holds nothing', async () => {
  const lease = await hold();
  clock.jump(90_000);
  // Nothing of the SDK has run yet: what the application asks first must be true.
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
  expect(await connect().consume({ ...request, device: { ...request.device, id: 'device-2' } })).toMatchObject({
    epoch: 2,
  });
  const resumed = heard(lease, 'resumed');
  const released = heard(lease, 'released');
  await pass(3000);
  await eventually(() => expect(released).toMatchObject([{ reason: 'epoch-stale' }]));
  expect(resumed).toEqual([]);
});

test('within the grace of an outage it sees that it works on borrowed time', async () => {
  server.graceMs = 600_000;
  const lease = await hold();
  clock.jump(100_000);
  expect(lease).toMatchObject({ standing: 'outage', entitled: true });
});

test('a reply that was read only after the time it grants brings nothing', async () => {
  const lease = await hold();
  const resumed = heard(lease, 'resumed');
  server.mishap(heartbeat, 'late');
  clock.advance(30_000);
  await eventually(() => expect(server.late).toHaveLength(1));
  clock.jump(90_000);
  server.late[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
  expect(resumed).toEqual([]);
  await pass(3000);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', entitled: true }));
});

test('a server that cannot be reached at the start is said so', async () => {
  await server.stop();
  const failing = connect().consume(request);
  failing.catch(() => undefined);
  await pass(40_000);
  await expect(failing).rejects.toThrow(UnreachableError);
});
