import { expect, test } from 'vitest';
import { chosenRows } from './chosen-rows.ts';
import type { Selection } from './selection.ts';

const texts = (row: string) => [row];
const selection = (chosen: string[], everything: boolean): Selection => ({
  chosen: new Set(chosen),
  everything,
  choose: () => undefined,
  chooseEverything: () => undefined,
  clear: () => undefined,
});
const state = { search: ' a ', sort: 'name', descending: false, page: 1, size: 25 as const, change: () => undefined };
const whole = {
  rows: ['ada', 'bob', 'eva'],
  rowKey: (row: string) => `key-${row}`,
  state,
  error: null,
  onRetry: () => undefined,
};
const shown = { rows: ['ada'], total: 5000, matched: 1200, page: 1, pages: 48 };
const serverRows = {
  ...whole,
  rows: undefined,
  serverRows: { shown, stale: false, search: { search: 'a' }, sorts: ['name'], all: async () => [] },
};

test('rows chosen one by one are known by key, also those of other pages', () => {
  expect(chosenRows(selection(['key-bob', 'key-elsewhere'], false), whole, texts)).toEqual({
    keys: ['key-bob', 'key-elsewhere'],
    count: 2,
  });
  expect(chosenRows(selection(['key-x'], false), serverRows, texts)).toEqual({ keys: ['key-x'], count: 1 });
});

test('all of a whole list are those that its search finds', () => {
  expect(chosenRows(selection(['key-ada'], true), whole, texts)).toEqual({ keys: ['key-ada', 'key-eva'], count: 2 });
});

test('all of a longer list is the search itself', () => {
  expect(chosenRows(selection([], true), serverRows, texts)).toEqual({ search: { search: 'a' }, count: 1200 });
});
