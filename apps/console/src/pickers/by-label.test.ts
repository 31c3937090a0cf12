import { expect, test } from 'vitest';
import { byLabel } from './by-label.ts';

test('options are ordered by label as people read it', () => {
  const options = ['zebra', 'Ångström', 'Beta'].map((label) => ({ value: label, label }));
  expect(byLabel(options).map(({ label }) => label)).toEqual(['Ångström', 'Beta', 'zebra']);
  expect(byLabel(undefined)).toEqual([]);
});
