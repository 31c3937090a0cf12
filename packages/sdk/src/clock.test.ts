import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSleep } from './clock.ts';

const steps = fc.array(
  fc.record({
    monotonic: fc.integer({ min: 0, max: 100_000 }),
    wall: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  }),
);

test('the clock never goes back and never runs slower than the monotonic one, whatever the calendar does', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let monotonic = 0;
      let wall = 5_000_000;
      const now = countSleep(
        () => monotonic,
        () => wall,
      );
      let last = now();
      for (const step of list) {
        monotonic += step.monotonic;
        wall += step.wall;
        const next = now();
        expect(next - last).toBeGreaterThanOrEqual(step.monotonic);
        last = next;
      }
    }),
  );
});

test('sleep counts, and small adjustments of the calendar do not', () => {
  let monotonic = 0;
  let wall = 0;
  const now = countSleep(
    () => monotonic,
    () => wall,
  );
  monotonic += 10;
  wall += 60_010;
  expect(now()).toBe(60_010);
  monotonic += 100;
  wall += 1100;
  expect(now()).toBe(60_110);
  monotonic += 100;
  wall -= 3_600_000;
  expect(now()).toBe(60_210);
});
