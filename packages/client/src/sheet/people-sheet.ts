import { foldName, type ImportRow, undefuseCell } from '@keyhold/contract';
import { decodeText, type Encoding, UnreadableSheet } from './decode-text.ts';
import { readRecords, type SheetRecord } from './read-records.ts';

/** The columns of people that an import knows. */
export const peopleColumns = [
  'email',
  'first-name',
  'last-name',
  'title',
  'description',
  'roles',
  'tags',
  'status',
  'licenses',
] as const;
export type PeopleColumn = (typeof peopleColumns)[number];

/** The headings of each column in English, German and French, and those of the console's own export. */
const headings: Readonly<Record<PeopleColumn, readonly string[]>> = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'e-mail-adresse', 'adresse e-mail', 'mail'],
  'first-name': ['first-name', 'first name', 'given name', 'vorname', 'prénom'],
  'last-name': [
    'last-name',
    'last name',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'nom de famille',
    'nom',
  ],
  title: ['title', 'titel', 'titre'],
  description: ['description', 'beschreibung'],
  roles: ['roles', 'role', 'rollen', 'rolle', 'rôles', 'rôle'],
  tags: ['tags', 'tag', 'schlagwörter', 'schlagwort', 'étiquettes', 'étiquette'],
  status: ['status', 'statut'],
  licenses: [
    'licenses',
    'license',
    'products',
    'product',
    'lizenzen',
    'lizenz',
    'produkte',
    'produkt',
    'licences',
    'licence',
    'produits',
    'produit',
  ],
};

/** The statuses in English, German and French. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  Active: ['active', 'aktiv', 'actif', 'active'],
  Inactive: ['inactive', 'inaktiv', 'inactif'],
  Pending: ['pending', 'ausstehend', 'en attente'],
};

/** A row of people, and its line in the file. */
export interface PersonLine {
  readonly line: number;
  readonly row: ImportRow;
}

/** The people of a file. */
export interface PeopleSheet {
  readonly encoding: Encoding;
  readonly lines: readonly PersonLine[];
  /** The headings of no known column, which are not imported. */
  readonly ignored: readonly string[];
}

/**
 * The column that a heading names, whatever its case.
 *
 * @example
 * columnNamed('E-Mail') // 'email'
 */
export function columnNamed(heading: string): PeopleColumn | undefined {
  const folded = foldName(heading);
  return peopleColumns.find((column) => headings[column].some((name) => foldName(name) === folded));
}

/**
 * Reads people from a CSV file of any usual encoding and separator, whose first line names the columns.
 *
 * @throws {UnreadableSheet} with the line of what cannot be read
 */
export function readPeople(bytes: Uint8Array): PeopleSheet {
  const { text, encoding } = decodeText(bytes);
  const [heading, ...records] = readRecords(text);
  if (!heading) throw new UnreadableSheet(1, 'the file is empty.');
  const columns = heading.cells.map((cell) => columnNamed(undefuseCell(cell)));
  const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (twice !== undefined) throw new UnreadableSheet(heading.line, `two columns are ${twice}.`);
  if (!columns.includes('email')) throw new UnreadableSheet(heading.line, 'no column is named Email.');
  return {
    encoding,
    lines: records.map((record) => ({ line: record.line, row: rowOf(record, columns) })),
    ignored: heading.cells.filter((cell, index) => columns[index] === undefined && cell.trim() !== ''),
  };
}

function rowOf({ line, cells }: SheetRecord, columns: readonly (PeopleColumn | undefined)[]): ImportRow {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    throw new UnreadableSheet(line, 'it has more cells than the heading.');
  }
  const row: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue;
    const value = cellValue(column, undefuseCell(cells[index] ?? ''));
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

function statusOf(cell: string): string {
  const folded = foldName(cell);
  const found = Object.entries(statuses).find(([, names]) => names.includes(folded));
  return found?.[0] ?? cell;
}

/**
 * The names in a cell: separated by semicolons or line breaks; a name that holds one stands in quotation marks.
 *
 * @example
 * namesIn('Press; "a;b"') // ['Press', 'a;b']
 */
export function namesIn(cell: string): string[] {
  const names = cell.match(/\s*"(?:[^"]|"")*"\s*(?=[;\r\n]|$)|[^;\r\n]+/g) ?? [];
  return names.map((name) => unquoted(name.trim())).filter((name) => name !== '');
}

function unquoted(name: string): string {
  return /^"(?:[^"]|"")*"$/.test(name) && name.length > 1 ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/**
 * The cell of some names, which {@link namesIn} reads back.
 *
 * @example
 * cellOfNames(['Press', 'a;b']) // 'Press; "a;b"'
 */
export function cellOfNames(names: readonly string[]): string {
  return names.map((name) => (/[;\r\n]|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('; ');
}
