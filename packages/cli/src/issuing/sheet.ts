import { readFile } from 'node:fs/promises';
import { decodeText, UnreadableSheet } from '@keyhold/client/sheet/decode-text.ts';
import { firstLineOf, separatorOf } from '@keyhold/client/sheet/read-records.ts';
import { undefuseCell } from '@keyhold/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { Failure } from '../command/failure.ts';

/** The values of one row by column; missing and blank columns are absent. */
export type Values = Readonly<Record<string, string>>;

/** A row of a CSV file, or of the options alone. */
export interface SheetRow {
  /** The line number in the file; null without a file. */
  readonly line: number | null;
  readonly values: Values;
}

/** The sources of the rows. */
interface SheetSources {
  /** All known columns. */
  readonly columns: readonly string[];
  /** A CSV file whose first line names its columns. */
  readonly from?: string | undefined;
  /** A JSON file with one object of columns. */
  readonly template?: string | undefined;
  /** The option values, by column. */
  readonly options: Values;
}

/**
 * Reads rows. A row's own values take precedence over the options, and the options over the template. Without a CSV
 * file there is one row.
 *
 * @throws {Failure} when a file cannot be read, or names an unknown column.
 */
export async function readSheet({ columns, from, template, options }: SheetSources): Promise<readonly SheetRow[]> {
  const defaults = { ...(template === undefined ? {} : await readTemplate(template, columns)), ...options };
  if (from === undefined) return [{ line: null, values: defaults }];
  const rows = await readCsv(from, columns);
  if (rows.length === 0) throw new Failure(`${from} has no rows below its header.`);
  return rows.map(({ line, values }) => ({ line, values: { ...defaults, ...values } }));
}

async function readCsv(file: string, columns: readonly string[]): Promise<readonly SheetRow[]> {
  const text = await readText(file);
  try {
    const records: { info: { lines: number }; record: Record<string, string> }[] = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      from_line: firstLineOf(text),
      columns: (names: string[]) => checkColumns(file, names.map(asColumn), columns),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    return records.map(({ info, record }) => ({ line: info.lines, values: withoutBlanks(asTyped(record)) }));
  } catch (error) {
    if (error instanceof CsvError) throw new Failure(`${file} is not a valid CSV file: ${error.message}.`);
    throw error;
  }
}

function asColumn(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

async function readTemplate(file: string, columns: readonly string[]): Promise<Values> {
  let content: unknown;
  try {
    content = JSON.parse(await readText(file));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Failure(`${file} must contain one JSON object, such as {"type": "Trial", "expiry": "30 days"}.`);
  }
  checkColumns(file, Object.keys(content), columns);
  const values = Object.entries(content).map(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [name, String(value).trim()];
    throw new Failure(`${file}: ${name} must be a string or a number.`);
  });
  return withoutBlanks(Object.fromEntries(values));
}

function checkColumns(file: string, names: string[], columns: readonly string[]): string[] {
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`Unknown column in ${file}: ${unknown.join(', ')}. Valid columns: ${columns.join(', ')}.`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure(`Duplicate column in ${file}: ${twice}.`);
  return names;
}

/** Cells as they were before a file for spreadsheets was written. */
function asTyped(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, cell]) => [name, undefuseCell(cell)]));
}

function withoutBlanks(record: Record<string, string>): Values {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
}

/** The text of a file in any encoding that spreadsheets write; one that cannot be read is refused with its line. */
async function readText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file)).text;
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Failure(`${file}: ${error.message}`, { cause: error });
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Failure(missing ? `${file} does not exist.` : `${file} cannot be read.`, { cause: error });
  }
}
