import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';
import { standingAt, termOf } from './term.ts';

const granted = fc.record({
  expiresInMs: fc.integer({ min: 1500, max: 600_000 }),
  nextHeartbeatMs: fc.integer({ min: 1200, max: 600_000 }),
  graceMs: fc.integer({ min: -1000, max: 4 * 3_600_000 }),
});
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const delay = fc.integer({ min: 0, max: 60_000 });

test('the deadline is never later than the server’s, for any delay of the request', () => {
  fc.assert(
    fc.property(granted, random, fc.integer({ min: 0 }), delay, (lease, number, sentAt, toServer) => {
      const serverDeadline = sentAt + toServer + lease.expiresInMs;
      expect(termOf(lease, sentAt, number).deadline).toBeLessThanOrEqual(serverDeadline);
    }),
  );
});

test('the heartbeat is before the deadline, and within 10 % of the time that the server requested', () => {
  fc.assert(
    fc.property(granted, random, (lease, number) => {
      const term = termOf(lease, 0, number);
      expect(term.nextBeatAt).toBeLessThan(term.deadline);
      expect(term.nextBeatAt).toBeLessThanOrEqual(lease.nextHeartbeatMs * 1.1);
      expect(term.nextBeatAt).toBeGreaterThanOrEqual(Math.min(lease.nextHeartbeatMs * 0.9, lease.expiresInMs * 0.8));
    }),
  );
});

test('heartbeats stay a second apart at the end of a license’s term', () => {
  expect(termOf({ expiresInMs: 40, nextHeartbeatMs: 20, graceMs: 0 }, 5000, 0.5).nextBeatAt).toBe(6000);
});

test('a lease changes from active through grace to lapsed, and never back', () => {
  const order = { active: 0, grace: 1, lapsed: 2 };
  fc.assert(
    fc.property(granted, random, fc.array(delay), (lease, number, delays) => {
      const term = termOf(lease, 0, number);
      let now = 0;
      let last = 0;
      for (const next of delays) {
        now += next;
        const standing = standingAt(term, now);
        expect(order[standing]).toBeGreaterThanOrEqual(last);
        expect(standing === 'lapsed').toBe(now >= lease.expiresInMs + Math.max(0, lease.graceMs));
        last = order[standing];
      }
    }),
  );
});

test('backoff delays grow up to 15 s, are random, and honor the delay that the server requests', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), random, (failures, number) => {
      const pause = backoff(failures, number);
      expect(pause).toBeGreaterThanOrEqual(250);
      expect(pause).toBeLessThanOrEqual(15_000);
      expect(backoff(failures, number, 20_000)).toBe(20_000);
      expect(backoff(failures + 1, number)).toBeGreaterThanOrEqual(pause);
    }),
  );
});
