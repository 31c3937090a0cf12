import { AbortedTransactionError, type CompiledQuery, type QueryResult } from 'kysely';
import pg from 'pg';
import { withoutFlush } from './commit-before-flush.ts';
import type { Notification } from './notification.ts';
import { afterOpening, type Opening } from './opening.ts';
import { failureOfCommit } from './outcome-unknown.ts';
import type { Failure, Outcome, Run } from './pipeline.ts';
import { createRoundTripQueue, settle } from './round-trip-queue.ts';
import type { Statement } from './statement.ts';

/** The connection that the queries of a handle use. */
export interface Connection {
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** Executes a statement with the next round trip. */
  defer(statement: Statement): void;
  /** Executes a statement with the commit, after all others; a `final` one after all that are not. */
  deferToCommit(statement: Statement, final?: boolean): void;
  /** Executes the statements of the commit so far with the next round trip. */
  bringForward(): void;
  /** Makes the commit release its locks before it is on the disk; the notifications are sent once it is. */
  commitBeforeFlush(notifications: readonly Notification[]): void;
}

/** One transaction. */
export interface TransactionConnection extends Connection {
  /** Sends the deferred statements and commits, in one round trip. Returns the notifications of an unflushed commit. */
  commit(): Promise<readonly Notification[] | undefined>;
  rollback(): Promise<void>;
}

const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };

/**
 * Begins a transaction with its first query, in one round trip. Without a query it never begins.
 *
 * @param begin the statement that begins it
 */
export function openTransaction(run: Run, begin: string, opening: Opening): TransactionConnection {
  let begun = false;
  let ended = false;
  let committed = false;
  let unflushed: readonly Notification[] | undefined;
  const last: Statement[] = [];
  const final: Statement[] = [];
  /** The failure that makes the transaction unusable, even if the database is not aware of it. */
  let failure: Failure | undefined;

  async function send(statements: readonly Statement[]): Promise<Outcome> {
    if (failure) return { results: [], failure, unsent: true };
    const opens = begun ? [] : [{ text: begin, values: [] }, ...opening.statements];
    begun = true;
    const outcome = afterOpening(opening, opens.length, await run([...opens, ...statements]));
    if (!outcome.opened || !(outcome.failure?.error instanceof pg.DatabaseError)) failure = outcome.failure;
    return outcome;
  }

  const turn = createRoundTripQueue(async (entries) => {
    const outcome = await send(entries.map(({ statement }) => statement));
    settle(entries, outcome);
    // A failure that no query has thrown is thrown by the next query or the commit.
    if (!entries.slice(outcome.results.length).some(({ awaited }) => awaited)) failure ??= outcome.failure;
  });

  return {
    execute: <Row>(query: CompiledQuery) => (ended ? Promise.reject(endedError()) : turn.execute<Row>(query)),
    defer(statement) {
      if (ended) throw endedError();
      turn.defer(statement);
    },
    deferToCommit(statement, isFinal = false) {
      if (ended) throw endedError();
      (isFinal ? final : last).push(statement);
    },
    bringForward() {
      for (const statement of [...last.splice(0), ...final.splice(0)]) turn.defer(statement);
    },
    commitBeforeFlush(notifications) {
      unflushed = [...(unflushed ?? []), ...notifications];
    },
    async commit() {
      ended = true;
      await turn.settled();
      // Nothing is committed before the check has passed.
      if (!begun && opening.check) await send([]);
      const deferred = [...turn.takeDeferred().map(({ statement }) => statement), ...last, ...final];
      if (!begun && deferred.length === 0) return undefined;
      const ending = unflushed ? [withoutFlush, commit] : [commit];
      const outcome = await send([...deferred, ...ending]);
      if (outcome.failure) throw failureOfCommit(outcome, deferred.length + ending.length - 1);
      committed = true;
      // PostgreSQL replies ROLLBACK to a commit after a failed statement.
      if (outcome.results.at(-1)?.tag === 'ROLLBACK') throw new AbortedTransactionError();
      return unflushed;
    },
    async rollback() {
      ended = true;
      await turn.settled();
      if (!begun || committed) return;
      const outcome = await run([rollback]);
      if (outcome.failure) throw outcome.failure.error;
    },
  };
}

function endedError(): Error {
  return new Error('The transaction has ended.');
}

/** Without an explicit transaction: the queries of one turn are one round trip, and an implicit transaction. */
export function openAutocommit(run: Run, opening: Opening): Connection {
  const turn = createRoundTripQueue(async (entries) => {
    const statements = entries.map(({ statement }) => statement);
    settle(
      entries,
      afterOpening(opening, opening.statements.length, await run([...opening.statements, ...statements])),
    );
  });
  const defer = () => {
    throw new Error('There is no transaction with whose commit a statement could go.');
  };
  return {
    execute: turn.execute,
    defer,
    deferToCommit: defer,
    bringForward: defer,
    commitBeforeFlush() {
      throw new Error('There is no transaction whose commit could come before its flush.');
    },
  };
}
