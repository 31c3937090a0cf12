import { peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { importText } from '#i18n/text/people.ts';
import { downloadCsv } from '#lists/columns/csv.ts';
import { cellOf, type SheetRow } from './import-rows.ts';
import type { ImportState } from './import-work.ts';
import { columnName, problemWords } from './problem-words.ts';

/** The word for what became of a row, or would. */
export function outcomeWord({ result, done }: Pick<SheetRow, 'result' | 'done'>): string {
  const { outcomes } = importText;
  if (!result) return outcomes.open;
  if (!done) return outcomes[result.outcome];
  return {
    create: outcomes.created,
    update: outcomes.updated,
    unchanged: outcomes.unchanged,
    refuse: outcomes.refused,
  }[result.outcome];
}

/** The problems of a row, each with its column. */
export function problemsOf({ result }: SheetRow): string {
  const problems = result?.problems ?? [];
  return problems
    .map((problem) => {
      const column = peopleColumns.find((each) => each === problem.path);
      return column ? `${columnName(column)}: ${problemWords(problem)}` : problemWords(problem);
    })
    .join(' ');
}

/** The fields of a row that change, in words. */
export function changesOf({ result }: SheetRow): string[] {
  return peopleColumns.filter((column) => result?.changes.includes(column)).map(columnName);
}

/** Saves what became of each row. */
export function saveReport({ rows, columns }: ImportState): void {
  const head = [importText.line, columnName('email'), importText.outcome, importText.details, importText.problem];
  const lines = rows.map((row) => [
    String(row.line),
    cellOf(row, columns, 'email'),
    outcomeWord(row),
    changesOf(row).join(', '),
    problemsOf(row),
  ]);
  downloadCsv(importText.report, head, lines);
}

/** Saves the refused rows as they stand now, to be mended and imported. */
export function saveRefusedRows({ rows, heading, columns }: ImportState): void {
  const refused = rows.filter(({ result }) => result?.outcome === 'refuse');
  const added = peopleColumns.filter(
    (column) => !columns.includes(column) && refused.some(({ edits }) => edits[column] !== undefined),
  );
  const lines = refused.map((row) => [
    ...heading.map((_, index) => {
      const column = columns[index];
      return column === undefined ? (row.cells[index] ?? '') : cellOf(row, columns, column);
    }),
    ...added.map((column) => cellOf(row, columns, column)),
    problemsOf(row),
  ]);
  downloadCsv(importText.refusedRows, [...heading, ...added.map(columnName), importText.problem], lines);
}
