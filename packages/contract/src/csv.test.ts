import { expect, it } from 'vitest';
import { defuseCell, undefuseCell } from './csv.ts';

const begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

it.each(begins)('A cell that begins with %j is defused, and read back as it was', (begin) => {
  for (const text of [`${begin}1+1`, begin, `'${begin}1`, `''${begin}`]) {
    expect(defuseCell(text)).toBe(`'${text}`);
    expect(undefuseCell(defuseCell(text))).toBe(text);
  }
});

it.each(['', 'Ada', "'", "'Ada", 'a=1', '1-2', ' =1'])('%j stays as it is', (text) => {
  expect([defuseCell(text), undefuseCell(text)]).toEqual([text, text]);
});
