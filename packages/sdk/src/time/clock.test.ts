import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSleep, systemClock } from './clock.ts';

const steps = fc.array(
  fc.record({
    monotonic: fc.integer({ min: 0, max: 100_000 }),
    wall: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  }),
);

test('countSleep never runs backwards or slower than the monotonic clock, for any steps of the wall clock', () => {
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

const naps = fc.array(
  fc.record({ awake: fc.integer({ min: 0, max: 5000 }), asleep: fc.integer({ min: 0, max: 5000 }) }),
);

test('countSleep is at most 100 ms behind after any number of sleeps', () => {
  fc.assert(
    fc.property(naps, (list) => {
      let monotonic = 0;
      let wall = 5_000_000;
      const now = countSleep(
        () => monotonic,
        () => wall,
      );
      const begun = { clock: now(), wall };
      for (const { awake, asleep } of list) {
        monotonic += awake;
        wall += awake + asleep;
        const behind = wall - begun.wall - (now() - begun.clock);
        expect(behind).toBeGreaterThanOrEqual(0);
        expect(behind).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test('countSleep counts sleep, and ignores small adjustments of the wall clock', () => {
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
  wall += 150;
  expect(now()).toBe(60_110);
  monotonic += 100;
  wall -= 3_600_000;
  expect(now()).toBe(60_210);
  monotonic += 100;
  wall += 30_100;
  expect(now()).toBe(90_310);
});

test('systemClock runs an overdue task at once, without a warning by Node.js', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  // After a process was stopped for a minute, its tasks are long overdue.
  await new Promise<void>((run) => systemClock().after(-60_000, run));
  // Node.js warns in the next turn of the event loop.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
