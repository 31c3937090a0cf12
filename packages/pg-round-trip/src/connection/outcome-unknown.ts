import pg from 'pg';
import type { Outcome } from './pipeline.ts';

/**
 * It is unknown whether a transaction took effect: its connection was lost after its commit was sent, or before the
 * commit was on the disk. It must not be repeated without looking.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('It is unknown whether the transaction was committed.', { cause });
    this.name = 'OutcomeUnknownError';
  }
}

/** Codes of PostgreSQL with which it ends a connection, at any moment of a statement. */
const ending = /^(08|57P0|25P0[34]|XX)/;

/**
 * The error of a failed round trip that ends with a commit.
 *
 * @param before the number of its statements before the commit
 */
export function failureOfCommit({ results, failure, unsent }: Outcome, before: number): unknown {
  const error = failure?.error;
  const answered = error instanceof pg.DatabaseError && (results.length < before || !ending.test(error.code ?? ''));
  return unsent || answered ? error : new OutcomeUnknownError(error);
}
