import { expect, it } from 'vitest';
import { readPeopleFile } from './people-sheet.ts';
import { encodings } from './test/encodings.ts';
import { archive, type Workbook, workbookParts } from './test/workbook.ts';

const { utf8, utf16, utf16big, ansi } = encodings;

const headings = {
  en: ['Email', 'First name', 'Last name', 'Title', 'Description', 'Tags'],
  de: ['E-Mail', 'Vorname', 'Nachname', 'Titel', 'Beschreibung', 'Schlagwörter'],
  fr: ['Adresse e-mail', 'Prénom', 'Nom de famille', 'Titre', 'Description', 'Étiquettes'],
};
type Language = keyof typeof headings;

const decimals = { en: '1.5', de: '1,5', fr: '1,5' };

/** The cells of a sheet in a language; its second row is blank, as is the last. */
function cellsIn(language: Language): string[][] {
  return [
    headings[language],
    ['', '', '', '', '', ''],
    ['zoë@acme.example', 'Zoë', 'D’œuvre-Müller', decimals[language], 'said "no",\nleft; 5 €', 'Übung'],
    ['bo@acme.example', 'Bo', '00742', '', "'+49 30", ''],
    ['', '', '', '', '', ''],
  ];
}

function peopleIn(language: Language, description = 'said "no",\nleft; 5 €') {
  const [first, last] = ['Zoë', 'D’œuvre-Müller'];
  return [
    {
      email: 'zoë@acme.example',
      'first-name': first,
      'last-name': last,
      title: decimals[language],
      description,
      tags: ['Übung'],
    },
    { email: 'bo@acme.example', 'first-name': 'Bo', 'last-name': '00742', title: '', description: '+49 30', tags: [] },
  ];
}

interface Habits {
  readonly separator: string;
  readonly lineEnd: string;
  /** All texts stand in quotes, not only those that must. */
  readonly quotesAll?: boolean;
  /** The last line has a line end, too. */
  readonly endsLast?: boolean;
  /** Empty columns beside the used ones. */
  readonly emptyColumns?: number;
  /** No cell keeps its line breaks. */
  readonly flat?: boolean;
  /** A line before the heading naming the separator. */
  readonly namesSeparator?: boolean;
}

