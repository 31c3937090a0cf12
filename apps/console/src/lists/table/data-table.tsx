import { Button, Group, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useNavigationType } from 'react-router';
import { listText } from '#i18n/text/every-page.ts';
import type { Column } from '#lists/columns/column.ts';
import { RowLinks } from '#lists/columns/row-link.tsx';
import { type Arrangement, arrange, filterRows, type RowReading, sortRows } from '#lists/engine/arrange.ts';
import type { ListRows } from '#lists/engine/list-rows.ts';
import { type ChosenRows, chosenRows } from '#lists/selection/chosen-rows.ts';
import type { Selection } from '#lists/selection/selection.ts';
import { EmptyState, type EmptyWords } from '#ui/feedback/empty-state.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { tableRoles } from '#ui/table/table-roles.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './data-table.module.css';
import { ExportButton, SearchBox, SelectionBar, SortBox } from './data-table-bar.tsx';
import { DataTableBody } from './data-table-body.tsx';
import { DataTableFoot } from './data-table-foot.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { PageCheckbox } from './row-checkbox.tsx';
import { useTypedSearch } from './typed-search.ts';

export interface DataTableProps<Row> extends ListRows<Row>, RowReading<Row> {
  /** What is listed, in the plural and lower case: `users`. */
  label: keyof typeof listText.lists;
  columns: readonly Column<Row>[];
  /** Whether the list can be saved as CSV. */
  exportable?: boolean;
  /** The words of the empty list. */
  empty: EmptyWords | null;
  /** For bulk changes: the selection, the name of a row, and the actions for the chosen rows. */
  selection?: { state: Selection; rowName: (row: Row) => string; actions: (chosen: ChosenRows) => ReactNode };
}

/** One accessible table for every list: search, sorting, paging, and its loading, error, empty and no-match states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, serverRows, state, error, onRetry, rowKey, texts } = props;
  const { empty, exportable = true } = props;
  const { selection, only } = useShownSelection(props);
  const [exportError, setExportError] = useState<unknown>(null);
  const sorts = serverRows?.sorts;
  const columns = sorts ? sortableBy(props.columns, sorts) : props.columns;
  const shownColumns = columns.filter((column) => column.visible !== 'never');
  const sortKey = columns.find(({ id }) => id === state.sort)?.sort;
  const { descending, page, size, change } = state;
  const search = useTypedSearch(state.search, (text) => change({ search: text }));
  // A whole list is filtered at every letter; a list that the server searches follows the address.
  const searched = only ? '' : serverRows ? state.search : search.typed;
  const searchedPage = only || searched === state.search ? page : 1;
  const wholeList = only ?? rows;
  const all = wholeList && sortRows(wholeList, { descending }, { rowKey, sortKey });
  const arranged = all && arrange(all, { search: searched, page: searchedPage, size }, texts);
  const latest = serverRows && !only ? serverRows.arranged : arranged;
  // If the requested page is beyond the last one, the last one is shown and written to the address.
  const shownPage = serverRows?.stale || (!only && searched !== state.search) ? undefined : latest?.page;
  useEffect(() => {
    if (shownPage !== undefined && shownPage !== page) change({ page: shownPage });
  }, [shownPage, page, change]);
  const rendered = useRenderedRows(latest);
  const word = listText.lists[label];
  const loading = !rendered && !error;
  const selected = selection && chosenRows(selection.state, props, texts);
  const chosen = selected?.count ? selected : null;
  // Once all rows are deselected again, rows added later are not chosen.
  const clearSelection = useEffectEvent(() => selection?.state.clear());
  const nothingLeft = selection?.state.everything === true && !chosen && rendered !== undefined && rendered.matched > 0;
  useEffect(() => {
    if (nothingLeft) clearSelection();
  }, [nothingLeft]);
  return (
    <section className={styles.list} aria-busy={loading || (serverRows?.stale ?? false)}>
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <SearchBox label={listText.searchIn({ list: word })} search={search} />
        {selection && chosen && (
          <SelectionBar
            selection={selection.state}
            count={chosen.count}
            matched={only ? 0 : (rendered?.matched ?? 0)}
            only={only !== null}
            onOnly={selection.showOnly}
          >
            {selection.actions(chosen)}
          </SelectionBar>
        )}
        {!chosen && rendered && rendered.matched > 1 && <SortBox columns={columns} state={state} />}
        {exportable && !chosen && rendered && rendered.matched > 0 && (
          <ExportButton
            name={word}
            columns={columns}
            rows={serverRows ? serverRows.all : async () => filterRows(all ?? [], searched, texts)}
            onError={setExportError}
          />
        )}
      </Group>
      <ErrorAlert error={error} onRetry={onRetry} />
      <ErrorAlert error={exportError} />
      <VisuallyHidden role="status">
        {rendered && searched ? listText.matches({ matched: rendered.matched, total: rendered.total }) : ''}
      </VisuallyHidden>
      {(loading || (rendered && rendered.matched > 0)) && (
        <div className={`${looks.panel} ${styles.frame}`}>
          <div className={styles.scroll} data-selection={selection ? true : undefined}>
            {/* Over the head and not in it, where it would be read as part of a column's name. */}
            {selection && rendered && (
              <div className={styles.pageCheckbox}>
                <PageCheckbox selection={selection.state} keys={rendered.rows.map(rowKey)} />
              </div>
            )}
            <table {...tableRoles.table} aria-label={word} className={styles.table}>
              <DataTableHead columns={shownColumns} state={state} />
              <RowLinks>
                <DataTableBody
                  columns={shownColumns}
                  rows={rendered?.rows}
                  rowKey={rowKey}
                  rowName={selection?.rowName ?? rowKey}
                  selection={selection?.state}
                />
              </RowLinks>
            </table>
          </div>
          {rendered && <DataTableFoot arranged={rendered} state={state} />}
        </div>
      )}
      {rendered && <NothingShown arranged={rendered} search={searched} onClear={search.clear} empty={empty} />}
    </section>
  );
}

