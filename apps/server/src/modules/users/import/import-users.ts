import { foldName, type ImportItem, type ReadRow } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { requirePermission, scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { uniquenessProblem } from '../../../db/errors.ts';
import type { Procedure } from '../../../http/bind.ts';
import { conflictOf } from '../../../http/conflict-of.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { type Problem, ProblemError } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { actorOrRefusal } from '../../bulk/for-each.ts';
import { applyRow, type Done, type RowWork, requireChangeable } from './apply-row.ts';
import { findIdByEmail, type KnownPeople, readKnownPeople, tagsNamed } from './known-people.ts';
import { changesOf, fieldsOf, readRow, unknownLabels } from './plan-row.ts';

/** Rows between two checks of the caller's session and rights. */
const chunk = 10;

/**
 * Imports rows in order, each in a transaction of its own: whole, or not at all. A check does the same, and rolls each
 * back, so that it finds what an import would find.
 */
export const importUsers: Procedure<'importUsers'> = async (services, _, { body }, { authorize }) => {
  const authorized = async () => {
    const actor = await authorize();
    if (body['create-tags']) requirePermission(actor, 'iam:CreateTag');
    return actor;
  };
  let actor: Actor | ProblemError = await authorized();
  const by = actor;
  const known = await inTransaction(services.db, scopeOf(by), (tx) => readKnownPeople(tx, by, body));
  const seen = new Set<string>();
  const picked = new Set<string>();
  const items: ImportItem[] = [];
  for (const [index, row] of body.rows.entries()) {
    if (index > 0 && index % chunk === 0 && !(actor instanceof ProblemError)) actor = await actorOrRefusal(authorized);
    const outcome =
      actor instanceof ProblemError
        ? refused(actor.problems)
        : await importRow(
            services,
            actor,
            { row, index, isRepeated: isRepeated(seen, known, index), picked },
            known,
            body,
          );
    items.push({ row: index, problems: [], ...outcome });
  }
  return { items, totals: totalsOf(items) };
};

type Outcome = Done & { readonly problems?: Problem[] };
type Choices = Input<'importUsers'>['body'];

/** Whether an earlier row has the same e-mail. */
function isRepeated(seen: Set<string>, { emails }: KnownPeople, index: number): boolean {
  const email = emails.get(index);
  if (email === undefined) return false;
  if (seen.has(email)) return true;
  seen.add(email);
  return false;
}

interface GivenRow {
  readonly row: ReadRow;
  readonly index: number;
  readonly isRepeated: boolean;
  readonly picked: Set<string>;
}

async function importRow(
  services: Services,
  actor: Actor,
  { row, index, isRepeated, picked }: GivenRow,
  known: KnownPeople,
  choices: Choices,
): Promise<Outcome> {
  const user = known.users.get(index) ?? null;
  const rn = user ? rnOf(actor.installation, known.account, 'user', user.id) : undefined;
  const repeated = isRepeated ? [repeatedEmail()] : [];
  const reading = readRow(row, user === null);
  if ('problems' in reading) return refused([...repeated, ...reading.problems], rn);
  const { values } = reading;
  const problems = [...repeated, ...unknownLabels(values, known, choices['create-tags'])];
  if (problems.length > 0) return refused(problems, rn);
  try {
    if (user && rn !== undefined) {
      const differs = fieldsOf(changesOf(user, values, known), false).length > 0;
      if (!differs && !values.licenses?.length) return { outcome: 'unchanged', user: rn, changes: [] };
      if (differs) requireChangeable(actor, user, choices);
    }
    const work = { values, known, existing: user?.id, choices, picked };
    return await inOwnTransaction(services, actor, work);
  } catch (error) {
    const problem = (await conflictOf(services.db, actor, error, values.email)) ?? error;
    if (!(problem instanceof ProblemError)) throw error;
    return refused(problem.problems, rn);
  }
}

type Work = Omit<RowWork, 'choices'> & { readonly choices: Choices };

/**
 * Does the work of a row. Where another change creates its user or its tags meanwhile, it begins again with these.
 *
 * @param tries how often it begins again
 */
async function inOwnTransaction(services: Services, actor: Actor, work: Work, tries = 2): Promise<Outcome> {
  const run = (act: (tx: Transaction) => Promise<Done>) =>
    work.choices.mode === 'apply'
      ? inTransaction(services.db, scopeOf(actor), act)
      : inUndoneTransaction(services, actor, act);
  try {
    // Those that are picked for a row count only if the row is not refused.
    const picked = new Set(work.picked);
    const done = await run((tx) => applyRow(tx, actor, { ...work, picked }));
    for (const key of picked) work.picked.add(key);
    if (work.choices.mode === 'apply' && createsTags(work)) await readTags(services, actor, work);
    if (done.outcome !== 'create' || work.choices.mode === 'apply') return done;
    return { outcome: done.outcome, changes: done.changes };
  } catch (error) {
    const code = uniquenessProblem(error)?.problems[0].code;
    if (tries === 0 || (code !== 'email-taken' && code !== 'tag-name-taken')) throw error;
    if (code === 'tag-name-taken') await readTags(services, actor, work);
    const existing = await inTransaction(services.db, scopeOf(actor), (tx) =>
      findIdByEmail(tx, work.known.account, work.values.email),
    );
    if (code === 'email-taken' && existing === undefined) throw error;
    return inOwnTransaction(services, actor, { ...work, existing }, tries - 1);
  }
}

/** The result of work whose transaction is rolled back. */
class Undone extends Error {
  readonly done: Done;
  constructor(done: Done) {
    super('The work of a check is undone.');
    this.done = done;
  }
}

async function inUndoneTransaction(
  { db }: Services,
  actor: Actor,
  act: (tx: Transaction) => Promise<Done>,
): Promise<Done> {
  try {
    return await inTransaction(db, scopeOf(actor), async (tx) => {
      throw new Undone(await act(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.done;
    throw error;
  }
}

function createsTags({ values: { tags = [] }, known }: Work): boolean {
  return tags.some((name) => !known.tags.has(foldName(name)));
}

/** Reads the tags of a row that were created meanwhile, for this and later rows. */
async function readTags({ db }: Services, actor: Actor, { values, known }: Work): Promise<void> {
  const tags = await inTransaction(db, scopeOf(actor), (tx) => tagsNamed(tx, known.account, values.tags ?? []));
  for (const [name, id] of tags) known.tags.set(name, id);
}

function repeatedEmail(): Problem {
  return { code: 'email-taken', path: 'email', message: 'An earlier row has this email, too.' };
}

function refused(problems: readonly Problem[], user?: string): Outcome {
  return { outcome: 'refuse', ...(user === undefined ? {} : { user }), changes: [], problems: [...problems] };
}

function totalsOf(items: readonly ImportItem[]) {
  const count = (outcome: ImportItem['outcome']) => items.filter((item) => item.outcome === outcome).length;
  return {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    refuse: count('refuse'),
  };
}
