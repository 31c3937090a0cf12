import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timesOf } from './lease-times.ts';

const now = new Date('2026-01-05T10:00:00.000Z');

it('a lease’s time and its grace are what is left of the seat, and the heartbeat comes in time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 20_000_000 }),
      fc.integer({ min: 5, max: 300 }),
      fc.integer({ min: 15, max: 900 }),
      (left, heartbeat, lease) => {
        const times = timesOf({
          'expires-at': new Date(now.getTime() + left),
          'lease-state': 'active',
          now,
          'heartbeat-seconds': heartbeat,
          'lease-seconds': lease,
        });
        expect(times.expiresInMs + times.graceMs).toBe(Math.max(0, left));
        expect(times.expiresInMs).toBeLessThanOrEqual(lease * 1000);
        expect(times.nextHeartbeatMs).toBeLessThanOrEqual(Math.min(heartbeat * 1000, Math.ceil(times.expiresInMs / 2)));
        if (times.graceMs > 0) expect(times.expiresInMs).toBe(lease * 1000);
      },
    ),
  );
});