/**
 * The selection of a table, which can show only the chosen rows, whatever the search: `only`, or null while all rows are
 * shown. Of a list that is not whole, it keeps the rows as they were when they were chosen.
 */
function useShownSelection<Row>({ selection, rows, serverRows, rowKey, state }: DataTableProps<Row>) {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map());
  const [shownOnly, showOnly] = useState(false);
  if (!selection) return { selection, only: null };
  const { keys, everything, choose } = selection.state;
  const listed = rows ?? serverRows?.arranged?.rows ?? [];
  const chooseRows: Selection['choose'] = (changed, wanted) => {
    const found = listed.filter((row) => changed.includes(rowKey(row)));
    setKept(new Map([...kept, ...found.map((row) => [rowKey(row), row] as const)]));
    choose(changed, wanted);
  };
  const now = new Map([...kept, ...listed.map((row) => [rowKey(row), row] as const)]);
  const only = shownOnly && !everything && keys.size > 0 ? [...keys].flatMap((key) => now.get(key) ?? []) : null;
  const show = (wanted: boolean): void => {
    showOnly(wanted);
    state.change({ page: 1 });
  };
  return { selection: { ...selection, state: { ...selection.state, choose: chooseRows }, showOnly: show }, only };
}

/** In px: what is above the rows of a list in most windows, and the lowest row. */
const [aboveRows, lowestRow] = [220, 44];

/** The greatest number of rows that the window shows without scrolling. */
function rowsInWindow(): number {
  return Math.max(1, Math.ceil((window.innerHeight - aboveRows) / lowestRow));
}

/**
 * Defers the rendering of the rows, so that typing stays responsive. A list first renders the rows that a window shows,
 * and then the others. On back navigation it renders all rows at once: the page needs its former height, so that the
 * browser can restore the scroll position.
 */
function useRenderedRows<Row>(latest: Arrangement<Row> | undefined): Arrangement<Row> | undefined {
  const comesBack = useNavigationType() === 'POP';
  const [first] = useState(rowsInWindow);
  const whole = comesBack || !latest || latest.rows.length <= first;
  const deferred = useDeferredValue(latest, whole ? latest : { ...latest, rows: latest.rows.slice(0, first) });
  // Rows that arrive after their table is rendered are not deferred.
  return deferred ?? latest;
}

/** Removes `sort` from the columns that cannot sort the list. */
function sortableBy<Row>(columns: readonly Column<Row>[], sorts: readonly string[]): Column<Row>[] {
  return columns.map(({ sort, ...column }) => (sort && sorts.includes(column.id) ? { ...column, sort } : column));
}

interface NothingShownProps {
  arranged: Arrangement<unknown>;
  search: string;
  onClear: () => void;
  empty: EmptyWords | null;
}

/** Shown when the list is empty, or the search finds nothing. */
function NothingShown({ arranged, search, onClear, empty }: NothingShownProps) {
  if (arranged.matched > 0) return null;
  if (arranged.total === 0) return empty && <EmptyState {...empty} />;
  const clear = (
    <Button mt="xs" onClick={onClear}>
      {listText.clearSearch}
    </Button>
  );
  return <EmptyState title={listText.noMatchTitle} hint={listText.noMatch({ search })} action={clear} />;
}
