import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ApiClient } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import { type Command, Option } from 'commander';
import { defineCommand, defineGroup, headings } from '../command/define-command.ts';
import { Failure } from '../command/failure.ts';
import { findAccountId } from '../command/find.ts';
import { accountOption, limitOption } from '../command/options.ts';
import { connect } from '../connection/connect.ts';
import { show } from '../output/output.ts';
import { formatList, formatTime } from '../output/table.ts';

interface Filters {
  readonly account?: string;
  readonly allAccounts?: true;
  readonly action?: string;
  readonly resource?: string;
  readonly actor?: string;
  readonly from?: string;
  readonly to?: string;
}

/** `audit list` and `audit export`. */
export function addAudit(program: Command): void {
  const group = defineGroup(program, 'audit', 'Read and check the audit log.', headings.server);
  addFilters(
    defineCommand(group, 'list', 'List the audit log of an account, newest entries first.', [
      "keyhold audit list --account 'Acme Print' --limit 20",
      'keyhold audit list --action iam:DeleteUser --from 2026-01-01 --json',
    ]),
  )
    .option(...limitOption, 100)
    .action(list);
  addFilters(
    defineCommand(
      group,
      'export',
      'Export the audit log of an account as NDJSON or CSV, one entry per line, oldest entries first.',
      [
        "keyhold audit export --account 'Acme Print' --output acme.ndjson",
        'keyhold audit export --from 2026-01-01 | grep iam:DeleteUser',
        'keyhold audit export --all-accounts --format csv --output everything.csv',
      ],
    ),
  )
    .addOption(new Option('--format <format>', 'the form of an entry').choices(['ndjson', 'csv']).default('ndjson'))
    .addOption(
      new Option('--separator <character>', 'between the cells of a CSV file').choices([',', ';']).default(','),
    )
    .option('--output <file>', 'write to this file (default: standard output)')
    .action(exportLog);
}

function addFilters(command: Command): Command {
  return command
    .option(...accountOption())
    .option('--all-accounts', 'the log of all accounts (provider staff)')
    .option('--action <action>', 'filter by action, such as iam:DeleteUser')
    .option('--resource <rn>', 'filter by affected resource')
    .option('--actor <rn>', 'filter by actor')
    .option('--from <time>', 'only entries at or after this time')
    .option('--to <time>', 'only entries before this time');
}

async function list({ limit, ...filters }: Filters & { limit: number }, command: Command): Promise<void> {
  const { api } = await connect();
  const result = await api.send(calls.listAudit, { query: { limit, ...(await queryOf(api, filters)) } });
  show(command, result, () =>
    formatList(
      ['SEQ', 'TIME', 'ACTOR', 'ACTION', 'RESOURCE'],
      result.items.map((row) => [String(row.seq), formatTime(row.on), row['actor-name'], row.action, row.resource]),
      'No entries found.',
    ),
  );
}

async function queryOf(api: ApiClient, { account, allAccounts, ...filters }: Filters) {
  if (allAccounts) return { ...filters, account: 'all' };
  return account === undefined ? filters : { ...filters, account: await findAccountId(api, account) };
}

interface ExportOptions extends Filters {
  readonly format: 'ndjson' | 'csv';
  readonly separator: ',' | ';';
  readonly output?: string;
}

async function exportLog({ output, format, separator, ...filters }: ExportOptions): Promise<void> {
  const { api } = await connect();
  const response = await api.open(calls.exportAudit, {
    query: { format, separator, ...(await queryOf(api, filters)) },
  });
  if (!response.body) throw new Failure('The server returned no audit log.');
  const lines = Readable.fromWeb(response.body as ReadableStream);
  try {
    if (output === undefined) await pipeline(lines, process.stdout, { end: false });
    else await pipeline(lines, createWriteStream(output, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    throw exportFailure(error, output);
  }
}

function exportFailure(error: unknown, output: string | undefined): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EEXIST') return new Failure(`${output} already exists. Choose another file.`);
  if (['ENOENT', 'EACCES', 'EISDIR', 'EROFS', 'ENOSPC'].includes(code)) {
    return new Failure(`${output} cannot be written (${code}). Choose another file.`);
  }
  return new Failure('The export was interrupted. The log written so far is incomplete.', { cause: error });
}
