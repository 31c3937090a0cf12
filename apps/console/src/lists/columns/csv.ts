import { csvLine } from '@keyhold/contract';
import { language } from '#i18n/locale/locale.ts';
import { download } from '#ui/button/download.ts';

/** Between cells: spreadsheets expect a semicolon where the comma is the decimal sign. */
const separator = language === 'en' ? ',' : ';';

/** A table as CSV for spreadsheets in the language of the page; it begins with a byte order mark. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => csvLine(row, separator)).join('')}`;
}

/** An instant as spreadsheets of every language read it, in UTC: `2026-01-05 10:00:00`; null is blank. */
export function sheetTime(iso: string | null): string {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** Downloads a list as CSV. The file is named after the list and the day: `service-accounts-2026-01-05.csv`. */
export function downloadCsv(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const day = new Date().toISOString().slice(0, 10);
  download(`${name.replaceAll(' ', '-')}-${day}.csv`, csvOf(head, rows), 'text/csv;charset=utf-8');
}
