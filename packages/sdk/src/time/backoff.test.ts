import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test('the delay doubles from half a second up to 15 seconds, half of it random', () => {
  expect([1, 2, 3, 6, 7, 100].map((failures) => backoff(failures, 0.5))).toEqual([
    375, 750, 1500, 11_250, 11_250, 11_250,
  ]);
  expect([backoff(1, 0), backoff(7, 0)]).toEqual([250, 7500]);
});

test('the delay is at least what the server requested, up to a minute', () => {
  expect(backoff(1, 0.5, 2000)).toBe(2000);
  expect(backoff(7, 0.5, 2000)).toBe(11_250);
  expect(backoff(1, 0.5, 86_400_000)).toBe(60_000);
});
