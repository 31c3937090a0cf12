import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timesOf } from './lease-times.ts';

const now = new Date('2026-01-05T10:00:00.000Z');

it('splits the remaining time of a seat into lease and grace, and schedules the heartbeat within the lease', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 20_000_000 }),
      fc.integer({ min: 5, max: 300 }),
      fc.integer({ min: 15, max: 900 }),
      fc.double({ min: 1, max: 2, noNaN: true }),
      (left, heartbeat, lease, stretch) => {
        const seat = {
          'expires-at': new Date(now.getTime() + left),
          'lease-state': 'active' as const,
          now,
          'heartbeat-seconds': heartbeat,
          'lease-seconds': lease,
        };
        const times = timesOf(seat, stretch);
        expect(times.expiresInMs + times.graceMs).toBe(Math.max(0, left));
        expect(times.expiresInMs).toBeLessThanOrEqual(lease * 1000);
        expect(times.nextHeartbeatMs).toBeLessThanOrEqual(Math.ceil(times.expiresInMs / 2));
        expect(times.nextHeartbeatMs).toBeGreaterThanOrEqual(timesOf(seat).nextHeartbeatMs);
        expect(times.nextHeartbeatMs).toBeLessThanOrEqual(Math.round(heartbeat * 1000 * stretch));
        if (times.graceMs > 0) expect(times.expiresInMs).toBe(lease * 1000);
      },
    ),
  );
});
