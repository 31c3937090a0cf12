import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@keyhold/client';
import { resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { sentencesOf } from '../command/explain.ts';
import { Failure } from '../command/failure.ts';
import { connect } from '../connection/connect.ts';
import { endAsFailed, show } from '../output/output.ts';
import { startProgress } from '../output/progress.ts';
import { count, formatTable } from '../output/table.ts';
import { type IssueKind, type PlannedIssue, planIssue } from './issue-plan.ts';
import { readSheet, type Values } from './sheet.ts';

/** The options of every issuing command. */
export interface IssueOptions {
  readonly from?: string;
  readonly template?: string;
  readonly dryRun?: boolean;
  readonly run?: string;
}

/** Adds the options of {@link IssueOptions}. */
export function addIssueOptions(command: Command): Command {
  return command
    .option('--from <file>', 'CSV file: the first line names the columns, each further line issues licenses')
    .option('--template <file>', 'JSON file with values for omitted options and blank fields')
    .option('--dry-run', 'check the input and show what would be issued, without changing anything')
    .option(
      '--run <id>',
      'resume an interrupted run: licenses that it issued within the last 24 hours are not issued again',
    );
}

/**
 * Issues the licenses of options, template and CSV file. All rows are checked first; nothing is issued if one is wrong.
 *
 * @param values the option values, by column
 * @throws {Failure} with every mistake and its line.
 */
export async function issue<Body>(
  command: Command,
  kind: IssueKind<Body>,
  options: IssueOptions,
  values: Values,
): Promise<void> {
  const { columns } = kind;
  const rows = await readSheet({ columns, from: options.from, template: options.template, options: values });
  const { api } = await connect();
  const plan = await planIssue(api, kind, rows);
  if (options.dryRun) return showPlan(command, kind, plan);
  const wrong = plan.flatMap(problemsOf);
  if (wrong.length > 0) throw new Failure(['Nothing was issued:', ...wrong].join('\n'));
  const run = options.run ?? randomUUID();
  const issued = await carryOut(api, kind, plan, run);
  const headers = ['ACCOUNT', kind.entry.toUpperCase(), 'KEY'];
  show(command, { run, issued: issued.map(forPrograms) }, () =>
    formatTable(
      headers,
      issued.flatMap(({ row, items }) =>
        items.map((item) => [row.account?.name ?? '', row.entry?.name ?? '', resourceIdOf(item.rn)]),
      ),
    ),
  );
}

interface Issued<Body> {
  readonly row: PlannedIssue<Body>;
  readonly items: readonly { readonly rn: string }[];
}

function forPrograms<Body>({ row, items }: Issued<Body>) {
  return { line: row.line, account: row.account?.id ?? null, items };
}

async function carryOut<Body>(
  api: ApiClient,
  kind: IssueKind<Body>,
  plan: readonly PlannedIssue<Body>[],
  run: string,
): Promise<readonly Issued<Body>[]> {
  const issued: Issued<Body>[] = [];
  const progress = startProgress('Issuing');
  try {
    for (const row of plan) {
      if (row.body === null) throw new Error('A row with mistakes is not issued.');
      // The idempotency key makes a retry return what the first attempt issued.
      issued.push({ row, items: await kind.send(api, row.body, `${run}-${issued.length + 1}`) });
      progress.update(issued.length, plan.length);
    }
  } catch (error) {
    throw brokenOff(error, plan, issued.length, run);
  } finally {
    progress.stop();
  }
  return issued;
}

function brokenOff(error: unknown, plan: readonly PlannedIssue<unknown>[], done: number, run: string): unknown {
  const sentences = sentencesOf(error);
  if (!sentences) return error;
  const line = plan[done]?.line ?? null;
  const first = line === null ? sentences : [`Line ${line}: ${sentences[0]}`, ...sentences.slice(1)];
  return new Failure(
    [
      ...first,
      `At least ${done} of ${count(plan.length, 'row')} ${done === 1 ? 'was' : 'were'} issued. To issue the rest, run the same command within 24 hours with --run ${run}`,
    ].join('\n'),
    { cause: error },
  );
}

function problemsOf({ line, problems }: PlannedIssue<unknown>): readonly string[] {
  return problems.map((problem) => (line === null ? problem : `Line ${line}: ${problem}`));
}

function showPlan<Body>(command: Command, kind: IssueKind<Body>, plan: readonly PlannedIssue<Body>[]): void {
  const problems = plan.flatMap(problemsOf);
  const total = plan.reduce((sum, row) => sum + row.count, 0);
  const result = {
    'dry-run': true,
    total,
    rows: plan.map(({ line, account, entry, body, problems: wrong }) => ({
      line,
      account,
      [kind.entry]: entry,
      body,
      problems: wrong,
    })),
  };
  show(command, result, () => {
    const filled = kind.columns.filter((column) => plan.some((row) => row.values[column] !== undefined));
    const table = formatTable(
      ['LINE', ...filled.map((column) => column.toUpperCase())],
      plan.map((row) => [
        row.line === null ? '–' : String(row.line),
        ...filled.map((column) => cellOf(kind, row, column)),
      ]),
    );
    const sentence =
      problems.length === 0
        ? `Would issue ${count(total, kind.noun)}. Nothing was changed.`
        : `Nothing would be issued:\n${problems.join('\n')}`;
    return `${table}\n\n${sentence}`;
  });
  if (problems.length > 0) endAsFailed();
}

function cellOf<Body>(kind: IssueKind<Body>, row: PlannedIssue<Body>, column: string): string {
  const text = row.values[column] ?? (column === 'count' ? '1' : '–');
  if (column === 'account') return row.account?.name ?? text;
  return column === kind.entry ? (row.entry?.name ?? text) : text;
}
