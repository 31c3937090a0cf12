import { expect, test } from 'vitest';
import { checkTimes } from './lease-times.ts';

const usual = { 'heartbeat-seconds': 30, 'lease-seconds': 90, 'grace-seconds': 0 };

test('accepts only whole seconds within the bounds', () => {
  expect(checkTimes(usual)).toEqual({});
  expect(checkTimes({ ...usual, 'heartbeat-seconds': 4 })).toEqual({
    'heartbeat-seconds': 'Enter a whole number of seconds from 5 to 300',
  });
  const empty = '' as unknown as number;
  expect(Object.keys(checkTimes({ 'heartbeat-seconds': empty, 'lease-seconds': 901, 'grace-seconds': 1.5 }))).toEqual([
    'heartbeat-seconds',
    'lease-seconds',
    'grace-seconds',
  ]);
  expect(checkTimes({ ...usual, 'grace-seconds': 14_401 })).toEqual({
    'grace-seconds': 'Enter a whole number of seconds from 0 to 14,400',
  });
});

test('requires a lease of at least two heartbeats', () => {
  expect(checkTimes({ ...usual, 'lease-seconds': 59 })).toHaveProperty('lease-seconds');
  expect(checkTimes({ ...usual, 'lease-seconds': 60 })).toEqual({});
});
