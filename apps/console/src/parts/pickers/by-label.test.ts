import { expect, test } from 'vitest';
import { byLabel } from './by-label.ts';

test('options are sorted by label, ignoring case and accents', () => {
  const options = ['zebra', 'Ångström', 'Beta'].map((label) => ({ value: label, label }));
  expect(byLabel(options).map(({ label }) => label)).toEqual(['Ångström', 'Beta', 'zebra']);
  expect(byLabel(undefined)).toEqual([]);
});

test('an item renamed between two pages of its list is offered once, with its new name', () => {
  const options = [
    { value: '1', label: 'Alpha' },
    { value: '2', label: 'Beta' },
    { value: '1', label: 'Gamma' },
  ];
  expect(byLabel(options).map(({ label }) => label)).toEqual(['Beta', 'Gamma']);
});
