import type { Command } from 'commander';
import { sentencesOf } from '../command/explain.ts';
import { endAsFailed, show } from './output.ts';
import { startProgress } from './progress.ts';
import { formatTable } from './table.ts';

interface Outcome {
  readonly name: string;
  readonly done: string | null;
  readonly errors: readonly string[];
}

/**
 * Runs the same work for each name, one after the other, and shows the results. A failure does not stop the rest; the
 * process then exits with 1.
 *
 * @param what the column's heading, such as `KEY`
 * @param work returns the text of the result column
 */
export async function doEach(
  command: Command,
  what: string,
  names: readonly string[],
  work: (name: string) => Promise<string>,
): Promise<void> {
  const outcomes: Outcome[] = [];
  const progress = startProgress(what);
  try {
    for (const name of names) {
      outcomes.push(await outcomeOf(name, work));
      progress.update(outcomes.length, names.length);
    }
  } finally {
    progress.stop();
  }
  const failed = outcomes.filter((outcome) => outcome.done === null).length;
  show(command, { results: outcomes.map(forPrograms) }, () =>
    formatTable(
      [what, 'RESULT'],
      outcomes.map(({ name, done, errors }) => [name, done ?? `Failed: ${errors.join(' ')}`]),
    ),
  );
  if (failed > 0) endAsFailed();
}

async function outcomeOf(name: string, work: (name: string) => Promise<string>): Promise<Outcome> {
  try {
    return { name, done: await work(name), errors: [] };
  } catch (error) {
    const errors = sentencesOf(error);
    if (!errors) throw error;
    return { name, done: null, errors };
  }
}

function forPrograms({ name, done, errors }: Outcome) {
  return { name, success: done !== null, ...(done === null ? { errors } : { result: done }) };
}
