import { UnreadableSheet } from './decode-text.ts';

/** The cells of a record, and the line of the file in which it begins; the first line is 1. */
export interface SheetRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** A first line that names the separator of the lines below it, as Excel reads it: `sep=;`. */
const naming = /^"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i;

/**
 * The separator of a file: that which its first line names, or else that which stands most often in it, outside quotes.
 *
 * @example
 * separatorOf('Name;E-Mail\n') // ';'
 */
export function separatorOf(text: string): Separator {
  const named = separators.find((separator) => separator === naming.exec(text)?.[1]);
  if (named) return named;
  const [heading = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/, 1);
  const counts = separators.map((separator) => heading.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The first line of a file's table: 2 below one that names the separator, otherwise 1. */
export function firstLineOf(text: string): 1 | 2 {
  return naming.test(text) ? 2 : 1;
}

/**
 * Reads the records of a CSV file (RFC 4180). Records of blank cells only are left out, as is a first line that names
 * the separator.
 *
 * @throws {UnreadableSheet} for a quote that is not closed
 */
export function readRecords(text: string, separator: Separator = separatorOf(text)): SheetRecord[] {
  const records: SheetRecord[] = [];
  let line: number = firstLineOf(text);
  let at = naming.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const record = readRecord(text, at, separator, line);
    if (record.cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: record.cells });
    line += linesIn(text.slice(at, record.end));
    at = record.end;
  }
  return records;
}

/** Reads a record from an index to the one after its line break. */
function readRecord(text: string, start: number, separator: Separator, line: number) {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const cell = text[at] === '"' ? readQuoted(text, at, line) : { value: '', end: at };
    const end = endOfPlain(text, cell.end, separator);
    cells.push(cell.value + text.slice(cell.end, end));
    if (text[end] === separator) {
      at = end + 1;
      continue;
    }
    return { cells, end: end + (text.startsWith('\r\n', end) ? 2 : 1) };
  }
}

/** Reads a quoted text, in which two quotes stand for one. */
function readQuoted(text: string, start: number, line: number) {
  let value = '';
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new UnreadableSheet(line, 'a quotation mark is not closed.');
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function endOfPlain(text: string, start: number, separator: Separator): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1;
}
