import { ApiError } from '@keyhold/client';
import { type Command, CommanderError } from 'commander';
import { sentencesOf } from './explain.ts';
import { type Failure, UsageError } from './failure.ts';

/** The exit codes of the command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Runs the command that the arguments name and sets the process's exit code: 0 for success, 1 for a failure, 2 for a
 * usage error. A failure is reported on standard error; with `--json` also on standard output.
 *
 * @param explain turns errors that only the caller knows into a {@link Failure}
 * @example
 * await run(createProgram(), process.argv.slice(2));
 */
export async function run(
  program: Command,
  argv: readonly string[],
  explain: (error: unknown) => Failure | null = () => null,
): Promise<void> {
  // The reader of the output may close it early: `keyhold audit export | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(exitCodes.done);
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    tell(explain(error) ?? error, argv.includes('--json'));
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

function tell(error: unknown, json: boolean): void {
  // The parser already printed its own messages, including help and version.
  if (error instanceof CommanderError) {
    if (json && error.exitCode !== 0) tellJson([error.message.replace(/^error: /, '')]);
    return;
  }
  const sentences = sentencesOf(error);
  console.error(sentences ? sentences.join('\n') : error);
  if (json) tellJson(sentences ?? [String(error)], error);
}

function tellJson(errors: readonly string[], error?: unknown): void {
  const more = error instanceof ApiError ? { status: error.status, problems: error.problems } : {};
  console.log(JSON.stringify({ errors, ...more }, null, 2));
}
