import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from './sheet.ts';

const columns = ['account', 'type', 'maintenance-start', 'description'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-sheet-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(content: string | Buffer, name = 'sheet.csv'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const read = async (content: string | Buffer, options = {}) =>
  readSheet({ columns, from: await file(content), options });

describe('A sheet', () => {
  it('normalizes column names and numbers rows by line', async () => {
    const rows = await read('\ufeffAccount, TYPE ,Maintenance Start\r\nAcme,Trial,2026-01-05\r\n\r\n,,\r\nBirch,,\r\n');
    expect(rows).toEqual([
      { line: 2, values: { account: 'Acme', type: 'Trial', 'maintenance-start': '2026-01-05' } },
      { line: 5, values: { account: 'Birch' } },
    ]);
  });

  it('is decoded as what it is, and never read with characters that its encoding does not have', async () => {
    const text = 'account,description\nAcme,Müller & Söhne\n';
    const rows = [{ line: 2, values: { account: 'Acme', description: 'Müller & Söhne' } }];
    expect(await read(Buffer.from(text, 'latin1'))).toEqual(rows);
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(rows);
    await expect(read(Buffer.from('account\nM\x81ller\n', 'latin1'))).rejects.toThrow(
      'sheet.csv: Line 2: it has a character that cannot be read.',
    );
  });

  it('reads quoted cells, with commas, quotes and line ends in them', async () => {
    const rows = await read('account,description,type\n"Acme, Inc.","He said ""no""\nand left",Trial\nBirch,,Trial\n');
    expect(rows.map(({ values }) => values)).toEqual([
      { account: 'Acme, Inc.', description: 'He said "no"\nand left', type: 'Trial' },
      { account: 'Birch', type: 'Trial' },
    ]);
  });

  it('reads cells that an exported file has defused as they were', async () => {
    const rows = await read("account,description\nAcme,'=1+1\nBirch,'plain\n");
    expect(rows.map(({ values }) => values['description'])).toEqual(['=1+1', "'plain"]);
  });

  it.each([
    ['semicolons', 'account;description\nAcme;1,5 seats\n', 2],
    ['tabs', 'account\tdescription\r\nAcme\t1,5 seats\r\n', 2],
    ['semicolons that a line above names', 'sep=;\r\naccount;description\r\nAcme;1,5 seats\r\n', 3],
    ['commas that a line above names', 'sep=,\raccount,description\rAcme,"1,5 seats"\r', 3],
  ])('has %s as separators', async (_name, content, line) => {
    expect(await read(content)).toEqual([{ line, values: { account: 'Acme', description: '1,5 seats' } }]);
  });

  it('is one row without a file, with options taking precedence over the template', async () => {
    const template = await file('{"type": "Trial", "account": "Acme", "description": ""}', 'template.json');
    expect(await readSheet({ columns, template, options: { account: 'Birch' } })).toEqual([
      { line: null, values: { type: 'Trial', account: 'Birch' } },
    ]);
  });

  it.each([
    ['[]', 'must contain one JSON object'],
    ['{"colour": "red"}', 'wrong.json: colour. Valid columns:'],
    ['{"type": ["Trial"]}', 'type must be a string or a number.'],
    ['{type', 'is not valid JSON'],
  ])('refuses the template %s', async (content, sentence) => {
    const template = await file(content, 'wrong.json');
    await expect(readSheet({ columns, template, options: {} })).rejects.toThrow(sentence);
  });
});
