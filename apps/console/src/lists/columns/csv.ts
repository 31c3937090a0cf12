import { defuseCell } from '@keyhold/contract';
import { download } from '#ui/button/download.ts';

/**
 * A table as CSV (RFC 4180), safe for spreadsheets: it begins with a byte order mark, and a text that looks like a
 * formula is prefixed with an apostrophe.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

function field(text: string): string {
  const safe = defuseCell(text);
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Downloads a list as CSV. The file is named after the list and the day: `service-accounts-2026-01-05.csv`. */
export function downloadCsv(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const day = new Date().toISOString().slice(0, 10);
  download(`${name.replaceAll(' ', '-')}-${day}.csv`, csvOf(head, rows), 'text/csv;charset=utf-8');
}
