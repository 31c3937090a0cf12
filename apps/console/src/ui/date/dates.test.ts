import { describe, expect, test } from 'vitest';
import { day, exactTime, relativeTime } from './dates.ts';

const now = Date.parse('2026-01-05T10:00:00.000Z');

describe('relative time', () => {
  test.each([
    ['2026-01-05T09:59:31.000Z', 'just now'],
    ['2026-01-05T09:58:00.000Z', '2 minutes ago'],
    ['2026-01-05T07:30:00.000Z', '2 hours ago'],
    ['2026-01-04T10:00:00.000Z', '1 day ago'],
    ['2025-12-20T10:00:00.000Z', '2 weeks ago'],
    ['2024-01-01T10:00:00.000Z', '2 years ago'],
    ['2026-01-08T10:00:00.000Z', 'in 3 days'],
  ])('%s is %s', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words);
  });

  test('null and unreadable values are Never', () => {
    expect(relativeTime(null, now)).toBe('Never');
    expect(relativeTime('soon', now)).toBe('Never');
  });
});

test('the exact time is in UTC, regardless of the offset of the instant', () => {
  expect(exactTime('2026-01-05T12:00:00.000+02:00')).toBe('2026-01-05 10:00:00 UTC');
  expect(exactTime(null)).toBe('Never');
  expect(day('2026-01-05T23:59:59.999Z')).toBe('2026-01-05');
});
