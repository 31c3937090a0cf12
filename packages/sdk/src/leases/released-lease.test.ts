import { expect, vi } from 'vitest';
import { eventually, heard, request, test } from '../../test/application.ts';
import { user } from '../../test/license-server.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;
const other = user.replace('ada', 'eve');

test('a released handler that fails is reported, and the release is acknowledged', async ({ server, hold }) => {
  const lease = await hold();
  const failure = new Error('The work could not be saved.');
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  lease.on('released', () => Promise.reject(failure));
  server.release('released', 'Released.');
  await lease.ended;
  expect(reported.mock.calls).toEqual([['A listener of released failed.', failure]]);
  reported.mockRestore();
  expect(lease.standing).toBe('ended');
  expect(server.count(/ack/)).toBe(1);
  expect(server.seat.state).toBe('free');
});

test('release() acknowledges a release that no handler has heard', async ({ server, hold }) => {
  const lease = await hold();
  server.release('released', 'Released.');
  await eventually(() => expect(lease.standing).toBe('releasing'));
  await lease.release();
  await lease.ended;
  expect(lease.standing).toBe('ended');
  expect(server.count(/ack/)).toBe(1);
  expect(heard(lease, 'released')).toEqual([]);
  await lease.release();
  expect(server.count(/ack|DELETE/)).toBe(1);
});

test('release() acknowledges a release whose handler has not finished, once', async ({ server, hold }) => {
  const lease = await hold();
  let finish: () => void = () => undefined;
  lease.on('released', () => new Promise<void>((resolve) => (finish = resolve)));
  server.release('released', 'Released.');
  await eventually(() => expect(lease.standing).toBe('releasing'));
  await lease.release();
  expect(server.seat.state).toBe('free');
  finish();
  await lease.ended;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(server.count(/ack/)).toBe(1);
});

test('a release with the session whose event was missed is acknowledged', async ({ server, hold, pass }) => {
  const lease = await hold();
  heard(lease, 'released');
  server.session = 'ended';
  server.seat.state = 'releasing';
  await pass(35_000);
  await lease.ended;
  expect(server.seat.state).toBe('free');
  expect(server.count(/DELETE/)).toBe(0);
});

test('a lease whose session is refused, but which was not released, is checked in', async ({ server, hold, pass }) => {
  const lease = await hold();
  const released = heard(lease, 'released');
  server.session = 'ended';
  await pass(35_000);
  await lease.ended;
  expect(released).toMatchObject([{ reason: 'authentication' }]);
  expect(server.seat.state).toBe('free');
});

test('release() during a resume also releases a new seat with the same epoch', async ({ clock, server, hold }) => {
  const lease = await hold();
  clock.jump(100_000);
  server.mishap(consume, 'late');
  Object.assign(server.seat, { id: 'BBBBB', epoch: 0, state: 'free' });
  await eventually(() => {
    // The resume follows the refused heartbeat at once.
    clock.advance(100);
    expect(server.late).toHaveLength(1);
  });
  expect(server.seat).toMatchObject({ id: 'BBBBB', epoch: 1, state: 'active' });
  await lease.release();
  server.late[0]?.();
  await eventually(() => expect(server.seat.state).toBe('free'));
});

test('a second release() waits for the first one', async ({ server, hold }) => {
  const lease = await hold();
  server.mishap(/DELETE/, 'late');
  const first = lease.release();
  await eventually(() => expect(server.late).toHaveLength(1));
  const settled: string[] = [];
  const second = lease.release().then(() => settled.push('second'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(settled).toEqual([]);
  server.late[0]?.();
  await Promise.all([first, second]);
  expect(server.count(/DELETE/)).toBe(1);
});

test('a lease ends when another user signs in, and its seat is released', async ({ server, leases, connect, pass }) => {
  const keyhold = connect();
  const lease = await keyhold.consume(request);
  leases.push(lease);
  const released = heard(lease, 'released');
  server.session = await server.signer.sessionToken(other);
  keyhold.useToken(server.session);
  await pass(35_000);
  await lease.ended;
  expect(released).toMatchObject([{ reason: 'user-changed', message: 'Another user has signed in.' }]);
  expect(server.seat).toMatchObject({ state: 'free', user });
  expect([server.count(consume), server.count(heartbeat)]).toEqual([1, 0]);
});

test('release() releases the seat of a user in whose place another one has signed in', async ({ server, connect }) => {
  const keyhold = connect();
  const lease = await keyhold.consume(request);
  server.session = await server.signer.sessionToken(other);
  keyhold.useToken(server.session);
  await lease.release();
  expect(server.seat).toMatchObject({ state: 'free', user });
});

test('reauthenticate as another user ends the lease and takes no second seat', async ({ server, hold, pass }) => {
  const lease = await hold({ reauthenticate: async () => server.session });
  const released = heard(lease, 'released');
  server.session = await server.signer.sessionToken(other);
  await pass(35_000);
  await lease.ended;
  expect(released).toMatchObject([{ reason: 'user-changed' }]);
  expect(server.seat).toMatchObject({ state: 'free', user });
  expect([server.count(consume), server.count(heartbeat)]).toEqual([1, 1]);
});

test('a lease continues when the same user signs in again', async ({ server, leases, connect, pass }) => {
  const keyhold = connect();
  const lease = await keyhold.consume(request);
  leases.push(lease);
  server.session = await server.signer.sessionToken(user);
  keyhold.useToken(server.session);
  await pass(65_000);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
});
