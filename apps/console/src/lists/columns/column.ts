import type { ReactNode } from 'react';

export type SortKey = string | number | null;

export interface Column<Row> {
  id: string;
  header: string;
  /** The content of a row's cell; `now` is for relative times, which advance. */
  cell: (row: Row, now: number) => ReactNode;
  /** The sort key of a row; a column without it cannot sort the list. */
  sort?: (row: Row) => SortKey;
  /** For a time that is usually sorted latest first: `sort` is by age, and the head announces the order in time. */
  latestFirst?: boolean;
  /** The cell in an exported file; a column without it is not exported. */
  text?: (row: Row) => string;
  /** Share of the table's width; 1 by default. A text such as `56px` is a fixed width. */
  width?: number | string;
  /** `wide`: only if every column has room, and on cards. `never`: only exported. By default always. */
  visible?: 'wide' | 'never';
  /** Whether it holds actions, which are at the right end and whose head is only read aloud. */
  actions?: boolean;
}
