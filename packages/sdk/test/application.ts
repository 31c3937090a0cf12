import { setTimeout as wait } from 'node:timers/promises';
import { test as base, expect, vi } from 'vitest';
import { limits, soon } from '../../../test/soon.ts';
import { createKeyhold } from '../src/keyhold.ts';
import type { KeyholdOptions } from '../src/keyhold-options.ts';
import type { Lease, LeaseEvents } from '../src/leases/lease.ts';
import { fakeClock } from './fake-clock.ts';
import { product, startLicenseServer } from './license-server.ts';

/** The request of an application for a seat. */
export const request = {
  product,
  client: { name: 'Studio', version: '26.1' },
  device: { id: 'device-1', name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
};

/** A test of an application that embeds the SDK, with its own clock and server. */
export const test = base
  /** Stands still until the test moves it. */
  .extend('clock', () => fakeClock())
  .extend('server', async ({ clock }, { onCleanup }) => {
    const server = await startLicenseServer(clock);
    onCleanup(() => server.stop().catch(() => undefined));
    return server;
  })
  /** Released after the test. */
  .extend('leases', ({ server }, { onCleanup }) => {
    const leases: Lease[] = [];
    onCleanup(async () => {
      await server.start().catch(() => undefined);
      const released = Promise.allSettled(leases.map((lease) => lease.release()));
      // After a failure, a lease may wait for the clock, which stands still: the run would never end.
      await Promise.race([released, wait(limits.wait, undefined, { ref: false })]);
    });
    return leases;
  })
  .extend('requests', () => countRequests())
  .extend(
    'connect',
    ({ clock, server, requests }) =>
      (options: Partial<KeyholdOptions> = {}) =>
        createKeyhold({ baseUrl: server.url, clock, token: server.session, fetch: requests.fetch, ...options }),
  )
  /** Takes a seat and waits until its events are followed. */
  .extend('hold', ({ server, leases, connect }) => async (options: Partial<KeyholdOptions> = {}) => {
    const lease = await connect(options).consume(request);
    leases.push(lease);
    await eventually(() => expect(server.openStreams()).toBe(1));
    return lease;
  })
  /** Advances the clock in small steps, as real time would, and waits for the replies to requests in between. */
  .extend('pass', ({ clock, requests }) => async (milliseconds: number) => {
    await requests.answered();
    for (let left = milliseconds; left > 0; left -= 1000) {
      clock.advance(Math.min(1000, left));
      await requests.answered();
    }
  });

/** Makes requests, and counts the unanswered ones, except long polls. */
function countRequests() {
  let underWay = 0;
  return {
    async fetch(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
      const path = String(address);
      if (path.includes('/wait?')) return fetch(address, init);
      underWay += 1;
      try {
        const response = await fetch(address, init);
        if (path.endsWith('/events')) return response;
        const { status, headers } = response;
        return new Response(await response.text(), { status, headers });
      } finally {
        underWay -= 1;
      }
    },
    async answered(): Promise<void> {
      do await new Promise((resolve) => setTimeout(resolve, 4));
      while (underWay > 0);
    },
  };
}

/** Waits until a check passes. */
export const eventually = (check: () => void) => vi.waitFor(check, soon);

/** Collects the events of a lease with a name from now on. */
export function heard<Name extends keyof LeaseEvents>(lease: Lease, name: Name): LeaseEvents[Name][] {
  const list: LeaseEvents[Name][] = [];
  lease.on(name, (event) => void list.push(event));
  return list;
}
