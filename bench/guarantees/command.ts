import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';

/** The result of a command. */
export interface Finding {
  /** The numbers, one row or several, as the documents quote them. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** The violations, in sentences; none when the guarantee holds. */
  readonly violations: readonly string[];
  /** Other fields of the JSON. */
  readonly details?: unknown;
}

/** Violations that are printed one by one; the JSON has them all. */
const mostPrinted = 20;

/**
 * Runs a guarantee's command: whole numbers as options, the table on standard output, everything as JSON in the file that
 * `--json` names. Ends with 1 when the guarantee was violated.
 *
 * @param defaults the options with their defaults
 */
export async function runCommand<Option extends string>(
  defaults: Readonly<Record<Option, number>>,
  run: (options: Readonly<Record<Option, number>>) => Promise<Finding>,
): Promise<void> {
  const names = Object.keys(defaults) as Option[];
  const { values } = parseArgs({
    options: { json: { type: 'string' }, ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
  }) as { values: Readonly<Record<string, string | undefined>> };
  const entries = names.map((name) => [name, wholeNumber(name, values[name] ?? String(defaults[name]))] as const);
  const options = Object.fromEntries(entries) as Record<Option, number>;
  const finding = await run(options);
  console.log(`\n${table(finding.rows)}\n`);
  for (const violation of finding.violations.slice(0, mostPrinted)) console.error(violation);
  const { length } = finding.violations;
  console.log(length === 0 ? 'The guarantee held.' : `The guarantee was violated ${length} times.`);
  if (values['json']) await writeFile(values['json'], `${JSON.stringify({ options, ...finding }, null, 2)}\n`);
  process.exitCode = length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
  return Number(text);
}
