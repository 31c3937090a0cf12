import { describe, expect, test } from 'vitest';
import {
  checkEnding,
  type Ending,
  endingOf,
  endingSentence,
  expiryOfEnding,
  instantOf,
  wholeNumber,
} from './ending.ts';

const never: Ending = { ends: 'never', date: '', days: '' };
const onDate: Ending = { ends: 'date', date: '2027-01-31', days: '' };
const afterDays: Ending = { ends: 'days', date: '', days: '30' };

describe('an ending', () => {
  test('is converted to the expiry of the calls', () => {
    expect(expiryOfEnding(never)).toEqual({ perpetual: true, date: null, period: null });
    expect(expiryOfEnding(onDate)).toEqual({ perpetual: false, date: '2027-01-31T23:59:59.999Z', period: null });
    expect(expiryOfEnding(afterDays)).toEqual({ perpetual: false, date: null, period: 30 });
  });

  test('is converted with only the fields of its kind', () => {
    expect(expiryOfEnding({ ...onDate, ends: 'never', days: '7' })).toEqual({
      perpetual: true,
      date: null,
      period: null,
    });
  });

  test.each([never, onDate, afterDays])('%j is read back from its expiry', (ending) => {
    expect(endingOf(expiryOfEnding(ending))).toEqual(ending);
  });

  test('keeps its time of day while its day is the same', () => {
    const before = '2027-01-31T15:45:30.000Z';
    expect(expiryOfEnding(onDate, before).date).toBe(before);
    expect(instantOf('2027-02-01', before)).toBe('2027-02-01T23:59:59.999Z');
    expect(instantOf('2027-02-01')).toBe('2027-02-01T23:59:59.999Z');
  });

  test('reports missing and invalid fields', () => {
    expect(checkEnding({ ...onDate, date: '' })).toEqual({ 'ending.date': 'Choose a date' });
    for (const days of ['', '0', '1.5', '-3', '36501', 'many']) {
      expect(checkEnding({ ...afterDays, days })).toHaveProperty(['ending.days']);
    }
    expect([never, onDate, afterDays].map(checkEnding)).toEqual([{}, {}, {}]);
  });

  test('reads as a sentence', () => {
    expect(endingSentence(never, 1)).toBe('It never ends.');
    expect(endingSentence({ ...onDate, date: '2999-01-31' }, 2)).toBe('They end on 2999-01-31.');
    expect(endingSentence(afterDays, 1)).toBe('It ends 30 days after its first activation.');
    expect(endingSentence({ ...onDate, date: '' }, 2)).toBe('');
  });

  test('says until when days of grace go on', () => {
    const end = { ...onDate, date: '2999-01-31' };
    expect(endingSentence(end, 1, { graceDays: '10' })).toBe('It ends on 2999-01-31.\nIt works until 2999-02-10.');
    expect(endingSentence(end, 2, { graceDays: '1' })).toBe('They end on 2999-01-31.\nThey work until 2999-02-01.');
    for (const graceDays of ['', '0', '91', 'many'])
      expect(endingSentence(end, 1, { graceDays })).toBe('It ends on 2999-01-31.');
  });

  test('within a day is said to give less notice', () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(endingSentence({ ...onDate, date: today }, 1)).toBe(
      `It ends within a day, on ${today}. An application that uses it learns of it at once.`,
    );
  });

  test('that has passed is said to be expired, at the time of day that an unchanged day keeps', () => {
    expect(endingSentence({ ...onDate, date: '2020-01-01' }, 1)).toBe('It ends on 2020-01-01 and is already expired.');
    expect(endingSentence({ ...onDate, date: '2020-01-01' }, 2)).toBe(
      'They end on 2020-01-01 and are already expired.',
    );
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(endingSentence({ ...onDate, date: soon.slice(0, 10) }, 1, { before: soon })).not.toContain('expired');
  });
});

test('accepts only whole numbers within the limit', () => {
  expect([
    wholeNumber(' 12 ', 1000),
    wholeNumber('1000', 1000),
    wholeNumber('1001', 1000),
    wholeNumber('1e2', 1000),
  ]).toEqual([12, 1000, null, null]);
});
