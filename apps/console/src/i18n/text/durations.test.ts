import { expect, test } from 'vitest';
import { durationText, secondsText } from './durations.ts';

test.each([
  [0, '0 min'],
  [12, 'under 1 min'],
  [31, '1 min'],
  [3599, '1 h'],
  [15_600, '4 h 20 min'],
  [3_600_000, '1,000 h'],
])('%s seconds of use are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test.each([
  [30, '30 s'],
  [90, '90 s'],
  [300, '5 min'],
  [14_400, '4 h'],
])('a lease time of %s seconds is %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});
