import type { CompiledQuery, QueryResult } from 'kysely';
import type { Outcome } from './pipeline.ts';
import { type Statement, type StatementResult, statementOf } from './statement.ts';

/** A statement that waits for the next round trip. */
export interface Entry {
  readonly statement: Statement;
  /** Absent when the result is not awaited. */
  readonly awaited?: Awaited;
}

/** The promise of a query's result. */
interface Awaited {
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches queries: those of one turn of the event loop share a round trip. */
export interface RoundTripQueue {
  /** Executes a query with the others of this turn. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** Adds a statement that starts no round trip by itself. */
  defer(statement: Statement): void;
  /** Resolves once every awaited query has its result. */
  settled(): Promise<void>;
  /** Takes the deferred statements that were not sent with a query. */
  takeDeferred(): readonly Entry[];
}

/** @param send executes statements in one round trip and settles them; must not reject */
export function createRoundTripQueue(send: (entries: readonly Entry[]) => Promise<void>): RoundTripQueue {
  let queue: Entry[] = [];
  let sending = false;
  const idle: (() => void)[] = [];

  function takeAll(): readonly Entry[] {
    const all = queue;
    queue = [];
    return all;
  }

  /** Runs after the current turn has issued all its queries. */
  function sendAll(): void {
    void send(takeAll()).then(() => {
      sending = queue.some(({ awaited }) => awaited);
      if (sending) process.nextTick(sendAll);
      else for (const resolve of idle.splice(0)) resolve();
    });
  }

  return {
    execute: <Row>(query: CompiledQuery) =>
      new Promise<QueryResult<Row>>((resolve, reject) => {
        // The query's builder determines the type of its rows.
        queue.push({ statement: statementOf(query), awaited: { resolve: resolve as Awaited['resolve'], reject } });
        if (!sending) process.nextTick(sendAll);
        sending = true;
      }),
    defer: (statement) => void queue.push({ statement }),
    settled: () => (sending ? new Promise((resolve) => void idle.push(resolve)) : Promise.resolve()),
    takeDeferred: takeAll,
  };
}

/** Resolves the entries that succeeded and rejects the others. */
export function settle(entries: readonly Entry[], { results, failure }: Outcome): void {
  entries.forEach(({ awaited }, index) => {
    const result = results[index];
    if (result) awaited?.resolve(resultOf(result));
    else awaited?.reject(failure?.error);
  });
}

/** Converts a result for Kysely. */
export function resultOf({ tag, rows }: StatementResult): QueryResult<unknown> {
  if (tag.startsWith('SELECT')) return { rows };
  const [, changed] = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.*?(\d+)$/.exec(tag) ?? [];
  return changed === undefined ? { rows } : { rows, numAffectedRows: BigInt(changed) };
}
