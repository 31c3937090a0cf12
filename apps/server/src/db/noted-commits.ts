import { OutcomeUnknownError } from '@keyhold/pg-round-trip';
import { ProblemError } from '../problem.ts';
import type { Database } from './handles.ts';

/** The property of a database that holds whether a transaction was committed through it. */
export const noted: unique symbol = Symbol('commits');

/** Whether a transaction was committed. */
interface Noted {
  committed: boolean;
}

/** A database that notes commits. */
export type NotingDatabase = Database & { readonly [noted]?: Noted };

/**
 * Executes work of several transactions. Once one of them is committed, an unexpected failure is none of the change:
 * it may have been made completely.
 *
 * @param work gets the services with a database that notes commits
 * @throws {OutcomeUnknownError} for a failure after a commit, other than a refusal
 */
export async function notingCommits<Services extends { readonly db: Database }, Result>(
  services: Services,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const state: Noted = { committed: false };
  try {
    return await work({ ...services, db: notingDatabase(services.db, state) });
  } catch (error) {
    if (!state.committed || error instanceof ProblemError) throw error;
    throw new OutcomeUnknownError(error);
  }
}

/** The same database: a proxy, because Kysely's methods need its private fields. */
function notingDatabase(db: Database, state: Noted): NotingDatabase {
  return new Proxy(db, {
    get(target, key) {
      if (key === noted) return state;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
