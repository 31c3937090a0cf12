import { type PeopleColumn, peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { personOf } from '@keyhold/client/sheet/people-sheet.ts';
import type { SheetRecord } from '@keyhold/client/sheet/read-records.ts';
import { emailSchema, type ImportItem, type ImportRow } from '@keyhold/contract';

/** What became of a row, or would. */
export type Result = Pick<ImportItem, 'outcome' | 'changes' | 'problems'>;

export type Columns = readonly (PeopleColumn | undefined)[];

/** A row of the file, with what was mended here. */
export interface SheetRow extends SheetRecord {
  readonly edits: Readonly<Partial<Record<PeopleColumn, string>>>;
  /** Null until it is checked. */
  readonly result: Result | null;
  /** Whether the result is that of the import, not of a check. */
  readonly done: boolean;
}

/** The rows of a table, as they were read. */
export function rowsOf(records: readonly SheetRecord[]): SheetRow[] {
  return records.map(rowOf);
}

/** A row of a table, as it was read. */
export function rowOf({ line, cells }: SheetRecord): SheetRow {
  return { line, cells, edits: {}, result: null, done: false };
}

/** The text of a cell as it stands now. */
export function cellOf({ cells, edits }: SheetRow, columns: Columns, column: PeopleColumn): string {
  const index = columns.indexOf(column);
  return edits[column] ?? (index < 0 ? '' : (cells[index] ?? ''));
}

/** The row as it is sent. */
export function personIn(row: SheetRow, columns: Columns): ImportRow {
  const edited = peopleColumns.filter((column) => row.edits[column] !== undefined);
  const cells = edited.map((column) => row.edits[column] ?? '');
  return { ...personOf(row, columns), ...personOf({ line: row.line, cells }, edited) };
}

/**
 * The indexes of rows whose e-mail an earlier row has, which the server sees only within one request.
 *
 * @param emails of the rows, by {@link foldedEmail}
 */
export function repeatedRows(emails: readonly (string | null)[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [index, email] of emails.entries()) {
    if (email === null) continue;
    if (seen.has(email)) repeated.add(index);
    seen.add(email);
  }
  return repeated;
}

/** An e-mail as e-mails are compared; null for a text that is none. */
export function foldedEmail(text: string): string | null {
  const email = emailSchema.safeParse(text);
  return email.success ? email.data.toLowerCase() : null;
}

/** The problem of a repeated e-mail, in the server's words. */
export const repeatedEmail: Result = {
  outcome: 'refuse',
  changes: [],
  problems: [{ code: 'email-taken', path: 'email', message: 'An earlier row has this email, too.' }],
};

export type Counts = Readonly<Record<Result['outcome'], number>>;

/** How many rows have each outcome; only those of one of the two, of the import or of the check. */
export function countsOf(rows: readonly SheetRow[], done: boolean): Counts {
  const counts = { create: 0, update: 0, unchanged: 0, refuse: 0 };
  for (const row of rows) if (row.result && row.done === done) counts[row.result.outcome] += 1;
  return counts;
}

/** The rows that the import will send: those that were checked and do something. */
export function rowsToImport(rows: readonly SheetRow[]): number[] {
  return rows.flatMap(({ result, done }, index) =>
    !done && (result?.outcome === 'create' || result?.outcome === 'update') ? [index] : [],
  );
}

/** What the import of the checked rows takes: mails, licenses, and the people who get none because none is left. */
export function costOf(rows: readonly SheetRow[], columns: Columns, invite: boolean) {
  const cost = { mails: 0, licenses: 0, without: 0 };
  for (const row of rows) {
    const { result, done } = row;
    if (!result || done) continue;
    const inactive = result.changes.includes('status');
    if (invite && result.outcome === 'create' && !inactive) cost.mails += 1;
    if (result.changes.includes('licenses')) cost.licenses += personIn(row, columns).licenses?.length ?? 0;
    if (result.problems.some(({ code }) => code === 'none-left')) cost.without += 1;
  }
  return cost;
}
