import { describe, expect, test } from 'vitest';
import { bucketLabel, heightTicks, readingOf, stepArea, stepLine, timeTicks } from './time-chart-shape.ts';

const hour = 3_600_000;
const startsFrom = (first: string, count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(first) + index * length).toISOString());

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [8.2, [0, 2, 4, 6, 8, 10]],
  [21, [0, 5, 10, 15, 20, 25]],
  [1234, [0, 500, 1000, 1500]],
])('the height axis for %s has whole numbers', (highest, ticks) => {
  expect(heightTicks(highest)).toEqual(ticks);
});

test('at most six labels cover every highest value', () => {
  for (let highest = 1; highest < 5000; highest += 7) {
    const ticks = heightTicks(highest);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('values are drawn as steps over the whole width, highest on top', () => {
  expect(stepLine([1, 0, 4], 4, 300, 100)).toBe('M0 75H100V100H200V0H300');
  expect(stepArea([1, 0, 4], 4, 300, 100)).toBe('M0 75H100V100H200V0H300V100H0Z');
  expect(stepArea([], 4, 300, 100)).toBe('');
});

describe('the times below a chart', () => {
  test('are hours for a day, and the date at midnight', () => {
    const starts = startsFrom('2026-02-10T15:00:00.000Z', 24, hour);
    const labels = timeTicks({ starts, interval: 'hour' }, 500).map(({ label }) => label);
    expect(labels).toEqual(['15:00', '18:00', '21:00', 'Wed 11', '03:00', '06:00', '09:00', '12:00']);
  });

  test('are days for a week', () => {
    const starts = startsFrom('2026-02-10T15:00:00.000Z', 7 * 24, hour);
    expect(timeTicks({ starts, interval: 'hour' }, 500)[0]).toEqual({ index: 9, label: 'Wed 11' });
    expect(timeTicks({ starts, interval: 'hour' }, 500)).toHaveLength(7);
  });

  test('end with today for a month, and are months for a year', () => {
    const month = startsFrom('2026-01-20T00:00:00.000Z', 30, 24 * hour);
    expect(timeTicks({ starts: month, interval: 'day' }, 400).at(-1)).toEqual({ index: 29, label: '18 Feb' });
    const year = startsFrom('2025-02-19T00:00:00.000Z', 365, 24 * hour);
    const labels = timeTicks({ starts: year, interval: 'day' }, 900).map(({ label }) => label);
    expect(labels).toHaveLength(12);
    expect(labels).toContain('Jan 2026');
  });

  test('never exceed the available room', () => {
    for (const [interval, count, length] of [
      ['hour', 24, hour],
      ['hour', 168, hour],
      ['day', 30, 24 * hour],
      ['day', 365, 24 * hour],
    ] as const) {
      const starts = startsFrom('2026-02-10T00:00:00.000Z', count, length);
      expect(timeTicks({ starts, interval }, 230).length).toBeLessThanOrEqual(5);
    }
  });
});

test('an hour or a day has a label and all its numbers', () => {
  expect(bucketLabel('2026-02-10T23:00:00.000Z', 'hour')).toBe('Tue, 10 Feb 2026, 23:00–00:00');
  expect(bucketLabel('2026-02-10T00:00:00.000Z', 'day')).toBe('Tue, 10 Feb 2026');
  const data = {
    interval: 'day' as const,
    starts: ['2026-02-10T00:00:00.000Z'],
    outline: { label: 'Peak', values: [3] },
    fill: { label: 'Average', values: [1.25] },
    marks: { label: 'Refused', values: [1200] },
    format: (value: number) => value.toFixed(1),
  };
  expect(readingOf(data, 0).map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Peak 3.0',
    'Average 1.3',
    'Refused 1,200',
  ]);
});
