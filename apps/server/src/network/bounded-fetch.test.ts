import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
