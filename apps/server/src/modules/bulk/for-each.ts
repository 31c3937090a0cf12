import { type BulkReport, bulkLimit, type Warning } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { actorOrRefusal, scopeOf } from '../../access/guards.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { withWarnings } from '../../http/bind.ts';
import { invalid, notFound, ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';

/** A resource that a bulk call changes: its id and its displayed name. */
export interface Selected {
  readonly id: string;
  readonly name: string;
  /** The account has no such resource, although another one may. */
  readonly missing?: boolean;
}

/** Removes the records that the caller excepts, comparing ids without regard to case. */
export function withoutExcepted(selected: readonly Selected[], except: readonly string[] = []): readonly Selected[] {
  const excepted = new Set(except.map((id) => id.toLowerCase()));
  return selected.filter(({ id }) => !excepted.has(id.toLowerCase()));
}

/** The number of records to read, enough to detect too many after removing the excepted ones. */
export function readLimit(except: readonly string[] = []): number {
  return bulkLimit + except.length + 1;
}

/**
 * Refuses a change if the number of records differs from the number that the caller was shown.
 *
 * @throws {ProblemError} 412
 */
export function requireCount(selected: readonly Selected[], count: number | undefined): void {
  if (count === undefined || selected.length === count || selected.length > bulkLimit) return;
  const message = `This is about ${selected.length} by now, not about ${count}. Look at the list, and choose again.`;
  throw new ProblemError(412, [{ code: 'other-count', path: 'count', message }]);
}

/** What one change did. */
export interface Outcome {
  readonly changed: boolean;
  readonly warnings: readonly Warning[];
}

/** The number of changes between two checks of the caller's session and rights. */
const chunk = 10;

/**
 * Changes many resources one after the other, each in its own transaction: a refused change does not roll back the
 * others, and no lock is held across changes. Once the caller loses the right, the rest is reported as refused.
 *
 * @param authorize authorizes the caller again, and throws when they have lost the right
 * @param change returns whether it changed anything, with its warnings if it may have any
 * @throws {ProblemError} 499 when the caller has disconnected
 */
export async function forEachSelected(
  services: Services,
  authorize: () => Promise<Actor>,
  selected: readonly Selected[],
  change: (tx: Transaction, actor: Actor, id: string) => Promise<boolean | Outcome>,
): Promise<BulkReport> {
  if (selected.length > bulkLimit) {
    throw invalid('search', `This finds more than ${bulkLimit}. Narrow it down, and change them in several steps.`);
  }
  const report = { changed: 0, unchanged: 0, failures: [] as BulkReport['failures'] };
  const warnings = new Set<Warning>();
  let actor = await actorOrRefusal(authorize);
  for (const [index, { id, name, missing }] of selected.entries()) {
    if (index > 0 && index % chunk === 0 && !(actor instanceof ProblemError)) actor = await actorOrRefusal(authorize);
    try {
      if (actor instanceof ProblemError) throw actor;
      const by = actor;
      if (missing) throw notFound();
      const outcome = await inTransaction(services.db, scopeOf(by), (tx) => change(tx, by, id));
      const { changed, warnings: ofChange } =
        typeof outcome === 'boolean' ? { changed: outcome, warnings: [] } : outcome;
      for (const warning of ofChange) warnings.add(warning);
      if (changed) report.changed += 1;
      else report.unchanged += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      report.failures.push({ id, name, code: error.problems[0].code, message: error.message });
    }
  }
  return withWarnings([...warnings], report);
}
