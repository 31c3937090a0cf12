import { describe, expect, it } from 'vitest';
import { decodeText, UnreadableSheet } from './decode-text.ts';
import { cellOfNames, namesIn } from './names-cell.ts';
import { readPeople } from './people-sheet.ts';
import { readRecords } from './read-records.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string, big = false): Uint8Array {
  const units = [...text].flatMap((character) =>
    [...Array(character.length).keys()].map((at) => character.charCodeAt(at)),
  );
  return new Uint8Array(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
}
const latin = (text: string) =>
  new Uint8Array([...text].map((character) => (character === '€' ? 0x80 : character.charCodeAt(0))));

const file = 'E-Mail;Vorname;Nachname;Schlagwörter\r\nida@acme.example;Ida;Müller;Übung\r\n';
const lines = [
  { line: 2, row: { email: 'ida@acme.example', 'first-name': 'Ida', 'last-name': 'Müller', tags: ['Übung'] } },
];

describe('A file of people', () => {
  it.each([
    ['UTF-8', utf8(file), 'utf-8'],
    ['UTF-8 with a mark', utf8(`\uFEFF${file}`), 'utf-8'],
    ['UTF-16', utf16(`\uFEFF${file}`), 'utf-16le'],
    ['UTF-16, high bytes first', utf16(`\uFEFF${file}`, true), 'utf-16be'],
    ['UTF-16 without a mark', utf16(file), 'utf-16le'],
    ['Windows-1252', latin(file), 'windows-1252'],
  ])('is read in %s', (_name, bytes, encoding) => {
    expect(readPeople(bytes)).toEqual({ encoding, lines, ignored: [] });
  });

  it.each([',', ';', '\t'])('is read with the separator %j', (separator) => {
    const text = ['Email', 'First name', 'Last name', 'Tags'].join(separator);
    const row = ['ida@acme.example', 'Ida', 'Müller', '"Übung"'].join(separator);
    expect(readPeople(utf8(`${text}\n${row}`)).lines).toEqual(lines);
  });

  it('has headings in three languages, and others that are left out', () => {
    const heads = ['Email,First name,Last name', 'E-Mail,VORNAME,Nachname', 'Adresse e-mail,Prénom,Nom de famille'];
    for (const head of heads) {
      const { lines: found, ignored } = readPeople(utf8(`${head},Last login\na@b.example,A,B,never\n`));
      expect(found).toEqual([{ line: 2, row: { email: 'a@b.example', 'first-name': 'A', 'last-name': 'B' } }]);
      expect(ignored).toEqual(['Last login']);
    }
  });

  it('has lines, also where a cell has several, and blank ones', () => {
    const text = 'email,description\n\na@b.example,"one\ntwo"\n,\nc@d.example,three\n';
    expect(readPeople(utf8(text)).lines).toEqual([
      { line: 3, row: { email: 'a@b.example', description: 'one\ntwo' } },
      { line: 6, row: { email: 'c@d.example', description: 'three' } },
    ]);
  });

  it('has cells as they were before they were defused, and blank ones that empty', () => {
    const text =
      "email,title,description,roles,status\na@b.example,'=1+1,,,\nc@d.example,,'+49,Administrator,Inaktiv\n";
    expect(readPeople(utf8(text)).lines.map(({ row }) => row)).toEqual([
      { email: 'a@b.example', title: '=1+1', description: '', roles: [] },
      { email: 'c@d.example', title: '', description: '+49', roles: ['Administrator'], status: 'Inactive' },
    ]);
  });

  it.each([
    ['email\na@b.example\n"open', 3, 'a quotation mark is not closed.'],
    ['email,title\na@b.example,x,y', 2, 'it has more cells than the heading.'],
    ['email,E-Mail\n', 1, 'two columns are email.'],
    ['title\nDr.\n', 1, 'no column is named Email.'],
    ['', 1, 'the file is empty.'],
    ['email,title\na@b.example,\u0007', 2, 'it has a character that cannot be read. Save the file as CSV in UTF-8.'],
    ['email,title\na@b.example,\uFFFD', 2, 'it has a character that cannot be read. Save the file as CSV in UTF-8.'],
  ])('%j is refused with its line', (text, line, message) => {
    expect(() => readPeople(utf8(text))).toThrow(new UnreadableSheet(line, message));
  });

  it('is never read with characters that its encoding does not have', () => {
    // 0x81 is no character of Windows-1252, and the file is no UTF-8.
    expect(() => decodeText(new Uint8Array([0x61, 0x0a, 0xfc, 0x81]))).toThrow('Line 2: ');
  });
});

describe('Records', () => {
  it('keep quotes, separators and breaks inside quotes', () => {
    expect(readRecords('a,"b ""c"", d",\r\n"e\r\nf",g\rh', ',')).toEqual([
      { line: 1, cells: ['a', 'b "c", d', ''] },
      { line: 2, cells: ['e\r\nf', 'g'] },
      { line: 4, cells: ['h'] },
    ]);
  });
});

describe('Names of a cell', () => {
  it.each([[['Press', 'Bindery']], [['a;b', 'c "d"', '"e"']], [['one\ntwo']], [[]]])('%j are read back', (names) => {
    expect(namesIn(cellOfNames(names))).toEqual(names);
  });

  it('are separated by semicolons or line breaks', () => {
    expect(namesIn(' Press;Bindery \n "a;b" ;; ')).toEqual(['Press', 'Bindery', 'a;b']);
  });
});
