import { download } from './download.ts';

/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * A table as CSV (RFC 4180), for spreadsheets too: it begins with a byte order mark, and a text that would be taken for a
 * formula has an apostrophe before it.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

function field(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a table to the browser as CSV. The day stands in the file's name: `users-2026-01-05.csv`. */
export function downloadCsv(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  download(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(head, rows), 'text/csv;charset=utf-8');
}
