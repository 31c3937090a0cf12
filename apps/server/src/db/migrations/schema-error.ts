import { isDatabaseError, isUnavailable } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { lockErrors } from './apply.ts';

/** The codes of a missing right, of a feature this PostgreSQL was built without, and of a missing extension. */
const preparation: ReadonlySet<string> = new Set(['42501', '0A000', '58P01']);

/** The failure of a migration as a sentence for the operator, if it is one that the operator can mend. */
export function schemaError(error: unknown): unknown {
  if (error instanceof Error && isUnavailable(error)) {
    return new StartError(
      `The database became unavailable while it was migrated (${error.message}). Start again once it is reachable and its disk has space; no migration is left half done.`,
      { cause: error },
    );
  }
  if (isDatabaseError(error) && lockErrors.has(error.code)) {
    return new StartError(
      "The database cannot be migrated while a long transaction uses its tables, such as a backup. Wait for its end and start again. For how to find it, see docs/operations.md, 'KeyholdPoolWaiting'.",
      { cause: error },
    );
  }
  if (!isDatabaseError(error) || !preparation.has(error.code)) return error;
  return new StartError(
    `The database at DATABASE_URL cannot be migrated. PostgreSQL reports: ${error.message}. For how to prepare it, see docs/operations.md, 'Your own PostgreSQL'.`,
    { cause: error },
  );
}
