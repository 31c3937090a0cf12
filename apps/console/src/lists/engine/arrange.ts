import { compareNames } from '#i18n/locale/formats.ts';
import type { SortKey } from '#lists/columns/column.ts';
import type { ListValues } from './list-state.ts';

export interface Arrangement<Row> {
  /** The rows of the current page. */
  rows: readonly Row[];
  /** How many rows there are, and how many of them match the search. */
  total: number;
  matched: number;
  /** The current page; the last one if the requested page is beyond it. */
  page: number;
  pages: number;
}

/** Compares texts in natural order, case-insensitively; null comes last in both directions. */
function compareKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b)));
}

/** Whether one of the texts contains the search, case-insensitively. A search of blanks matches everything. */
export function matches(texts: readonly (string | null | undefined)[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** How a table reads a row. */
export interface RowReading<Row> {
  /** Identifies a row, and breaks ties. */
  rowKey: (row: Row) => string;
  /** The texts that the search matches. */
  texts: (row: Row) => readonly (string | null | undefined)[];
}

/** Sorts all rows of a list. */
export function sortRows<Row>(
  all: readonly Row[],
  { descending }: Pick<ListValues, 'descending'>,
  { sortKey, rowKey }: Pick<RowReading<Row>, 'rowKey'> & { sortKey: ((row: Row) => SortKey) | undefined },
): Row[] {
  const keyed = all.map((row) => ({ row, sort: sortKey ? sortKey(row) : null, key: rowKey(row) }));
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => compareKeys(a.sort, b.sort, sign) || compareNames(a.key, b.key));
  return keyed.map(({ row }) => row);
}

/** The rows that a search finds, in their existing order. */
export function filterRows<Row>(rows: readonly Row[], search: string, texts: RowReading<Row>['texts']): readonly Row[] {
  return search.trim() === '' ? rows : rows.filter((row) => matches(texts(row), search));
}

/** Searches and pages sorted rows. It does not sort, because it runs for every typed letter. */
export function arrange<Row>(
  rows: readonly Row[],
  state: Pick<ListValues, 'search' | 'page' | 'size'>,
  texts: RowReading<Row>['texts'],
): Arrangement<Row> {
  const matching = filterRows(rows, state.search, texts);
  const pages = Math.max(1, Math.ceil(matching.length / state.size));
  const page = Math.min(state.page, pages);
  const pageRows = matching.slice((page - 1) * state.size, page * state.size);
  return { rows: pageRows, total: rows.length, matched: matching.length, page, pages };
}
