import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Column } from '#lists/columns/column.ts';
import type { Selection } from '#lists/selection/selection.ts';
import { useNow } from '#ui/date/relative-date.tsx';
import { cutTexts, isCut } from '#ui/feedback/cut-text.ts';
import { tableRoles } from '#ui/table/table-roles.ts';
import { RowCheckbox } from './row-checkbox.tsx';

interface DataTableBodyProps<Row> {
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  selection: Selection | undefined;
}

/** The rows of the current page. */
export function DataTableBody<Row>({ columns, rows, rowKey, rowName, selection }: DataTableBodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  // One clock for all rows, because a list has many.
  const now = useNow();
  // The observer runs after layout, and again when the rows become narrower, so measuring forces no layout.
  useEffect(() => {
    const rendered = body.current;
    if (!rendered) return;
    const observer = new ResizeObserver(() => markCutTexts(rendered));
    observer.observe(rendered);
    return () => observer.disconnect();
  });
  return (
    <tbody {...tableRoles.group} ref={body}>
      {!rows && <SkeletonRows columns={columns} />}
      {rows?.map((row) => {
        const key = rowKey(row);
        return (
          <TableRow
            key={key}
            row={row}
            rowKey={key}
            rowName={rowName}
            columns={columns}
            now={now}
            {...(selection && { chosen: selection.isChosen(key), choose: selection.choose })}
          />
        );
      })}
    </tbody>
  );
}

interface TableRowProps<Row> extends Pick<DataTableBodyProps<Row>, 'columns' | 'rowName'> {
  row: Row;
  rowKey: string;
  now: number;
  chosen?: boolean;
  choose?: Selection['choose'];
}

function TableRow<Row>({ row, rowKey, rowName, columns, now, chosen, choose }: TableRowProps<Row>) {
  return (
    <tr {...tableRoles.row} data-chosen={chosen || undefined}>
      {columns.map((column, index) => (
        <td
          {...tableRoles.cell}
          key={column.id}
          data-label={column.header}
          data-visible={column.visible}
          // Labelled by its content, not by the controls in it.
          {...(column.actions && { 'aria-label': column.header, 'data-actions': true })}
          {...(choose && index === 0 && { 'aria-label': rowName(row) })}
        >
          {choose && index === 0 && (
            <RowCheckbox chosen={chosen ?? false} choose={choose} rowKey={rowKey} name={rowName(row)} />
          )}
          {column.cell(row, now)}
        </td>
      ))}
    </tr>
  );
}

const skeletonWidths = [72, 54, 88, 63, 79, 48, 70, 58];

/** Hidden and without table roles, because it is not a row yet. */
const hidden = { 'aria-hidden': true };

/** Placeholder rows in the shape of the loading rows. */
function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return skeletonWidths.map((width) => (
    <tr key={width} {...hidden}>
      {columns.map((column) => (
        <td
          key={column.id}
          data-label={column.header}
          data-visible={column.visible}
          data-actions={column.actions || undefined}
        >
          {!column.actions && <Skeleton height={10} width={`${width}%`} radius="xl" />}
        </td>
      ))}
    </tr>
  ));
}

/** Makes truncated texts focusable, so that the keyboard can reach the full text. */
function markCutTexts(body: HTMLElement): void {
  const texts = [...body.querySelectorAll<HTMLElement>(`${cutTexts}:not(a)`)];
  // Measures all texts before changing any: each change would force another layout.
  const changed = texts.filter((text) => isCut(text) !== text.hasAttribute('tabindex'));
  for (const text of changed) {
    if (text.hasAttribute('tabindex')) text.removeAttribute('tabindex');
    else text.tabIndex = 0;
  }
}
