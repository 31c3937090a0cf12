import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { quoted } from '../../apps/server/src/backups/tables.ts';

/** A value of a column: null, or its text for PostgreSQL. */
export type Value = string | number | boolean | null;

/** Rows for a table. */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Value[]>;
}

/** Characters sent at once: large enough that sending costs nothing compared with generating the rows. */
const blockSize = 256 * 1024;

/**
 * Writes rows into a table by COPY with FREEZE, which requires that the table was truncated in the same transaction.
 * Frozen rows allow index-only scans without a vacuum.
 *
 * @param onRows called with the number of rows made so far
 */
export async function copyRows(
  client: pg.ClientBase,
  { table, columns, rows }: Rows,
  onRows: (count: number) => void,
): Promise<number> {
  let count = 0;
  function* blocks() {
    let block = '';
    for (const row of rows) {
      block += lineOf(row);
      count += 1;
      if (block.length < blockSize) continue;
      onRows(count);
      yield block;
      block = '';
    }
    yield block;
  }
  const statement = `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin with (freeze)`;
  await pipeline(blocks, client.query(from(statement)));
  return count;
}

function lineOf(row: readonly Value[]): string {
  let line = '';
  for (const [index, value] of row.entries()) {
    if (index > 0) line += '\t';
    line += value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value);
  }
  return `${line}\n`;
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;
}
