import type { Arrangement } from './arrange.ts';
import type { ListState } from './list-state.ts';

/** What the server is asked to find. */
export interface ServerSearch {
  search?: string;
  /** Statuses and types that the page shows by words which the search is about. */
  'search-also'?: string;
}

/** Rows that the server searched, sorted and cut, of a list that is too long to do so here. */
interface ServerRows<Row> {
  /** Undefined while they are loading. */
  shown: Arrangement<Row> | undefined;
  /** Whether what is shown is about to be replaced. */
  stale: boolean;
  /** What they were searched for. */
  search: ServerSearch;
  /** Ids of the columns that can order the list; null while all of them can. */
  sorts: readonly string[] | null;
  /** Every row that the search finds, in order. */
  all: () => Promise<readonly Row[]>;
}

/** What a table needs to know of its list. */
export interface ListRows<Row> {
  /** All rows, which the table searches and sorts by itself; undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Instead of them, where the server does that. */
  serverRows?: ServerRows<Row> | undefined;
  state: ListState;
  error: unknown;
  onRetry: () => void;
}
