import { expect } from 'vitest';
import { eventually, heard, request, test } from '../../test/application.ts';
import { product } from '../../test/license-server.ts';
import { UnreachableError } from '../replies/errors.ts';
import { memoryStore } from '../store/store.ts';
import type { Lease } from './lease.ts';

const checkOut = /offline/;
const device = request.device.id;

/** Runs a check-out that gets no reply. */
async function lose(lease: Lease, pass: (milliseconds: number) => Promise<void>): Promise<void> {
  const failing = expect(lease.takeOffline(7)).rejects.toThrow(UnreachableError);
  await pass(10_000);
  await failing;
}

test('lost replies to a check-out are harmless', async ({ server, hold, pass, connect }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  const lease = await hold(options);
  server.mishap(checkOut, 'lose-reply', 'lose-reply');
  const taking = lease.takeOffline(7);
  await pass(5000);
  expect(await taking).toMatchObject({ entitled: true });
  expect(lease).toMatchObject({ standing: 'offline', entitled: true });
  expect(await connect(options).openOffline(product, device)).toMatchObject({ entitled: true });
});

test('a check-out whose replies were all lost is completed by the next heartbeat', async ({
  server,
  hold,
  pass,
  connect,
}) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  const lease = await hold(options);
  const offline = heard(lease, 'offline');
  server.mishap(checkOut, ...Array<'lose-reply'>(5).fill('lose-reply'));
  await lose(lease, pass);
  expect(lease.standing).toBe('active');
  await pass(40_000);
  await eventually(() => expect(offline).toHaveLength(1));
  expect(lease).toMatchObject({ standing: 'offline', entitled: true });
  expect(server.seat.state).toBe('offline');
  expect(server.count(/ack|return|DELETE/)).toBe(0);
  expect(await connect(options).openOffline(product, device)).toMatchObject({ entitled: true });
});

test('a check-out whose lease could not be stored is completed when it can be', async ({
  server,
  hold,
  pass,
  connect,
}) => {
  const memory = memoryStore();
  let isFull = false;
  const store = {
    get: memory.get,
    set(name: string, value: string | null) {
      if (isFull && value?.includes('token')) throw new Error('The disk is full.');
      return memory.set(name, value);
    },
  };
  const options = { store, rootKey: server.root.jwk };
  const lease = await hold(options);
  const offline = heard(lease, 'offline');
  isFull = true;
  await expect(lease.takeOffline(7)).rejects.toThrow('The disk is full.');
  await pass(40_000);
  expect(lease.standing).toBe('active');
  isFull = false;
  await pass(20_000);
  await eventually(() => expect(offline).toHaveLength(1));
  expect(await connect(options).openOffline(product, device)).toMatchObject({ entitled: true });
});

test('release() returns a seat that was checked out although the replies were lost', async ({ server, hold, pass }) => {
  const lease = await hold({ rootKey: server.root.jwk });
  server.mishap(checkOut, ...Array<'lose-reply'>(4).fill('lose-reply'));
  await lose(lease, pass);
  expect(server.seat.state).toBe('offline');
  await lease.release();
  expect(server.seat.state).toBe('free');
});

test('release() during a check-out waits for it', async ({ server, hold }) => {
  const lease = await hold({ rootKey: server.root.jwk });
  server.mishap(checkOut, 'late');
  const taking = lease.takeOffline(7);
  await eventually(() => expect(server.late).toHaveLength(1));
  const releasing = lease.release();
  server.late[0]?.();
  // The check-out has succeeded: its lease is valid, and the application can return it.
  const offline = await taking;
  await releasing;
  expect([lease.standing, server.seat.state, offline.entitled]).toEqual(['ended', 'offline', true]);
});

test('a lost check-out is completed in the next run by consume', async ({ server, hold, pass, connect, leases }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  server.mishap(checkOut, ...Array<'lose-reply'>(4).fill('lose-reply'));
  await lose(await hold(options), pass);
  const next = connect(options);
  const lease = await next.consume(request);
  expect(lease).toMatchObject({ standing: 'offline', entitled: true });
  await lease.offline?.return();
  leases.push(await next.consume(request));
  expect(server.seat.state).toBe('active');
});

test('a lost check-out is completed in the next run by openOffline', async ({ server, hold, pass, connect }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  server.mishap(checkOut, ...Array<'lose-reply'>(4).fill('lose-reply'));
  await lose(await hold(options), pass);
  server.mishap(checkOut, 'refuse-connection');
  const next = connect(options);
  expect(await next.openOffline(product, device)).toBeNull();
  expect(await next.openOffline(product, device)).toMatchObject({ entitled: true });
});

test('a check-out that never arrived does not hinder the next run', async ({ server, hold, pass, connect, leases }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  const lease = await hold(options);
  server.mishap(checkOut, ...Array<'refuse-connection'>(4).fill('refuse-connection'));
  await lose(lease, pass);
  await lease.release();
  leases.push(await connect(options).consume(request));
  expect(server.seat.state).toBe('active');
});
