import type { Outcome } from './pipeline.ts';
import type { Statement, StatementResult } from './statement.ts';

/** What runs before the first query, in the same round trip: settings such as role and tenant. */
export interface Opening {
  readonly statements: readonly Statement[];
  /**
   * Looks at what the statements returned before any query's result is returned; what it throws, the queries throw, and
   * nothing is committed.
   */
  readonly check?: ((results: readonly StatementResult[]) => void) | undefined;
}

/**
 * Takes the opening's results off an outcome. Where it failed, or its check throws, everything has failed.
 *
 * @param count how many statements of the outcome were the opening's; the last of them are those that are checked
 */
export function afterOpening(
  { statements, check }: Opening,
  count: number,
  { results, failure }: Outcome,
): Outcome & { readonly opened: boolean } {
  if (results.length < count) return { results: [], failure, opened: false };
  try {
    if (count > 0) check?.(results.slice(count - statements.length, count));
  } catch (error) {
    return { results: [], failure: { error }, opened: false };
  }
  return { results: results.slice(count), failure, opened: true };
}
