import type { ImportRow } from '@keyhold/contract';
import { type Encoding, UnreadableSheet } from './decode-text.ts';
import { namesIn } from './names-cell.ts';
import { columnNamed, type PeopleColumn, statusOf } from './people-columns.ts';
import type { SheetRecord } from './read-records.ts';
import { readTable, type SheetTable } from './read-table.ts';
import { isArchive } from './unpacked-size.ts';

/** A row of people, and its line in the file. */
export interface PersonLine {
  readonly line: number;
  readonly row: ImportRow;
}

/** The people of a file. */
export interface PeopleSheet {
  readonly encoding: Encoding | 'xlsx';
  readonly lines: readonly PersonLine[];
  /** The headings of no known column, which are not imported. */
  readonly ignored: readonly string[];
}

/**
 * Reads people from a CSV file of any usual encoding and separator, whose first line names the columns.
 *
 * @throws {UnreadableSheet} with the line of what cannot be read
 */
export function readPeople(bytes: Uint8Array): PeopleSheet {
  return peopleOf(readTable(bytes));
}

/**
 * Reads people from a CSV file like {@link readPeople}, or from an .xlsx file, whose reader is loaded for it.
 *
 * @throws {UnreadableSheet} with the line of what cannot be read
 */
export async function readPeopleFile(bytes: Uint8Array): Promise<PeopleSheet> {
  if (!isArchive(bytes)) return readPeople(bytes);
  const { readWorkbook } = await import('./read-workbook.ts');
  return peopleOf({ encoding: 'xlsx', ...(await readWorkbook(bytes)) });
}

type NamedTable = Omit<SheetTable, 'encoding'> & Pick<PeopleSheet, 'encoding'>;

function peopleOf({ encoding, heading, records }: NamedTable): PeopleSheet {
  const columns = heading.cells.map(columnNamed);
  const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (twice !== undefined) throw new UnreadableSheet(heading.line, `two columns are ${twice}.`);
  if (!columns.includes('email')) throw new UnreadableSheet(heading.line, 'no column is named Email.');
  return {
    encoding,
    lines: records.map((record) => ({ line: record.line, row: personOf(record, columns) })),
    ignored: heading.cells.filter((cell, index) => columns[index] === undefined && cell.trim() !== ''),
  };
}

/**
 * The person of a record.
 *
 * @param columns what each cell is; a cell of no column is left out
 */
export function personOf({ cells }: SheetRecord, columns: readonly (PeopleColumn | undefined)[]): ImportRow {
  const row: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue;
    const value = cellValue(column, cells[index] ?? '');
    if (value !== undefined) row[column] = value;
  }
  return row as ImportRow;
}

/** The value of a cell; undefined for a blank one that cannot be emptied. */
function cellValue(column: PeopleColumn, cell: string): string | string[] | undefined {
  if (column === 'roles' || column === 'tags') return namesIn(cell);
  if (column === 'licenses') return cell.trim() === '' ? undefined : namesIn(cell);
  if (column === 'status') return cell.trim() === '' ? undefined : statusOf(cell);
  return cell;
}
