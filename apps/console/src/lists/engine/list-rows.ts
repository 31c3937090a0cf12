import type { Arrangement } from './arrange.ts';
import type { ListState } from './list-state.ts';

/** A search on the server. */
export interface ServerSearch {
  search?: string;
  /** Statuses and types whose translated words match the search. */
  'search-also'?: string;
}

/** Rows that the server searched, sorted and paged, because the list is too long to do so here. */
interface ServerRows<Row> {
  /** Undefined while they are loading. */
  arranged: Arrangement<Row> | undefined;
  /** Whether the shown rows are about to be replaced. */
  stale: boolean;
  /** The search that found them. */
  search: ServerSearch;
  /** Ids of the columns that can sort the list; null while all of them can. */
  sorts: readonly string[] | null;
  /** Fetches every row that the search finds, sorted. */
  all: () => Promise<readonly Row[]>;
}

/** The rows and the state of a list, for its table. */
export interface ListRows<Row> {
  /** All rows, which the table searches and sorts by itself; undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Used instead of `rows` if the server searches and sorts. */
  serverRows?: ServerRows<Row> | undefined;
  state: ListState;
  error: unknown;
  onRetry: () => void;
}
