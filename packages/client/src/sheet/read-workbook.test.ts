import { describe, expect, it } from 'vitest';
import { UnreadableSheet } from './decode-text.ts';
import { readPeopleFile } from './people-sheet.ts';
import { readWorkbook } from './read-workbook.ts';
import { archive, workbookParts } from './test/workbook.ts';

const texts = (...all: string[]) => all.map((text) => `<si><t>${text}</t></si>`).join('');

/** As Excel writes it: shared texts, number formats, rich text with a phonetic run, and a hidden sheet before. */
const excel = archive(
  workbookParts({
    sheets: {
      '(Lists)': '<row r="1"><c r="A1" t="s"><v>1</v></c></row>',
      Personal:
        '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>4</v></c><c r="B2" t="s"><v>5</v></c><c r="C2" s="1"><v>742</v></c><c r="D2" s="2"><v>46027</v></c></row>' +
        '<row r="5"><c r="A5" t="s"><v>6</v></c><c r="C5"><v>49123456</v></c><c r="D5" t="str"><f>A1&amp;"x"</f><v>=1+1</v></c></row>',
    },
    shared: `${texts('E-Mail', 'Vorname', 'Titel', 'Beschreibung', 'ida@acme.example')}<si><r><t>Mü</t></r><r><rPr><b/></rPr><t xml:space="preserve">ller </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>${texts('bo&amp;b@acme.example')}`,
    styles:
      '<numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
      '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs>',
  }),
);

/** As Google Sheets writes it: texts in the cells. */
const google = archive(
  workbookParts({
    sheets: {
      Sheet1:
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Email</t></is></c><c r="B1" t="inlineStr"><is><t>Tags</t></is></c></row>' +
        '<row r="2"><c r="A2" t="inlineStr"><is><t>😀@acme.example</t></is></c><c r="B2" t="inlineStr"><is><t>one\ntwo</t></is></c></row>' +
        '<row r="3"><c r="A3" t="inlineStr"><is><t>שלום@acme.example</t></is></c><c r="B3" t="b"><v>1</v></c></row>',
    },
  }),
);

/** As LibreOffice and Numbers write it: blank styled cells and rows to the end, and no styles of numbers. */
const libreOffice = archive(
  workbookParts({
    sheets: {
      Tabelle1:
        '<row r="1"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c><c r="C1" s="0"/></row>' +
        '<row r="2"><c r="A2" s="0" t="s"><v>2</v></c><c r="B2" s="0" t="s"><v>3</v></c></row>' +
        '<row r="1048576"><c r="A1048576" s="0"/></row>',
    },
    shared:
      '<si><t xml:space="preserve">Adresse e-mail</t></si><si><t xml:space="preserve">Nom de famille</t></si><si><t xml:space="preserve">zoé@acme.example</t></si><si><t xml:space="preserve"> d’Été </t></si>',
    styles: '<cellXfs count="1"><xf numFmtId="0"/></cellXfs>',
  }),
);

describe('A workbook', () => {
  it('of Excel has the texts that it shows, of its first visible sheet', async () => {
    expect(await readWorkbook(excel)).toEqual({
      heading: { line: 1, cells: ['E-Mail', 'Vorname', 'Titel', 'Beschreibung'] },
      records: [
        { line: 2, cells: ['ida@acme.example', 'Müller ', '00742', '2026-01-05'] },
        { line: 5, cells: ['bo&b@acme.example', '', '49123456', '=1+1'] },
      ],
    });
  });

  it('of Google Sheets, LibreOffice and Numbers is read as people', async () => {
    expect(await readPeopleFile(google)).toEqual({
      encoding: 'xlsx',
      ignored: [],
      lines: [
        { line: 2, row: { email: '😀@acme.example', tags: ['one', 'two'] } },
        { line: 3, row: { email: 'שלום@acme.example', tags: ['TRUE'] } },
      ],
    });
    expect((await readPeopleFile(libreOffice)).lines).toEqual([
      { line: 2, row: { email: 'zoé@acme.example', 'last-name': ' d’Été ' } },
    ]);
  });

  it.each([
    ['states its size', undefined],
    ['states a small size', 100],
  ])('that is enormous once it is unpacked is refused before it is read, if it %s', async (_, stated) => {
    const bomb = archive(
      { ...workbookParts({ sheets: { A: '' } }), 'xl/bomb.xml': Buffer.alloc(110_000_000) },
      { stated },
    );
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(readWorkbook(bomb)).rejects.toThrow(
      new UnreadableSheet(1, 'the file is too large once it is unpacked.'),
    );
  });

  it('that is damaged is refused', async () => {
    const damaged = new UnreadableSheet(1, 'the file is damaged. Save it again.');
    await expect(readWorkbook(excel.slice(0, excel.length / 2))).rejects.toThrow(damaged);
    await expect(readWorkbook(archive({ 'any.txt': 'no workbook' }))).rejects.toThrow(damaged);
    const broken = excel.slice();
    broken.fill(255, 100, 200);
    await expect(readWorkbook(broken)).rejects.toThrow(damaged);
  });
});
