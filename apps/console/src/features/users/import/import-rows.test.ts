import { expect, test } from 'vitest';
import {
  type Columns,
  cellOf,
  costOf,
  countsOf,
  foldedEmail,
  personIn,
  type Result,
  repeatedRows,
  rowsOf,
  rowsToImport,
} from './import-rows.ts';

const columns: Columns = ['email', undefined, 'first-name', 'licenses'];
const rows = rowsOf([
  { line: 2, cells: ['ida@acme.example', 'Sales', 'Ida', 'a; b'] },
  { line: 3, cells: [' IDA@acme.example ', 'Sales', 'Ida'] },
  { line: 4, cells: ['nobody', '', 'Bo'] },
]);
const [ida, again, nobody] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
const result = (outcome: Result['outcome'], changes: string[] = [], ...codes: string[]): Result => ({
  outcome,
  changes,
  problems: codes.map((code) => ({ code, message: code })),
});

test('a row is sent as it was mended, without the columns that are left out', () => {
  expect(personIn(ida, columns)).toEqual({ email: 'ida@acme.example', 'first-name': 'Ida', licenses: ['a', 'b'] });
  const mended = { ...nobody, edits: { email: 'bo@acme.example', 'last-name': 'Berg' } };
  expect(personIn(mended, columns)).toEqual({ email: 'bo@acme.example', 'first-name': 'Bo', 'last-name': 'Berg' });
  expect([cellOf(mended, columns, 'last-name'), cellOf(mended, columns, 'title')]).toEqual(['Berg', '']);
});

test('an e-mail that an earlier row has is found, whatever its case', () => {
  expect([...repeatedRows(rows.map((row) => foldedEmail(cellOf(row, columns, 'email'))))]).toEqual([1]);
});

test('what will be done and what is done are counted apart', () => {
  const all = [
    { ...ida, result: result('create') },
    { ...again, result: result('refuse') },
    { ...nobody, result: result('update'), done: true },
  ];
  expect(countsOf(all, false)).toEqual({ create: 1, update: 0, unchanged: 0, refuse: 1 });
  expect(countsOf(all, true)).toEqual({ create: 0, update: 1, unchanged: 0, refuse: 0 });
  expect(rowsToImport(all)).toEqual([0]);
});

test('what it takes: mails for new people who are not inactive, licenses, and those who get none', () => {
  const all = [
    { ...ida, result: result('create', ['email', 'licenses']) },
    { ...again, result: result('create', ['email', 'status']) },
    { ...nobody, result: result('refuse', [], 'none-left') },
  ];
  expect(costOf(all, columns, true)).toEqual({ mails: 1, licenses: 2, without: 1 });
  expect(costOf(all, columns, false).mails).toBe(0);
});
