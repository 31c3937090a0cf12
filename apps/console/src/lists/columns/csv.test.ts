// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/locale/test/page-language.ts';
import { download } from '#ui/button/download.ts';
import { csvOf, downloadCsv, sheetTime } from './csv.ts';

vi.mock('#ui/button/download.ts', () => ({ download: vi.fn() }));

afterEach(() => localStorage.clear());

const body = (...row: string[]) => csvOf(['h'], [row]).slice('\uFEFFh\r\n'.length);

test('begins with a byte order mark, and every line ends with CRLF', () => {
  expect(csvOf(['Name', 'Status'], [['Ada', 'Active']])).toBe('\uFEFFName,Status\r\nAda,Active\r\n');
});

test('quotes fields that would break a row', () => {
  expect(body('a,b', 'say "hi"', 'two\nlines')).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(['=1+1', '+49 30', '-3', '@SUM(A1)', '＝1+1', '＋49', '－3', '＠SUM(A1)'])(
  '%s is a text, not a formula',
  (text) => {
    expect(body(text)).toBe(`'${text}\r\n`);
  },
);

test('a text with a leading tab or line break is escaped too', () => {
  expect(body('\n=1')).toBe('"\'\n=1"\r\n');
  expect(body('\t=1')).toBe("'\t=1\r\n");
  expect(body('\r=1')).toBe('"\'\r=1"\r\n');
  expect(body('a=1')).toBe('a=1\r\n');
});

test('the file is named after the list, without spaces, and the day', () => {
  downloadCsv('comptes de service', ['Nom'], [['Export']]);
  expect(download).toHaveBeenCalledWith(
    expect.stringMatching(/^comptes-de-service-\d{4}-\d\d-\d\d\.csv$/),
    '\uFEFFNom\r\nExport\r\n',
    'text/csv;charset=utf-8',
  );
});

test.each(['de', 'fr'])('the cells of a file in %s are separated by semicolons', async (language) => {
  vi.resetModules();
  await setLanguage(language);
  const { csvOf } = await import('./csv.ts');
  expect(csvOf(['A', 'B'], [['1,5', 'a;b']])).toBe('\uFEFFA;B\r\n1,5;"a;b"\r\n');
});

test('a time is one that spreadsheets read', () => {
  expect([sheetTime('2026-01-05T10:00:00.123Z'), sheetTime(null)]).toEqual(['2026-01-05 10:00:00', '']);
});
