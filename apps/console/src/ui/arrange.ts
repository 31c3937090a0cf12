import type { ListValues } from './list-state.ts';

export type SortKey = string | number | null;

export interface Arrangement<Row> {
  /** The rows of the page that is shown. */
  rows: readonly Row[];
  /** How many rows there are, and how many of them match the search. */
  total: number;
  matched: number;
  /** The page that is shown: the last one, when the asked one lies behind it. */
  page: number;
  pages: number;
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Orders texts as people do, case-insensitively; nothing comes last. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Whether one of the texts contains the search, case-insensitively. A search of blanks matches everything. */
export function matches(texts: readonly (string | null | undefined)[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}

export interface ArrangeBy<Row> {
  /** Identifies a row, and breaks ties. */
  rowKey: (row: Row) => string;
  texts: (row: Row) => readonly (string | null | undefined)[];
  sortKey: ((row: Row) => SortKey) | undefined;
}

/** The rows of a list that the search finds, in order. */
export function sorted<Row>(
  all: readonly Row[],
  state: Pick<ListValues, 'search' | 'descending'>,
  by: ArrangeBy<Row>,
): Row[] {
  const found = all.filter((row) => matches(by.texts(row), state.search));
  const { sortKey } = by;
  const keyed = found.map((row) => ({ row, sort: sortKey ? sortKey(row) : null, key: by.rowKey(row) }));
  const sign = state.descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.sort === null || b.sort === null) return compareKeys(a.sort, b.sort) || compareKeys(a.key, b.key);
    return sign * compareKeys(a.sort, b.sort) || compareKeys(a.key, b.key);
  });
  return keyed.map(({ row }) => row);
}

/** Filters, orders and pages the rows of a list. */
export function arrange<Row>(
  all: readonly Row[],
  state: Pick<ListValues, 'search' | 'descending' | 'page' | 'size'>,
  by: ArrangeBy<Row>,
): Arrangement<Row> {
  const found = sorted(all, state, by);
  const pages = Math.max(1, Math.ceil(found.length / state.size));
  const page = Math.min(state.page, pages);
  const rows = found.slice((page - 1) * state.size, page * state.size);
  return { rows, total: all.length, matched: found.length, page, pages };
}
