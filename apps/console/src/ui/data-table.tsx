import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { listText } from '#text/lists.ts';
import { arrange, type SortKey } from './arrange.ts';
import { DataTableFoot } from './data-table-foot.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorAlert } from './error-alert.tsx';
import type { ListState } from './list-state.ts';
import { SearchBox } from './search-box.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import './data-table.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What orders the list by this column; a column without it cannot. */
  sort?: (row: Row) => SortKey;
  /** Share of the table's width; 1 unless said. A text such as `56px` is fixed. */
  width?: number | string;
  /** Actions stand at the right end, and their head is only read aloud. */
  actions?: boolean;
}

interface DataTableProps<Row> {
  /** What is listed, in the plural and lower case: `users`. */
  label: string;
  columns: readonly Column<Row>[];
  /** All rows; undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The texts that the search looks into. */
  texts: (row: Row) => readonly (string | null | undefined)[];
  state: ListState;
  error: unknown;
  onRetry: () => void;
  /** What stands there when there is nothing to list. */
  empty: ReactNode;
  /** What stands at the right of the search. */
  tools?: ReactNode;
  /** Lowest width in px at which the columns are readable; below it the table scrolls sideways. */
  minWidth?: number;
}

/** The roles are said although the elements have them: a browser may drop them where CSS turns rows into cards. */
const roles = { table: { role: 'table' }, group: { role: 'rowgroup' }, row: { role: 'row' }, cell: { role: 'cell' } };

/** One accessible table for every list: search, sorting, paging, and its loading, error, empty and no-match states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, texts, state, error, onRetry, empty, tools, minWidth = 720 } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const sortKey = columns.find(({ id }) => id === state.sort)?.sort;
  const shown = useMemo(
    () => (rows ? arrange(rows, state, { rowKey, texts, sortKey }) : undefined),
    [rows, state, rowKey, texts, sortKey],
  );
  useLayoutEffect(() => markCutTexts(body.current));

  const failed = error !== null && error !== undefined;
  const loading = !shown && !failed;
  return (
    <section aria-busy={loading}>
      <div className="kh-toolbar">
        <SearchBox
          label={`${listText.search} ${label}`}
          value={state.search}
          onChange={(search) => state.change({ search })}
        />
        {tools}
      </div>
      <ErrorAlert error={error} onRetry={onRetry} />
      <p role="status" className="kh-read-only">
        {shown && state.search ? listText.matches(shown.matched, shown.total) : ''}
      </p>
      {(loading || (shown && shown.matched > 0)) && (
        <div className="kh-panel kh-table-panel">
          <div className="kh-table-scroll">
            <table {...roles.table} aria-label={label} className="kh-table" style={{ '--kh-min': `${minWidth}px` }}>
              <DataTableHead columns={columns} state={state} />
              <tbody {...roles.group} ref={body}>
                {loading && <SkeletonRows columns={columns} />}
                {shown?.rows.map((row) => (
                  <tr {...roles.row} key={rowKey(row)}>
                    {columns.map((column) => (
                      <td
                        {...roles.cell}
                        key={column.id}
                        data-label={column.header}
                        data-actions={column.actions || undefined}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {shown && <DataTableFoot shown={shown} state={state} />}
        </div>
      )}
      {shown && shown.total === 0 && <div className="kh-panel">{empty}</div>}
      {shown && shown.total > 0 && shown.matched === 0 && (
        <div className="kh-panel">
          <EmptyState
            title={listText.noMatchTitle}
            action={
              <Button variant="default" mt="xs" onClick={() => state.change({ search: '' })}>
                {listText.clearSearch}
              </Button>
            }
          >
            {listText.noMatch(state.search)}
          </EmptyState>
        </div>
      )}
    </section>
  );
}

/** A text that had to be cut can be focused, so that the keyboard too reaches the whole of it. */
function markCutTexts(body: HTMLElement | null): void {
  for (const text of body?.querySelectorAll<HTMLElement>('.kh-cut:not(a)') ?? []) {
    if (text.scrollWidth > text.clientWidth) text.tabIndex = 0;
    else text.removeAttribute('tabindex');
  }
}
