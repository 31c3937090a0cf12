import type { ProblemCode } from '@keyhold/contract';
import { OutcomeUnknownError } from '@keyhold/pg-round-trip';
import { errorCode } from '../error-code.ts';
import { conflict, type ProblemError } from '../problem.ts';

/** Whether an error came from the database, with its code and, for a violated constraint, the constraint's name. */
export function isDatabaseError(error: unknown): error is Error & { code: string; constraint?: string } {
  return errorCode(error) !== undefined;
}

/**
 * Error codes and classes of PostgreSQL (appendix A) and the network for a database that is temporarily unavailable: it
 * is unreachable, its disk is full, it is too slow and cancels a statement, or it has become a read-only standby.
 */
const codes =
  /^(08...|57014|57P0[1-5]|53...|58030|25006|E(CONN(REFUSED|RESET|ABORTED)|PIPE|NOENT|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/;
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|connection has been discarded|Client (was closed|has encountered a connection error)/;

/**
 * Whether an error means that the database is unavailable, and the work was not committed. A full queue of
 * notifications (PostgreSQL's async.c) refuses the commits of those that notify.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const queueIsFull = 'file' in error && error.file === 'async.c';
  return queueIsFull || codes.test(errorCode(error) ?? '') || connectionLost.test(error.message);
}

/** Whether it is unknown if the work was committed: it must not be executed again. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof OutcomeUnknownError;
}

/** The problem code, message and field for each unique index of the schema. */
const taken: Readonly<Record<string, readonly [code: ProblemCode, message: string, path: string]>> = {
  'accounts-name-taken': ['account-name-taken', 'This account name already exists.', 'name'],
  'accounts-customer-number-taken': ['taken', 'Another account has this customer number.', 'customer-number'],
  'connection-domains-taken': ['domain-taken', 'Another account has proven this domain.', 'name'],
  'pools-name-taken': ['pool-name-taken', 'This pool name already exists.', 'name'],
  'tags-name-taken': ['tag-name-taken', 'This tag name already exists.', 'name'],
  'users-email-taken': ['email-taken', 'This email already exists.', 'email'],
};

/** Returns the problem for a violated unique index, or null for any other error. */
export function uniquenessProblem(error: unknown): ProblemError | null {
  if (!isDatabaseError(error) || error.code !== '23505') return null;
  const [code, message, path] = taken[error.constraint ?? ''] ?? [];
  return code && message ? conflict(code, message, path) : null;
}
