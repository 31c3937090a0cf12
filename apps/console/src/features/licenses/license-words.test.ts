import { describe, expect, test } from 'vitest';
import { consumersInWords, expiryOf } from './license-words.ts';

describe('expiry', () => {
  const date = '2026-06-01T00:00:00.000Z';
  test.each([
    [{ perpetual: true, date, period: 30 }, { words: 'None' }],
    [{ perpetual: false, date, period: 30 }, { date }],
    [{ perpetual: false, date: null, period: 30 }, { words: '30 days after activation' }],
    [{ perpetual: false, date: null, period: 1 }, { words: '1 days after activation' }],
    [{ perpetual: false, date: null, period: 0 }, { words: '0 days after activation' }],
    [{ perpetual: false, date: null, period: null }, { words: 'Unknown' }],
  ])('%j', (expiry, shown) => {
    expect(expiryOf(expiry)).toEqual(shown);
  });
});

test('consumers read as a line', () => {
  const names = { email: (rn: string) => `${rn}@acme.example`, tag: (rn: string) => rn.toUpperCase() };
  expect(consumersInWords({ kind: 'No one' }, names)).toBe('No one');
  expect(consumersInWords({ kind: 'Everyone' }, names)).toBe('Everyone');
  expect(consumersInWords({ kind: 'User', user: 'ada' }, names)).toBe('User: ada@acme.example');
  expect(consumersInWords({ kind: 'Tags', tags: ['b', 'a'] }, names)).toBe('Tags: A, B');
  expect(consumersInWords({ kind: 'Custom policy', statements: [] }, names)).toBe('Custom policy');
});
