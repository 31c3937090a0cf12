import { expect } from 'vitest';
import { eventually, heard, request, test } from '../test/application.ts';
import { license, product, user } from '../test/license-server.ts';
import { createSigner } from '../test/signing.ts';
import { createKeyhold } from './keyhold.ts';
import type { LeaseEvents } from './leases/lease.ts';
import { AuthenticationError, InvalidReplyError, NoSeatError } from './replies/errors.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;
const events = /events/;

test('a sign-in with a password is rejected when the user needs a second factor', async ({ server, clock }) => {
  const challenge = { id: '1', 'expires-in-ms': 300_000, methods: ['passkey'], enrol: false };
  const asked: typeof fetch = async () => Response.json({ success: true, challenge });
  const keyhold = createKeyhold({ baseUrl: server.url, clock, fetch: asked });
  await expect(keyhold.signIn('ada@acme.example', 'secret')).rejects.toMatchObject({ code: 'second-factor' });
});

test('signs in, consumes a license and releases the seat', async ({ clock, server }) => {
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

test('heartbeats keep the lease until it is released, each with its own nonce', async ({
  clock,
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  await pass(200_000);
  expect(lease.standing).toBe('active');
  expect(server.count(heartbeat)).toBe(6);
  expect(new Set(server.nonces).size).toBe(7);
  await lease.release();
  clock.advance(600_000);
  expect(clock.waiting()).toBe(0);
});

test('a release is emitted at once, and acknowledged after its handler finishes', async ({ server, hold, pass }) => {
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

test('a release is acknowledged with the lease token when the session ended', async ({ server, hold }) => {
  const lease = await hold();
  heard(lease, 'released');
  server.session = 'ended';
  server.release('user-deleted', 'Your user was deleted.');
  await lease.ended;
  expect(server.count(/ack/)).toBe(2);
  expect(server.seat.state).toBe('free');
});

test('a seat is released when the session ended', async ({ server, hold }) => {
  const lease = await hold();
  server.session = 'ended';
  await lease.release();
  expect(server.seat.state).toBe('free');
});

test('a release without a listener is emitted to the first one that is added', async ({ server, hold }) => {
  const lease = await hold();
  server.release('administrator', 'Released.');
  await eventually(() => expect(lease.standing).toBe('releasing'));
  expect(server.count(/ack/)).toBe(0);
  const released = heard(lease, 'released');
  await eventually(() => expect(lease.standing).toBe('ended'));
  expect(released).toHaveLength(1);
  expect(server.count(/ack/)).toBe(1);
});

test.for(['unavailable', 'hold-back'] as const)(
  'polls replace a stream that does not get through (%s)',
  async (mishap, { clock, server, leases, connect, pass }) => {
    server.mishap(events, ...Array<typeof mishap>(4).fill(mishap));
    const lease = await connect().consume(request);
    leases.push(lease);
    const messages = heard(lease, 'message');
    const released = heard(lease, 'released');
    await pass(60_000);
    expect(server.count(events)).toBe(3);
    await eventually(() => expect(server.openWaits()).toBe(1));
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

test('a stream that did not get through is retried after a while', async ({ server, connect, pass, leases }) => {
  server.mishap(events, ...Array<'unavailable'>(3).fill('unavailable'));
  leases.push(await connect().consume(request));
  await pass(60_000);
  await eventually(() => expect([server.openStreams(), server.openWaits()]).toEqual([0, 1]));
  await pass(660_000);
  await eventually(() => expect([server.openStreams(), server.openWaits()]).toEqual([1, 0]));
});

test('without a stream the next heartbeat reports the release', async ({ server, connect, pass, leases }) => {
  server.mishap(/events|wait/, ...Array<'unavailable'>(50).fill('unavailable'));
  const lease = await connect().consume(request);
  leases.push(lease);
  const released = heard(lease, 'released');
  server.release('user-inactive', 'This user is inactive.');
  await pass(31_000);
  await eventually(() => expect(released).toHaveLength(1));
  expect(released[0]?.reason).toBe('administrator');
});

test('a released handler that calls release() neither waits for itself nor checks in twice', async ({
  server,
  hold,
}) => {
  const lease = await hold();
  lease.on('released', () => lease.release());
  server.release('administrator', 'Released.');
  await eventually(() => expect(lease.standing).toBe('ended'));
  expect(server.count(/^DELETE/)).toBe(0);
});

test('a second run on the same device takes the seat over from the first', async ({ connect, hold, pass, leases }) => {
  const one = await hold();
  const released = heard(one, 'released');
  const two = await connect().consume(request);
  leases.push(two);
  expect(two.epoch).toBe(2);
  await pass(35_000);
  await eventually(() => expect(released.map(({ reason }) => reason)).toEqual(['epoch-stale']));
  expect(two.standing).toBe('active');
});

test('a refusal is thrown as an error of its class', async ({ connect, hold }) => {
  await hold();
  const other = { ...request, device: { ...request.device, id: 'device-2' } };
  const error = await connect()
    .consume(other)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoSeatError);
  expect(error).toMatchObject({ earliestFreeInMs: 45_000 });
});

test('a grant that the server did not sign is rejected', async ({ server, connect, hold, pass }) => {
  server.mishap(consume, 'forge');
  await expect(connect().consume(request)).rejects.toThrow(InvalidReplyError);
  const lease = await hold();
  server.mishap(heartbeat, ...Array<'forge'>(30).fill('forge'));
  await pass(92_000);
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
});

test('a new signing key of the server is accepted', async ({ server, hold, pass }) => {
  const lease = await hold();
  await pass(10_000);
  server.signer = await createSigner('second');
  await pass(60_000);
  expect(lease.standing).toBe('active');
  expect(server.count(/jwks/)).toBe(2);
});

test('an entitlements event updates the add-ons from a signed token', async ({ server, hold }) => {
  const lease = await hold();
  const entitlements = heard(lease, 'entitlements');
  server.addons = ['keyhold:eu-1:provider:addon:colour'];
  server.send('entitlements', {});
  await eventually(() => expect(entitlements).toEqual([{ addons: server.addons }]));
  expect(lease.addons).toEqual(server.addons);
});

test('an add-on that was assigned without an event takes effect with the next heartbeat', async ({
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  const entitlements = heard(lease, 'entitlements');
  server.addons = ['keyhold:eu-1:provider:addon:colour'];
  await pass(31_000);
  await eventually(() => expect(entitlements).toEqual([{ addons: server.addons }]));
  expect(lease.addons).toEqual(server.addons);
});

test('an administrator message is emitted', async ({ server, hold }) => {
  const lease = await hold();
  const messages = heard(lease, 'message');
  server.send('message', { message: 'Maintenance at noon.' });
  await eventually(() => expect(messages).toEqual([{ message: 'Maintenance at noon.' }]));
});

test('an ended session ends the lease', async ({ server, hold, pass }) => {
  const lease = await hold();
  const released = heard(lease, 'released');
  server.session = await server.signer.sessionToken(user);
  await pass(35_000);
  await eventually(() => expect(released.map(({ reason }) => reason)).toEqual(['authentication']));
  expect(lease.entitled).toBe(false);
});

test('an ended session is renewed once with reauthenticate', async ({ server, hold, pass }) => {
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

test.for(['unavailable', 'refuse-connection', 'proxy', 'forget', 'pending'] as const)(
  'no failure but an ended session renews it and repeats the request: %s',
  async (mishap, { server, connect }) => {
    let renewals = 0;
    const keyhold = connect({
      async reauthenticate() {
        renewals += 1;
        return server.session;
      },
    });
    server.mishap(/consumable/, mishap);
    await expect(keyhold.consumable()).rejects.toThrow();
    expect([renewals, server.count(/consumable/)]).toEqual([0, 1]);
  },
);

test('a request renews a session that ends soon, although the server still accepts it', async ({
  clock,
  server,
  connect,
}) => {
  let renewals = 0;
  const keyhold = connect({
    async reauthenticate() {
      renewals += 1;
      return server.session;
    },
  });
  clock.jump(55 * 60_000);
  await keyhold.consumable();
  await eventually(() => expect(renewals).toBe(1));
});
