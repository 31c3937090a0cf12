import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';

/** The result of a command. */
export interface Finding {
  /** The figures in one or more rows, as the documents quote them. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** A sentence for each violation; none when the guarantee holds. */
  readonly violations: readonly string[];
  /** Other fields of the JSON. */
  readonly details?: unknown;
}

/** The maximum number of violations that are printed; the JSON has all of them. */
const maxPrinted = 20;

/**
 * Runs a guarantee's command: takes whole numbers as options, prints the table on standard output, and writes
 * everything as JSON to the file that `--json` names. Exits with 1 when the guarantee was violated.
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
  for (const violation of finding.violations.slice(0, maxPrinted)) console.error(violation);
  const { length } = finding.violations;
  console.log(length === 0 ? 'The guarantee held.' : `The guarantee was violated ${length} times.`);
  if (values['json']) await writeFile(values['json'], `${JSON.stringify({ options, ...finding }, null, 2)}\n`);
  process.exitCode = length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
  return Number(text);
}
