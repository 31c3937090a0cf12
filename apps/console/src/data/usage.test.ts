import { expect, test } from 'vitest';
import { usageRanges, usageSpan } from './usage.ts';

test('each range ends with the current hour or day', () => {
  const now = Date.parse('2026-02-10T15:20:00.000Z');
  expect(Object.fromEntries(usageRanges.map((range) => [range, usageSpan(range, now)]))).toEqual({
    day: { interval: 'hour', from: '2026-02-09T16:20:00.000Z' },
    week: { interval: 'hour', from: '2026-02-03T16:20:00.000Z' },
    fortnight: { interval: 'day', from: '2026-01-28T15:20:00.000Z' },
    month: { interval: 'day', from: '2026-01-12T15:20:00.000Z' },
    quarter: { interval: 'day', from: '2025-11-12T15:20:00.000Z' },
    year: { interval: 'day', from: '2025-02-11T15:20:00.000Z' },
  });
});
