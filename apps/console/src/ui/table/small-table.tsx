import type { ReactNode } from 'react';
import styles from './small-table.module.css';
import { tableRoles } from './table-roles.ts';

export interface SmallColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
}

interface SmallTableProps<Row> {
  label: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A read-only table inside a block of a screen. If it is wider than its block it scrolls; on a phone a row of many
 * columns is a card.
 */
export function SmallTable<Row>({ label, columns, rows, rowKey }: SmallTableProps<Row>) {
  const cards = columns.length > 3 || undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard.
    <section className={styles.frame} aria-label={label} tabIndex={0} data-cards={cards}>
      <table {...tableRoles.table}>
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row}>
            {columns.map(({ header }) => (
              <th key={header} scope="col" {...tableRoles.head}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.group}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...tableRoles.row}>
              {columns.map(({ header, cell }) => (
                <td key={header} data-label={header} {...tableRoles.cell}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
