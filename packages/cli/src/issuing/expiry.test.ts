import { expect, it } from 'vitest';
import { formatExpiry, readExpiry } from './expiry.ts';

it('readExpiry accepts a word, a number of days or a date', () => {
  expect(readExpiry('Perpetual')).toEqual({ perpetual: true });
  for (const text of ['30 days', '30d', '30 D', '30days']) expect(readExpiry(text)).toEqual({ period: 30 });
  expect(readExpiry('1 day')).toEqual({ period: 1 });
  expect(readExpiry('2027-12-31')).toEqual({ date: '2027-12-31' });
});

it('formatExpiry prefers perpetual to a date, and a date to days', () => {
  const date = '2027-12-31T00:00:00.000Z';
  expect(formatExpiry({ perpetual: true, date, period: 30 })).toBe('Perpetual');
  expect(formatExpiry({ perpetual: false, date, period: 30 })).toBe('2027-12-31');
  expect(formatExpiry({ perpetual: false, date: null, period: 30 })).toBe('30 days after activation');
});
