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

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'http://localhost/'])(
  'does not connect to %s, which needs no lookup',
  async (address) => {
    const publicOnly = { allowPrivate: false, allowLoopback: false };
    await expect(boundedFetch(address, {}, publicOnly)).rejects.toMatchObject({ failure: 'private-address' });
  },
);
