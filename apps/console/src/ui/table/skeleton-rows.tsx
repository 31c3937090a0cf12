import { Skeleton } from '@mantine/core';
import type { Column } from './column.ts';

const rows = [72, 54, 88, 63, 79, 48, 70, 58];

/** Only hidden: nothing of it is a row yet. */
const hidden = { 'aria-hidden': true };

/** Rows shaped like what is coming. */
export function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return rows.map((width) => (
    <tr key={width} {...hidden}>
      {columns.map((column) => (
        <td
          key={column.id}
          data-label={column.header}
          data-shown={column.shown}
          data-actions={column.actions || undefined}
        >
          {!column.actions && <Skeleton height={10} width={`${width}%`} radius="xl" />}
        </td>
      ))}
    </tr>
  ));
}
