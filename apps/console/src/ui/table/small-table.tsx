import type { ReactNode } from 'react';
import styles from './small-table.module.css';

export interface SmallColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
}

interface SmallTableProps<Row> {
  label: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Whether long texts go on in further lines; without, a row has one. */
  wraps?: boolean;
}

/** A table inside a block of a screen, which is only read; where it is wider than its block it scrolls. */
export function SmallTable<Row>({ label, columns, rows, rowKey, wraps }: SmallTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard.
    <section className={styles.frame} aria-label={label} tabIndex={0} data-wraps={wraps}>
      <table>
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ header, cell }) => (
                <td key={header}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
