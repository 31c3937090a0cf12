import { type BulkReport, bulkLimit } from '@keyhold/contract';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { invalid, notFound, ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';

/** A thing that a bulk call is to change, by id and as people know it. */
export interface Selected {
  readonly id: string;
  readonly name: string;
  /** The account that was named has no such thing, whoever else may have it. */
  readonly missing?: boolean;
}

/**
 * Changes many things one after the other, each in a transaction of its own: what one is refused does not undo the
 * others, and no lock outlasts one thing.
 *
 * @param change answers whether anything was different afterwards
 */
export async function forEachSelected(
  services: Services,
  actor: Actor,
  selected: readonly Selected[],
  change: (tx: Transaction, id: string) => Promise<boolean>,
): Promise<BulkReport> {
  if (selected.length > bulkLimit) {
    throw invalid('search', `This finds more than ${bulkLimit}. Narrow it down, and change them in several steps.`);
  }
  const report = { changed: 0, unchanged: 0, failures: [] as BulkReport['failures'] };
  for (const { id, name, missing } of selected) {
    try {
      if (missing) throw notFound();
      const changed = await inTransaction(services.db, scopeOf(actor), (tx) => change(tx, id));
      if (changed) report.changed += 1;
      else report.unchanged += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      report.failures.push({ id, name, message: error.message });
    }
  }
  return report;
}
