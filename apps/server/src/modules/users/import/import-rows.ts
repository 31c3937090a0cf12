import type { ImportItem, ReadRow } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { rnOf } from '../../../installation.ts';
import { type Problem, ProblemError } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { requireChangeable } from './apply-row.ts';
import { createsTags, importAlone, type Outcome, refused, tryTogether, type Work } from './in-transactions.ts';
import type { KnownPeople } from './known-people.ts';
import { changesOf, fieldsOf, readRow, unknownLabels } from './plan-row.ts';

/** A row of an import, by its number. */
export interface GivenRow {
  readonly row: ReadRow;
  readonly index: number;
  readonly isRepeated: boolean;
  readonly picked: Set<string>;
}

/** Imports the rows of a chunk, and returns their items by row. */
export async function importRows(
  services: Services,
  actor: Actor,
  rows: readonly GivenRow[],
  known: KnownPeople,
  choices: Work['choices'],
): Promise<ImportItem[]> {
  const outcomes = new Map<number, Outcome>();
  const gathered = new Map<number, Work>();
  const flush = async () => {
    const works = [...gathered];
    gathered.clear();
    const together = works.length > 1 ? await tryTogether(services, actor, works) : null;
    for (const [index, work] of works) {
      outcomes.set(index, together?.get(index) ?? (await importAlone(services, actor, work)));
    }
  };
  for (const given of rows) {
    const work = planRow(actor, given, known, choices);
    if ('outcome' in work) outcomes.set(given.index, work);
    // Later rows find the tags that it creates.
    else if (createsTags(work)) {
      await flush();
      outcomes.set(given.index, await importAlone(services, actor, work));
    } else gathered.set(given.index, work);
  }
  await flush();
  return rows.flatMap(({ index }) => {
    const outcome = outcomes.get(index);
    return outcome ? [{ row: index, ...outcome }] : [];
  });
}

/** The work of a row, or its outcome if it is refused or changes nothing. */
function planRow(
  actor: Actor,
  { row, index, isRepeated, picked }: GivenRow,
  known: KnownPeople,
  choices: Work['choices'],
): Work | Outcome {
  const user = known.users.get(index) ?? null;
  const rn = user ? rnOf(actor.installation, known.account, 'user', user.id) : undefined;
  const repeated = isRepeated ? [repeatedEmail()] : [];
  const reading = readRow(row, user === null);
  if ('problems' in reading) return refused([...repeated, ...reading.problems], rn);
  const { values } = reading;
  const problems = [...repeated, ...unknownLabels(values, known, choices['create-tags'])];
  if (problems.length > 0) return refused(problems, rn);
  if (user && rn !== undefined) {
    const differs = fieldsOf(changesOf(user, values, known), false).length > 0;
    if (!differs && !values.licenses?.length) return { outcome: 'unchanged', user: rn, changes: [], problems: [] };
    try {
      if (differs) requireChangeable(actor, user, choices);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return refused(error.problems, rn);
    }
  }
  return { values, known, existing: user?.id, rn, choices, picked };
}

function repeatedEmail(): Problem {
  return { code: 'email-taken', path: 'email', message: 'An earlier row has this email, too.' };
}
