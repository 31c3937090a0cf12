import { expect } from 'vitest';
import { eventually, heard, request, test } from '../test/application.ts';
import { license } from '../test/license-server.ts';
import { UnreachableError } from './replies/errors.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;
const events = /events/;

test('lost replies do not affect the lease', async ({ server, connect, pass, leases }) => {
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

test('a lease survives a server restart, and its stream is reopened', async ({ server, hold, pass }) => {
  const lease = await hold();
  await server.stop();
  await pass(40_000);
  expect(lease.entitled).toBe(true);
  await server.start();
  await pass(30_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
  await eventually(() => expect(server.openStreams()).toBe(1));
});

test('a silent stream is reopened', async ({ server, hold, pass }) => {
  await hold();
  expect(server.count(events)).toBe(1);
  await pass(45_000);
  await eventually(() => expect(server.count(events)).toBe(2));
});

test('an outage beyond the lease suspends the application, and the lease resumes afterwards', async ({
  server,
  hold,
  pass,
}) => {
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

test('the application is entitled within the signed grace', async ({ clock, server, hold, pass }) => {
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

test('a lapsed lease whose seat another device took is released', async ({ clock, server, hold, pass }) => {
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

test('a lease that the server no longer has is consumed again', async ({ server, hold, pass }) => {
  const lease = await hold();
  server.mishap(heartbeat, 'forget');
  server.seat.state = 'free';
  await pass(35_000);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', epoch: 2 }));
  server.mishap(/^DELETE/, 'forget');
  await lease.release();
});

test('a machine that slept past the deadline is entitled again only after a reply', async ({ clock, hold, pass }) => {
  const lease = await hold();
  const suspended = heard(lease, 'suspended');
  clock.jump(3_600_000);
  expect(lease.entitled).toBe(false);
  clock.advance(1000);
  await pass(3000);
  expect(suspended.length).toBeLessThanOrEqual(1);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', epoch: 2 }));
});

test('a process that was stopped past the deadline is suspended at once', async ({ clock, connect, hold, pass }) => {
  const lease = await hold();
  clock.jump(90_000);
  // No timer of the SDK has run yet: the first read must already be correct.
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

test('a process that was stopped past the deadline, but within the grace, has an outage at once', async ({
  clock,
  server,
  hold,
}) => {
  server.graceMs = 600_000;
  const lease = await hold();
  clock.jump(100_000);
  expect(lease).toMatchObject({ standing: 'outage', entitled: true });
});

test('a heartbeat that hangs leaves time for another, in the shortest lease too', async ({
  clock,
  server,
  hold,
  pass,
}) => {
  Object.assign(server, { nextHeartbeatMs: 5000, claims: { exp: 1_767_600_015, 'grace-exp': 1_767_600_015 } });
  const lease = await hold();
  const suspended = heard(lease, 'suspended');
  server.mishap(heartbeat, 'late');
  clock.advance(5000);
  await eventually(() => expect(server.late).toHaveLength(1));
  await eventually(() => {
    clock.advance(100);
    expect(server.count(heartbeat)).toBe(2);
  });
  await pass(5000);
  expect(lease.standing).toBe('active');
  expect(suspended).toEqual([]);
  server.late[0]?.();
});

test('a reply that is read after the time it grants has no effect', async ({ clock, server, hold, pass }) => {
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
  // Longer than one attempt: on a busy machine a keep-alive connection may be closed by then.
  await pass(20_000);
  await eventually(() => expect(lease).toMatchObject({ standing: 'active', entitled: true }));
});

test('consume throws UnreachableError when the server cannot be reached', async ({ server, connect, pass }) => {
  await server.stop();
  const failing = connect().consume(request);
  failing.catch(() => undefined);
  await pass(40_000);
  await expect(failing).rejects.toThrow(UnreachableError);
});
