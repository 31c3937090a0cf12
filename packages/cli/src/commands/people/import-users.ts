import { readFile } from 'node:fs/promises';
import type { ApiClient } from '@keyhold/client';
import { UnreadableSheet } from '@keyhold/client/sheet/decode-text.ts';
import { inChunks, sizeOf } from '@keyhold/client/sheet/in-chunks.ts';
import { type PersonLine, readPeopleFile } from '@keyhold/client/sheet/people-sheet.ts';
import { calls, type ImportItem, type ImportOutcome, importLimit, importOutcomes } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import { findOwnOrNamedAccount, type InAccount } from '../../command/find.ts';
import { accountOption, wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { endAsFailed, show, wantsJson } from '../../output/output.ts';
import { startProgress } from '../../output/progress.ts';
import { formatTable } from '../../output/table.ts';

interface ImportOptions extends InAccount {
  readonly check?: boolean;
  readonly update?: boolean;
  readonly invite?: boolean;
  readonly createTags?: boolean;
  readonly days: number;
}

/** `users import` */
export function addImport(group: Command): void {
  defineCommand(
    group,
    'import <file>',
    'Create users by the rows of a CSV or .xlsx file, whose first line names the columns: email, first name, last name, title, description, roles, tags, status, licenses. Rows that cannot be imported are reported with their line.',
    [
      "keyhold users import people.csv --account 'Acme Print' --check",
      "keyhold users import people.csv --account 'Acme Print' --update --invite",
    ],
  )
    .option(...accountOption('account of the users'))
    .option('--check', 'only report what the import would do')
    .option('--update', 'change users who exist already')
    .option('--invite', 'send an activation link to users who are created')
    .option('--create-tags', 'create tags that do not exist')
    .option('--days <number>', 'days until the links expire', wholeNumber(1, 365), 90)
    .action(importFile);
}

async function importFile(file: string, options: ImportOptions, command: Command): Promise<void> {
  const { lines, ignored } = await read(file);
  if (lines.length === 0) throw new Failure(`${file} has no rows below its heading.`);
  const { api } = await connect();
  const account = await findOwnOrNamedAccount(api, options.account);
  const items: LineReport[] = [];
  const progress = startProgress(options.check ? 'Checking' : 'Importing');
  try {
    for (const chunk of inChunks(lines, importLimit, ({ row }) => sizeOf(row))) {
      items.push(...(await importChunk(api, account, chunk, options)));
      progress.update(items.length, lines.length);
    }
  } catch (error) {
    // What is done stays done, and the same file goes on from there.
    if (items.length > 0 && !wantsJson(command)) console.error(`Done until line ${items.at(-1)?.line} of ${file}.`);
    throw error;
  } finally {
    progress.stop();
  }
  const totals = totalsOf(items);
  show(command, { totals, items, 'ignored-columns': ignored }, () => textOf(items, totals, ignored, options));
  if (totals.refuse > 0) endAsFailed();
}

async function read(file: string) {
  try {
    return await readPeopleFile(await readFile(file));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Failure(`${file}: ${error.message}`, { cause: error });
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Failure(missing ? `${file} does not exist.` : `${file} cannot be read.`, { cause: error });
  }
}

interface LineReport extends Omit<ImportItem, 'row'> {
  readonly line: number;
  readonly email: string;
}

async function importChunk(
  api: ApiClient,
  account: string,
  chunk: readonly PersonLine[],
  { check = false, update = false, invite = false, createTags = false, days }: ImportOptions,
): Promise<LineReport[]> {
  const { items } = await api.send(calls.importUsers, {
    body: {
      'account-id': account,
      mode: check ? 'check' : 'apply',
      update,
      invite,
      'valid-days': days,
      'create-tags': createTags,
      rows: chunk.map(({ row }) => row),
    },
  });
  return items.map(({ row, ...item }) => {
    const { line = 0, row: given = {} } = chunk[row] ?? {};
    return { line, email: String(given.email ?? ''), ...item };
  });
}

type Totals = Readonly<Record<ImportOutcome, number>>;

function totalsOf(items: readonly LineReport[]): Totals {
  const counts = importOutcomes.map((outcome) => [outcome, items.filter((item) => item.outcome === outcome).length]);
  return Object.fromEntries(counts) as Totals;
}

function textOf(
  items: readonly LineReport[],
  { create, update, unchanged, refuse }: Totals,
  ignored: readonly string[],
  { check }: { readonly check?: boolean },
): string {
  const refused = items.filter(({ outcome }) => outcome === 'refuse');
  const rows = refused.map(({ line, email, problems }) => [
    String(line),
    email,
    problems.map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`)).join(' '),
  ]);
  const counts = `${create} created, ${update} changed, ${unchanged} unchanged, ${refuse} refused`;
  return [
    ...(rows.length > 0 ? [formatTable(['LINE', 'EMAIL', 'PROBLEM'], rows)] : []),
    ...(ignored.length > 0 ? [`Columns that are not imported: ${ignored.join(', ')}.`] : []),
    check ? `Checked, nothing was changed: ${counts}.` : `Imported: ${counts}.`,
  ].join('\n');
}
