import { foldName } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { isDatabaseError, uniquenessProblem } from '../../../db/errors.ts';
import { conflictOf } from '../../../http/conflict-of.ts';
import type { Input } from '../../../http/input.ts';
import { type Problem, ProblemError } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { applyRows, type Done, type RowWork } from './apply-row.ts';
import { findIdByEmail, tagsNamed } from './known-people.ts';

/** What was done with a row, or its problems. */
export type Outcome = Done & { readonly problems: Problem[] };
/** The work of a row that is neither refused nor without changes. */
export type Work = Omit<RowWork, 'choices'> & {
  /** The rn of the user, if the account has them. */
  readonly rn: string | undefined;
  readonly choices: Input<'importUsers'>['body'];
};

/** Does the work of several rows in one transaction; returns null, with nothing done, if one of them is refused. */
export async function tryTogether(
  services: Services,
  actor: Actor,
  works: readonly (readonly [number, Work])[],
): Promise<Map<number, Outcome> | null> {
  try {
    const done = await inOwnTransaction(
      services,
      actor,
      works.map(([, work]) => work),
    );
    return new Map(works.flatMap(([index], place) => (done[place] ? [[index, done[place]]] : [])));
  } catch (error) {
    if (error instanceof ProblemError || isDatabaseError(error)) return null;
    throw error;
  }
}

export async function importAlone(services: Services, actor: Actor, work: Work): Promise<Outcome> {
  try {
    return await importRow(services, actor, work);
  } catch (error) {
    const problem = (await conflictOf(services.db, actor, error, work.values.email)) ?? error;
    if (!(problem instanceof ProblemError)) throw error;
    return refused(problem.problems, work.rn);
  }
}

/**
 * Does the work of a row. Where another change creates its user or its tags meanwhile, it begins again with these.
 *
 * @param tries how often it begins again
 */
async function importRow(services: Services, actor: Actor, work: Work, tries = 2): Promise<Outcome> {
  try {
    const [done] = await inOwnTransaction(services, actor, [work]);
    if (!done) throw new Error('The work of a row has no outcome.');
    if (work.choices.mode === 'apply' && createsTags(work)) await readTags(services, actor, work);
    return done;
  } catch (error) {
    const code = uniquenessProblem(error)?.problems[0].code;
    if (tries === 0 || (code !== 'email-taken' && code !== 'tag-name-taken')) throw error;
    if (code === 'tag-name-taken') await readTags(services, actor, work);
    const existing = await inTransaction(services.db, scopeOf(actor), (tx) =>
      findIdByEmail(tx, work.known.account, work.values.email),
    );
    if (code === 'email-taken' && existing === undefined) throw error;
    return importRow(services, actor, { ...work, existing }, tries - 1);
  }
}

/** Does the work of rows in a transaction, which a check rolls back. */
async function inOwnTransaction(services: Services, actor: Actor, works: readonly Work[]): Promise<Outcome[]> {
  const [first] = works;
  if (!first) return [];
  const isCheck = first.choices.mode === 'check';
  // Those that are picked count only if no row is refused.
  let picked = new Set<string>();
  const act = (tx: Transaction) => {
    picked = new Set(first.picked);
    return applyRows(
      tx,
      actor,
      works.map((work) => ({ ...work, picked })),
    );
  };
  const done = await (isCheck
    ? inUndoneTransaction(services, actor, act)
    : inTransaction(services.db, scopeOf(actor), act));
  for (const key of picked) first.picked.add(key);
  return done.map(({ user, ...rest }) => ({
    ...rest,
    ...(user === undefined || (isCheck && rest.outcome === 'create') ? {} : { user }),
    problems: [],
  }));
}

/** The result of work whose transaction is rolled back. */
class Undone extends Error {
  readonly done: Done[];
  constructor(done: Done[]) {
    super('The work of a check is undone.');
    this.done = done;
  }
}

async function inUndoneTransaction(
  { db }: Services,
  actor: Actor,
  act: (tx: Transaction) => Promise<Done[]>,
): Promise<Done[]> {
  try {
    return await inTransaction(db, scopeOf(actor), async (tx) => {
      throw new Undone(await act(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.done;
    throw error;
  }
}

export function createsTags({ values: { tags = [] }, known }: Work): boolean {
  return tags.some((name) => !known.tags.has(foldName(name)));
}

/** Reads the tags of a row that were created meanwhile, for this and later rows. */
async function readTags({ db }: Services, actor: Actor, { values, known }: Work): Promise<void> {
  const tags = await inTransaction(db, scopeOf(actor), (tx) => tagsNamed(tx, known.account, values.tags ?? []));
  for (const [name, id] of tags) known.tags.set(name, id);
}

export function refused(problems: readonly Problem[], user?: string): Outcome {
  return { outcome: 'refuse', ...(user === undefined ? {} : { user }), changes: [], problems: [...problems] };
}
