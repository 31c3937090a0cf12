// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sortRows } from '#lists/engine/arrange.ts';
import { dateColumn } from './columns.tsx';

const rows = [
  { id: 'b', 'last-login': '2026-01-02T10:00:00.000Z' },
  { id: 'a', 'last-login': null },
  { id: 'c', 'last-login': '2026-01-01T10:00:00.000Z' },
];

test('`Never` sorts before every date, as on the server', () => {
  const { sort } = dateColumn('last-login', 'Last login');
  const ids = (descending: boolean) =>
    sortRows(rows, { descending }, { rowKey: ({ id }) => id, sortKey: sort }).map(({ id }) => id);
  expect(ids(false)).toEqual(['a', 'c', 'b']);
  expect(ids(true)).toEqual(['b', 'c', 'a']);
});
