// Read in a worker, which loads nothing else of the contract.
import { undefuseCell } from '@keyhold/contract/csv';
import { decodeText, type Encoding, UnreadableSheet } from './decode-text.ts';
import { readRecords, type SheetRecord } from './read-records.ts';

/** A table whose first record names the columns; cells are as they were before they were defused. */
export interface SheetTable {
  readonly encoding: Encoding;
  readonly heading: SheetRecord;
  readonly records: readonly SheetRecord[];
}

/**
 * Reads the table of a CSV file of any usual encoding and separator.
 *
 * @throws {UnreadableSheet} with the line of what cannot be read
 * @example
 * readTable(new TextEncoder().encode('E-Mail;Name')).heading.cells // ['E-Mail', 'Name']
 */
export function readTable(bytes: Uint8Array): SheetTable {
  const { text, encoding } = decodeText(bytes);
  return { encoding, ...tableOf(readRecords(text)) };
}

/** The table of some records. */
export function tableOf(read: readonly SheetRecord[]): Omit<SheetTable, 'encoding'> {
  const [heading, ...records] = read.map(({ line, cells }) => ({ line, cells: cells.map(undefuseCell) }));
  if (!heading) throw new UnreadableSheet(1, 'the file is empty.');
  const long = records.find(({ cells }) => cells.slice(heading.cells.length).some((cell) => cell.trim() !== ''));
  if (long) throw new UnreadableSheet(long.line, 'it has more cells than the heading.');
  return { heading, records };
}
