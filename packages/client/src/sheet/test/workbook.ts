import { crc32, deflateRawSync } from 'node:zlib';

interface Packing {
  /** The unpacked size that the archive states, if that is to be wrong. */
  readonly stated?: number | undefined;
  /** Parts are not deflated. */
  readonly stored?: boolean;
  /** The sizes of a part stand behind it, as where an archive is written while it is sent. */
  readonly streamed?: boolean;
}

/** A ZIP archive of some parts. */
export function archive(
  parts: Readonly<Record<string, string | Buffer>>,
  { stated, stored = false, streamed = false }: Packing = {},
): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(streamed ? 8 : 0, 2);
    head.writeUInt16LE(stored ? 0 : 8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(stated ?? bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const sizes = head.subarray(10, 22);
    const ownHead = Buffer.from(head);
    if (streamed) ownHead.fill(0, 10, 22);
    const behind = streamed ? [Buffer.from('PK\x07\x08'), sizes] : [];
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), ownHead, Buffer.from(name), packed, ...behind]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, more, Buffer.from(name)]));
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end]));
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface Workbook {
  /** The XML of each sheet's data, by the name of the sheet; a name in parentheses is hidden. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly shared?: string;
  readonly styles?: string;
}

/** The parts of an .xlsx file. */
export function workbookParts({ sheets, shared, styles }: Workbook): Record<string, string> {
  const names = Object.keys(sheets);
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const files = [
    ...names.map((_, index) => [`worksheets/sheet${index + 1}.xml`, 'worksheet'] as const),
    ...(shared === undefined ? [] : [['sharedStrings.xml', 'sharedStrings'] as const]),
    ...(styles === undefined ? [] : [['styles.xml', 'styles'] as const]),
  ];
  const listed = names.map((name, index) => {
    const hidden = name.startsWith('(') ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`;
  });
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>${files.map(([file, kind]) => `<Override PartName="/xl/${file}" ContentType="${content}.${kind}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${files.map(([file, kind], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${file}"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${xml}<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...(shared !== undefined && { 'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${shared}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `${xml}<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
  };
}
