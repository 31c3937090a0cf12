import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Column } from '#lists/columns/column.ts';
import type { ListState } from '#lists/engine/list-state.ts';
import { tableRoles } from '#ui/table/table-roles.ts';
import styles from './data-table.module.css';

/** The table's head: a real button in each sortable column, and `aria-sort` on the sorted one. */
export function DataTableHead<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  const shares = columns.reduce((sum, { width = 1 }) => sum + (typeof width === 'number' ? width : 0), 0);
  return (
    <thead {...tableRoles.group}>
      <tr {...tableRoles.row}>
        {columns.map((column) => {
          const { width = 1 } = column;
          const sorted = column.sort && column.id === state.sort;
          return (
            <th
              {...tableRoles.head}
              key={column.id}
              scope="col"
              style={{ width: typeof width === 'number' ? `${(100 * width) / shares}%` : width }}
              data-actions={column.actions || undefined}
              data-visible={column.visible}
              {...(sorted && { 'aria-sort': isDescending(column, state) ? 'descending' : 'ascending' })}
            >
              <HeadContent column={column} state={state} sorted={Boolean(sorted)} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Whether the displayed values descend. */
function isDescending<Row>({ latestFirst = false }: Column<Row>, { descending }: ListState): boolean {
  return descending !== latestFirst;
}

function HeadContent<Row>({ column, state, sorted }: { column: Column<Row>; state: ListState; sorted: boolean }) {
  if (column.actions) return <VisuallyHidden>{column.header}</VisuallyHidden>;
  if (!column.sort) return column.header;
  const Arrow = !sorted ? IconArrowsSort : isDescending(column, state) ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={styles.headButton}
      data-sorted={sorted || undefined}
      onClick={() => state.change({ sort: column.id, descending: sorted && !state.descending })}
    >
      {column.header}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}
