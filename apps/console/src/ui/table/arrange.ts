import { compareNames } from '#locale/formats.ts';
import type { SortKey } from './column.ts';
import type { ListValues } from './list-state.ts';

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

/** Orders texts as people do, case-insensitively; nothing comes last, also backwards. */
function compareKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b)));
}

/** Whether one of the texts contains the search, case-insensitively. A search of blanks matches everything. */
export function matches(texts: readonly (string | null | undefined)[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** What a table has to know of each row. */
export interface RowReading<Row> {
  /** Identifies a row, and breaks ties. */
  rowKey: (row: Row) => string;
  /** The texts that the search looks into. */
  texts: (row: Row) => readonly (string | null | undefined)[];
}

/** All rows of a list, in order. */
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

/** The rows that a search finds, in the order that they have. */
export function filterRows<Row>(rows: readonly Row[], search: string, texts: RowReading<Row>['texts']): readonly Row[] {
  return search.trim() === '' ? rows : rows.filter((row) => matches(texts(row), search));
}

/** Searches and pages rows that are in order. Nothing is ordered here: it is done again for every letter that is typed. */
export function arrange<Row>(
  rows: readonly Row[],
  state: Pick<ListValues, 'search' | 'page' | 'size'>,
  texts: RowReading<Row>['texts'],
): Arrangement<Row> {
  const matching = filterRows(rows, state.search, texts);
  const pages = Math.max(1, Math.ceil(matching.length / state.size));
  const page = Math.min(state.page, pages);
  const shown = matching.slice((page - 1) * state.size, page * state.size);
  return { rows: shown, total: rows.length, matched: matching.length, page, pages };
}
