import { expect, test } from 'vitest';
import { chosenRows } from './chosen-rows.ts';

const texts = (row: string) => [row];
const selection = (keys: string[], everything: boolean) => ({
  keys: new Set(keys),
  everything,
  isChosen: (key: string) => keys.includes(key) !== everything,
});
const state = { search: ' a ', sort: 'name', descending: false, page: 1, size: 25 as const, change: () => undefined };
const whole = {
  rows: ['ada', 'bob', 'eva'],
  rowKey: (row: string) => `key-${row}`,
  state,
  error: null,
  onRetry: () => undefined,
};
const arranged = { rows: ['ada'], total: 5000, matched: 1200, page: 1, pages: 48 };
const serverRows = {
  ...whole,
  rows: undefined,
  serverRows: { arranged, stale: false, search: { search: 'a' }, sorts: ['name'], all: async () => [] },
};

test('rows chosen one by one are returned by key, including those of other pages', () => {
  expect(chosenRows(selection(['key-bob', 'key-elsewhere'], false), whole, texts)).toEqual({
    keys: ['key-bob', 'key-elsewhere'],
    count: 2,
  });
  expect(chosenRows(selection(['key-x'], false), serverRows, texts)).toEqual({ keys: ['key-x'], count: 1 });
});

test('all rows of a whole list are those that its search finds, except the deselected ones', () => {
  expect(chosenRows(selection([], true), whole, texts)).toEqual({ keys: ['key-ada', 'key-eva'], count: 2 });
  // Rows that are deleted or no longer found do not count.
  expect(chosenRows(selection(['key-ada', 'key-gone'], true), whole, texts)).toEqual({ keys: ['key-eva'], count: 1 });
});

test('all rows of a longer list are the search itself, with the deselected rows excepted', () => {
  const search = { search: 'a' };
  expect(chosenRows(selection([], true), serverRows, texts)).toEqual({ search, except: [], count: 1200 });
  const except = ['key-x', 'key-y'];
  expect(chosenRows(selection(except, true), serverRows, texts)).toEqual({ search, except, count: 1198 });
});
