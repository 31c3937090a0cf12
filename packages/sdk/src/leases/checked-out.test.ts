import { expect } from 'vitest';
import { eventually, heard, request, test } from '../../test/application.ts';
import { license } from '../../test/license-server.ts';
import { memoryStore } from '../store/store.ts';

const day = 86_400_000;

test('a lease whose seat is checked out goes on as offline', async ({ server, hold, pass }) => {
  const lease = await hold({ store: memoryStore(), rootKey: server.root.jwk });
  let isOver = false;
  void lease.ended.then(() => {
    isOver = true;
  });
  const [offline, released] = [heard(lease, 'offline'), heard(lease, 'released')];
  const checkedOut = await lease.takeOffline(7);
  expect(lease).toMatchObject({ standing: 'offline', entitled: true, offline: checkedOut });
  await pass(200_000);
  expect(offline).toEqual([{ until: checkedOut.until }]);
  expect(lease).toMatchObject({ standing: 'offline', entitled: true });
  expect(await lease.takeOffline(7)).toBe(checkedOut);
  expect([released, isOver]).toEqual([[], false]);
  expect(server.count(/heartbeat/)).toBe(0);
});

test('consume opens the offline lease of this device, without a server', async ({ server, hold, connect, leases }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  await (await hold(options)).takeOffline(7);
  const before = server.requests.length;
  await server.stop();
  const next = await connect(options).consume(request);
  leases.push(next);
  expect(next).toMatchObject({ standing: 'offline', entitled: true, license, epoch: 1 });
  const byId = await connect(options).consume({ ...request, product: 'studio' });
  leases.push(byId);
  expect(byId.standing).toBe('offline');
  expect(server.requests).toHaveLength(before);
});

test('release() leaves a seat checked out, and return() ends every lease of it', async ({ server, hold, connect }) => {
  const options = { store: memoryStore(), rootKey: server.root.jwk };
  const lease = await hold(options);
  await lease.takeOffline(7);
  await lease.release();
  await lease.ended;
  expect([lease.standing, lease.entitled, server.seat.state]).toEqual(['ended', false, 'offline']);
  const keyhold = connect(options);
  const [one, two] = [await keyhold.consume(request), await keyhold.consume(request)];
  await one.offline?.return();
  await Promise.all([one.ended, two.ended]);
  expect([one, two]).toMatchObject([{ entitled: false }, { standing: 'ended', entitled: false }]);
  expect(server.seat.state).toBe('free');
});

test('the end of the offline time releases the lease', async ({ clock, server, hold }) => {
  const lease = await hold({ rootKey: server.root.jwk });
  const released = heard(lease, 'released');
  await lease.takeOffline(1);
  clock.jump(1.1 * day);
  expect(lease).toMatchObject({ standing: 'suspended', entitled: false });
  clock.advance(1000);
  await eventually(() => expect(released).toMatchObject([{ reason: 'offline-ended', by: null }]));
  await lease.ended;
  expect(lease.standing).toBe('ended');
});

test('an offline lease of another license, or one that cannot be opened, does not hinder', async ({
  server,
  hold,
  connect,
  leases,
}) => {
  const memory = memoryStore();
  const options = { store: memory, rootKey: server.root.jwk };
  await (await hold(options)).takeOffline(7);
  server.seat.state = 'free';
  const other = await connect(options)
    .consume({ ...request, license: 'keyhold:eu-1:acme:license:BBBBB' })
    .catch((error) => error.code);
  expect(other).toBe('invalid-reply');
  const damaged = { ...memory, get: (name: string) => (name.includes('.offline.') ? '{}' : memory.get(name)) };
  leases.push(await connect({ ...options, store: damaged }).consume(request));
  expect(leases.at(-1)?.standing).toBe('active');
});
