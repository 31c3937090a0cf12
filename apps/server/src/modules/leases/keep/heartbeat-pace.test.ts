import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeartbeatPace, maxStretch } from './heartbeat-pace.ts';

it('stretches heartbeats within bounds while they are slow, but not for a single slow one', () => {
  const pace = createHeartbeatPace();
  pace.note(2000);
  expect(pace.stretch()).toBe(1);
  for (let count = 0; count < 200; count += 1) pace.note(550);
  expect(pace.stretch()).toBeCloseTo(1.5, 2);
  for (let count = 0; count < 200; count += 1) pace.note(2);
  expect(pace.stretch()).toBe(1);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true })), (times) => {
      const any = createHeartbeatPace();
      for (const time of times) any.note(time);
      expect(any.stretch()).toBeGreaterThanOrEqual(1);
      expect(any.stretch()).toBeLessThanOrEqual(maxStretch);
    }),
  );
});
