import { expect, test } from 'vitest';
import { byLabel } from './by-label.ts';

test('options are ordered by label as people read it', () => {
  const options = ['zebra', 'Ångström', 'Beta'].map((label) => ({ value: label, label }));
  expect(byLabel(options).map(({ label }) => label)).toEqual(['Ångström', 'Beta', 'zebra']);
  expect(byLabel(undefined)).toEqual([]);
});

test('what is renamed between two pages of its list is offered once, by its new name', () => {
  const options = [
    { value: '1', label: 'Alpha' },
    { value: '2', label: 'Beta' },
    { value: '1', label: 'Gamma' },
  ];
  expect(byLabel(options).map(({ label }) => label)).toEqual(['Beta', 'Gamma']);
});
