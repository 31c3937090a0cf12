import type { ReactNode } from 'react';

export type SortKey = string | number | null;

export interface Column<Row> {
  id: string;
  header: string;
  /** What a row shows, at a moment: relative times step on. */
  cell: (row: Row, now: number) => ReactNode;
  /** What orders the list by this column; a column without it cannot. */
  sort?: (row: Row) => SortKey;
  /** A time whose usual order is the latest first: `sort` is by age, and the head announces the order in time. */
  latestFirst?: boolean;
  /** The cell in an exported file; a column without it is not exported. */
  text?: (row: Row) => string;
  /** Share of the table's width; 1 unless said. A text such as `56px` is fixed. */
  width?: number | string;
  /** `wide`: only where every column has room, and on cards. `never`: it is only exported. Always unless said. */
  shown?: 'wide' | 'never';
  /** Actions stand at the right end, and their head is only read aloud. */
  actions?: boolean;
}