/** A file as a program with some habits writes it. */
function written(language: Language, habits: Habits): string {
  const { separator, lineEnd, quotesAll = false, endsLast = true, emptyColumns = 0, flat = false } = habits;
  const cell = (text: string) => {
    const value = flat ? text.replace('\n', ' ') : text;
    const quoted = value.includes(separator) || /["\n]/.test(value) || (quotesAll && value !== '');
    return quoted && !flat ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const beside = Array<string>(emptyColumns).fill('');
  const lines = cellsIn(language).map((cells) => [...cells, ...beside].map(cell).join(separator));
  const first = habits.namesSeparator ? [`sep=${separator}`] : [];
  return [...first, ...lines].join(lineEnd) + (endsLast ? lineEnd : '');
}

const mark = '\uFEFF';
const comma = { separator: ',', lineEnd: '\r\n' };
const semicolon = { separator: ';', lineEnd: '\r\n' };
const tab = { separator: '\t', lineEnd: '\r\n' };
const first = { namesSeparator: true };

it.each<[program: string, Language, bytes: Uint8Array, lines: [number, number]]>([
  ['Excel, English', 'en', ansi(written('en', comma)), [3, 5]],
  ['Excel, German', 'de', ansi(written('de', semicolon)), [3, 5]],
  ['Excel, French', 'fr', ansi(written('fr', { ...semicolon, emptyColumns: 2 })), [3, 5]],
  ['Excel, English, UTF-8', 'en', utf8(mark + written('en', { ...comma, emptyColumns: 3 })), [3, 5]],
  ['Excel, German, UTF-8', 'de', utf8(mark + written('de', semicolon)), [3, 5]],
  ['Excel, French, UTF-8', 'fr', utf8(mark + written('fr', semicolon)), [3, 5]],
  ['Excel, German, Unicode text', 'de', utf16(mark + written('de', tab)), [3, 5]],
  ['Excel, French, for DOS and Macintosh', 'fr', utf8(mark + written('fr', { ...semicolon, lineEnd: '\r' })), [3, 5]],
  ['For Excel, naming `;`', 'de', utf8(mark + written('de', { ...semicolon, ...first })), [4, 6]],
  ['For Excel, naming `,`', 'en', ansi(written('en', { ...comma, ...first })), [4, 6]],
  ['For Excel, naming a tab', 'fr', utf16(mark + written('fr', { ...tab, ...first })), [4, 6]],
  ['LibreOffice, German', 'de', utf8(written('de', { separator: ',', lineEnd: '\n' })), [3, 5]],
  ['LibreOffice, quoted', 'fr', utf8(written('fr', { separator: ';', lineEnd: '\n', quotesAll: true })), [3, 5]],
  ['LibreOffice, Windows-1252', 'fr', ansi(written('fr', { separator: ';', lineEnd: '\n' })), [3, 5]],
  ['LibreOffice, UTF-16', 'de', utf16(mark + written('de', { separator: '\t', lineEnd: '\n' })), [3, 5]],
  ['LibreOffice, UTF-16, no mark', 'en', utf16big(written('en', { separator: ',', lineEnd: '\n' })), [3, 5]],
  ['Google Sheets', 'fr', utf8(written('fr', { ...comma, endsLast: false })), [3, 5]],
  ['Numbers, English', 'en', utf8(written('en', comma)), [3, 5]],
  ['Numbers, German', 'de', utf8(written('de', { ...semicolon, emptyColumns: 1 })), [3, 5]],
  ['Numbers, UTF-16', 'fr', utf16big(mark + written('fr', semicolon)), [3, 5]],
])('%s: a file is read', async (_program, language, bytes, numbers) => {
  const { lines, ignored } = await readPeopleFile(bytes);
  expect(lines.map(({ row }) => row)).toEqual(peopleIn(language));
  expect(ignored).toEqual([]);
  // A line break in a cell is one of the file, too.
  expect(lines.map(({ line }) => line)).toEqual(numbers);
});

it('Google Sheets, tabs: a file is read, whose cells have no line breaks', async () => {
  const bytes = utf8(written('de', { ...tab, flat: true, endsLast: false }));
  const { lines } = await readPeopleFile(bytes);
  expect(lines.map(({ row }) => row)).toEqual(peopleIn('de', 'said "no", left; 5 €'));
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;');

/** The rows of a sheet; `text` writes the content of a cell. */
function rowsIn(language: Language, text: (cell: string, place: string) => string, blank = ''): string {
  const rows = cellsIn(language).map((cells, row) => {
    const written = cells.map((cell, column) => {
      const place = `${String.fromCharCode(65 + column)}${row + 1}`;
      // A decimal is a number, which its format shows.
      if (cell === decimals[language]) return `<c r="${place}" s="1"><v>1.5</v></c>`;
      return cell === '' ? blank && `<c r="${place}" s="0"/>` : text(cell, place);
    });
    return `<row r="${row + 1}" spans="1:6">${written.join('')}</row>`;
  });
  return rows.join('');
}

/** As most programs write it: each text once, in a part of its own. */
function sharing(language: Language, blank = ''): Pick<Workbook, 'sheets' | 'shared'> {
  const texts: string[] = [];
  const data = rowsIn(
    language,
    (cell, place) => `<c r="${place}" s="0" t="s"><v>${texts.push(cell) - 1}</v></c>`,
    blank,
  );
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  return { sheets: { 'Sheet 1': data }, shared };
}

const inline = (language: Language): Pick<Workbook, 'sheets'> => ({
  sheets: {
    'Sheet 1': rowsIn(
      language,
      (cell, place) => `<c r="${place}" s="0" t="inlineStr"><is><r><t>${escaped(cell)}</t></r></is></c>`,
    ),
  },
});

const styles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>';

/** The parts of a workbook with something replaced in all of them. */
function replaced(parts: Record<string, string>, from: string | RegExp, to: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, xml.replaceAll(from, to)]));
}

const bookOf = (workbook: Workbook) => workbookParts({ ...workbook, styles });
const strict = (parts: Record<string, string>) =>
  replaced(
    replaced(
      parts,
      'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
      'http://purl.oclc.org/ooxml/spreadsheetml/main',
    ),
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
  );
const absolute = (parts: Record<string, string>) =>
  replaced(parts, /Target="(worksheets|shared|styles)/g, 'Target="/xl/$1');

it.each<[program: string, Language, bytes: Uint8Array]>([
  ['Excel', 'de', archive(bookOf(sharing('de')))],
  ['Excel, strict', 'fr', archive(strict(bookOf(sharing('fr'))))],
  ['LibreOffice', 'fr', archive(bookOf(sharing('fr', 'blank')))],
  ['Google Sheets', 'en', archive(bookOf(inline('en')), { streamed: true })],
  ['Google Sheets, shared', 'de', archive(absolute(bookOf(sharing('de', 'blank'))), { streamed: true })],
  ['Numbers', 'de', archive(absolute(bookOf(sharing('de', 'blank'))), { stored: true })],
  ['Numbers, texts in the cells', 'fr', archive(bookOf(inline('fr')), { stored: true })],
])('%s: a workbook is read', async (_program, language, bytes) => {
  const { lines, ignored } = await readPeopleFile(bytes);
  // A workbook does not say which decimal sign its program shows.
  expect(lines.map(({ row }) => ({ ...row, title: row.title?.replace('.', ',') }))).toEqual(
    peopleIn(language).map((row) => ({ ...row, title: row.title.replace('.', ',') })),
  );
  expect(lines.map(({ line }) => line)).toEqual([3, 4]);
  expect(ignored).toEqual([]);
});
