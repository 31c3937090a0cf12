import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSets, mergeThree } from './merge.ts';

const base = { title: 'Editor', description: 'Desk 4', tags: ['a', 'b'] };

test('changes to different fields are both kept', () => {
  const merged = mergeThree(base, { ...base, title: 'Mine' }, { ...base, description: 'Theirs' });
  expect(merged).toEqual({ values: { ...base, title: 'Mine', description: 'Theirs' }, conflicts: [] });
});

test('a field that both changed keeps my value and is in conflict', () => {
  const merged = mergeThree(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' });
  expect(merged).toEqual({ values: { ...base, title: 'Mine' }, conflicts: ['title'] });
});

test('the same change by both is not a conflict', () => {
  const both = { ...base, title: 'Same' };
  expect(mergeThree(base, both, both)).toEqual({ values: both, conflicts: [] });
});

test('a set keeps the additions and removals of both', () => {
  expect(mergeSets(['a', 'b'], ['b', 'c'], ['a', 'd'])).toEqual(['d', 'c']);
  expect(mergeThree(base, { ...base, tags: ['a', 'b', 'c'] }, { ...base, tags: ['b'] })).toEqual({
    values: { ...base, tags: ['b', 'c'] },
    conflicts: [],
  });
});

test('a nested value is merged as a whole, and is in conflict if both changed a part of it', () => {
  const never = { ending: { ends: 'never', date: '', days: '' } };
  const mine = { ending: { ends: 'date', date: '2027-01-31', days: '' } };
  const theirs = { ending: { ends: 'days', date: '', days: '30' } };
  expect(mergeThree(never, never, theirs)).toEqual({ values: theirs, conflicts: [] });
  expect(mergeThree(never, mine, theirs)).toEqual({ values: mine, conflicts: ['ending'] });
});

const set = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd'));

test('no change to a set is lost or undone', () => {
  fc.assert(
    fc.property(set, set, set, (began, mine, theirs) => {
      const merged = mergeSets(began, mine, theirs);
      expect(new Set(merged).size).toBe(merged.length);
      for (const item of ['a', 'b', 'c', 'd']) {
        const was = began.includes(item);
        const changed = mine.includes(item) !== was || theirs.includes(item) !== was;
        expect(merged.includes(item)).toBe(changed ? !was : was);
      }
    }),
  );
});
