import type { Outcome } from './pipeline.ts';
import type { Statement, StatementResult } from './statement.ts';

/** The statements before the first query, in the same round trip: settings such as role and tenant. */
export interface Opening {
  readonly statements: readonly Statement[];
  /**
   * Checks the results of the statements before any query's result is returned. If it throws, the queries throw the
   * same error, and nothing is committed.
   */
  readonly check?: ((results: readonly StatementResult[]) => void) | undefined;
}

/**
 * Removes the opening's results from an outcome. If it failed, or its check throws, everything has failed.
 *
 * @param count how many statements of the outcome belong to the opening; only the last of them, its own, are checked
 */
export function afterOpening(
  { statements, check }: Opening,
  count: number,
  { results, failure, unsent }: Outcome,
): Outcome & { readonly opened: boolean } {
  if (results.length < count) return { results: [], failure, unsent, opened: false };
  try {
    if (count > 0) check?.(results.slice(count - statements.length, count));
  } catch (error) {
    return { results: [], failure: { error }, opened: false };
  }
  return { results: results.slice(count), failure, unsent, opened: true };
}
