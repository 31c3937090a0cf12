import type { AddressInfo } from 'node:net';
import { createKeyhold, type Lease, memoryStore } from '@keyhold/sdk';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Person } from '../app.ts';
import { consumeBody, openLeaseTest } from './leases.ts';

type Wished = Parameters<ReturnType<typeof createKeyhold>['consume']>[0];

/** Like `openLeaseTest`, with the app on a port for the SDK, whose leases are released after each test. */
export function openSdkTest() {
  const here = Object.assign(openLeaseTest(), { url: '', leases: [] as Lease[], consume });
  beforeAll(async () => {
    await here.test.app.listen({ port: 0, host: '127.0.0.1' });
    here.url = `http://127.0.0.1:${(here.test.app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => here.test.services.streams.close());
  beforeEach(() => {
    here.leases = [];
  });
  afterEach(async () => {
    for (const lease of here.leases) await lease.release();
  });

  /** Consumes a license by the SDK, as an application on a device. */
  async function consume(person: Person, device: string, wished: Partial<Wished> = {}): Promise<Lease> {
    const { 'stream-id': _, ...request } = consumeBody(here.product, { device });
    const keyhold = createKeyhold({ baseUrl: here.url, token: person.token, store: memoryStore() });
    const lease = await keyhold.consume({ ...request, ...wished });
    here.leases.push(lease);
    return lease;
  }
  return here;
}
