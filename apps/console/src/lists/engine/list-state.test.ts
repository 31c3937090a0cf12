import { describe, expect, test } from 'vitest';
import { arrange, sortRows } from './arrange.ts';
import { readList, writeList } from './list-state.ts';

const sortable = ['name', 'created'];

describe('list state in the address', () => {
  test('an empty address has the default values', () => {
    expect(readList(new URLSearchParams(), sortable)).toEqual({
      search: '',
      sort: 'name',
      descending: false,
      page: 1,
      size: 50,
    });
  });

  test('invalid values become the default values', () => {
    const read = readList(new URLSearchParams('sort=-password&page=-3&size=7'), sortable);
    expect(read).toMatchObject({ sort: 'name', descending: false, page: 1, size: 50 });
  });

  test('a changed search or sort goes back to the first page and keeps other parameters', () => {
    const params = new URLSearchParams('page=4&tab=roles');
    expect(writeList(params, { search: 'ada' }, 'name').toString()).toBe('tab=roles&search=ada');
    expect(writeList(params, { sort: 'created', descending: true }, 'name').toString()).toBe('tab=roles&sort=-created');
  });

  test('default values are not written to the address', () => {
    const params = new URLSearchParams('search=x&sort=-created&size=100&page=2');
    const back = writeList(params, { search: '', sort: 'name', descending: false, size: 50 }, 'name');
    expect(back.toString()).toBe('');
  });

  test('a written state is read back unchanged', () => {
    const written = writeList(new URLSearchParams(), { search: 'a&b', page: 3, size: 25 }, 'name');
    expect(readList(written, sortable)).toMatchObject({ search: 'a&b', page: 3, size: 25 });
  });
});

describe('arranging rows', () => {
  const rows = [
    { id: '3', name: 'émile', last: null },
    { id: '2', name: 'Zoe', last: '2026-01-02' },
    { id: '1', name: 'Emile', last: '2026-01-01' },
  ];
  type Row = (typeof rows)[number];
  const rowKey = (row: Row) => row.id;
  const texts = (row: Row) => [row.name];
  const byName = { rowKey, sortKey: (row: Row) => row.name };
  const byLast = { rowKey, sortKey: (row: Row) => row.last };
  const idsOf = (sortRows: readonly Row[]) => sortRows.map(({ id }) => id);
  const state = { search: '', page: 1, size: 50 as const };

  test('sorts case-insensitively, ties by id', () => {
    expect(idsOf(sortRows(rows, { descending: false }, byName))).toEqual(['1', '3', '2']);
  });

  test('null stays last in both directions', () => {
    expect(idsOf(sortRows(rows, { descending: false }, byLast))).toEqual(['1', '2', '3']);
    expect(idsOf(sortRows(rows, { descending: true }, byLast))).toEqual(['2', '1', '3']);
  });

  test('finds a substring case-insensitively', () => {
    const shown = arrange(rows, { ...state, search: ' MIL ' }, texts);
    expect(shown).toMatchObject({ total: 3, matched: 2 });
    expect(idsOf(shown.rows)).toEqual(['3', '1']);
  });

  test('a page beyond the last one is the last one', () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ id: String(index), name: 'x', last: null }));
    const shown = arrange(many, { ...state, page: 9 }, texts);
    expect(shown).toMatchObject({ page: 2, pages: 2 });
    expect(shown.rows).toHaveLength(1);
  });
});
