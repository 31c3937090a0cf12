import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

it('reports a timeout when the caller aborts', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const signal = AbortSignal.timeout(50);
  await expect(boundedFetch(address, { signal }, { allowPrivate: true, allowLoopback: false })).rejects.toMatchObject({
    failure: 'timeout',
    message: 'There was no answer in time.',
  });
  silent.closeAllConnections();
  silent.close();
});

it.each([
  '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other',
  '205 Reset Content\r\nContent-Length: 0',
  '999 Beyond\r\nContent-Length: 0',
])('rejects a response that is none: %s', async (response) => {
  const host = createTcp((socket) => socket.end(`HTTP/1.1 ${response}\r\n\r\n`)).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await expect(boundedFetch(address, {}, { allowPrivate: true, allowLoopback: false })).rejects.toMatchObject({
    failure: 'connection-failed',
  });
  host.close();
});

it.each([
  ['that switches protocols', '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
  ['whose answer is too large', `200 OK\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(600_000)}`],
])('closes the connection to a host %s', async (_what, response) => {
  const closed = Promise.withResolvers<void>();
  const host = createTcp((socket) => {
    // A reset closes it, too.
    socket.on('error', () => undefined).on('close', () => closed.resolve());
    socket.resume().write(`HTTP/1.1 ${response}`);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await expect(boundedFetch(address, {}, { allowPrivate: true, allowLoopback: false })).rejects.toThrow();
  await closed.promise;
  host.close();
});

it.each([204, 304])('returns a response of status %i, which has no body', async (status) => {
  const host = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const reply = await boundedFetch(address, {}, { allowPrivate: true, allowLoopback: false });
  expect([reply.status, reply.body]).toEqual([status, null]);
  host.close();
});

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'http://localhost/'])(
  'does not connect to %s, which needs no lookup',
  async (address) => {
    const publicOnly = { allowPrivate: false, allowLoopback: false };
    await expect(boundedFetch(address, {}, publicOnly)).rejects.toMatchObject({ failure: 'private-address' });
  },
);
