import { type CellObject, read } from '@e965/xlsx';
import { UnreadableSheet } from './decode-text.ts';
import type { SheetRecord } from './read-records.ts';
import { type SheetTable, tableOf } from './read-table.ts';
import { requireSmallArchive } from './unpacked-size.ts';

/** The most rows that are read. */
const mostRows = 100_000;

/**
 * Reads the table of the first visible sheet of an .xlsx file. Each cell is the text that the spreadsheet shows.
 *
 * @throws {UnreadableSheet} with the row of what cannot be read
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Omit<SheetTable, 'encoding'>> {
  await requireSmallArchive(bytes);
  return tableOf(recordsOf(bytes));
}

function recordsOf(bytes: Uint8Array): SheetRecord[] {
  const options = { type: 'array', dense: true, cellFormula: false, cellHTML: false, sheetRows: mostRows } as const;
  let book: ReturnType<typeof read>;
  try {
    book = read(bytes, options);
  } catch {
    throw new UnreadableSheet(1, 'the file is damaged. Save it again.');
  }
  const properties = book.Workbook?.Sheets ?? [];
  const name = book.SheetNames.find((_, index) => !properties[index]?.Hidden);
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = book.Sheets[name ?? '']?.['!data'] ?? [];
  return rows.flatMap((row, index) => {
    const cells = Array.from(row ?? [], textOf);
    return cells.some((cell) => cell.trim() !== '') ? [{ line: index + 1, cells }] : [];
  });
}

function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined) return '';
  return cell.t === 's' ? String(cell.v) : (cell.w ?? String(cell.v));
}
