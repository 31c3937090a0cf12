import { expect, test } from 'vitest';
import { optionFilter } from './option-filter.ts';

const option = (label: string) => ({ value: label, label });
const many = Array.from({ length: 250 }, (_, index) => option(`Printer ${index}`));

test('the filter is a case-insensitive substring, without patterns', () => {
  const options = ['Acme Print', 'Printers (North)', 'Beta'].map(option);
  const shown = (search: string) => optionFilter({ found: false, more: false })({ options, search, limit: 0 });
  expect(shown('PRINT')).toEqual(['Acme Print', 'Printers (North)'].map(option));
  expect(shown('(n')).toEqual(['Printers (North)'].map(option));
  expect(shown(' ')).toHaveLength(3);
});

test('the first of many options are shown, with a hint that cannot be chosen', () => {
  const shown = optionFilter({ found: false, more: false })({ options: many, search: '', limit: 0 });
  expect(shown).toHaveLength(101);
  expect(shown.at(-1)).toMatchObject({ label: 'Type to find more', disabled: true });
  expect(optionFilter({ found: false, more: false })({ options: many, search: '24', limit: 0 })).toHaveLength(13);
});

test('the hits of the server are not filtered again, and have the hint if the server has more', () => {
  const search = 'ada@acme.example';
  const few = many.slice(0, 3);
  expect(optionFilter({ found: true, more: false })({ options: few, search, limit: 0 })).toEqual(few);
  expect(optionFilter({ found: true, more: true })({ options: few, search, limit: 0 })).toHaveLength(4);
  expect(optionFilter({ found: true, more: true })({ options: [], search, limit: 0 })).toEqual([]);
});
