import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { runBatch, type Statement, type StatementResult } from './batch.ts';
import { findingOf } from './finding.ts';
import { accountOf, appRole, isRemembered, readOnly, requireSession, type Scope, statementOf } from './scope.ts';
import type { SharedReadings } from './shared-readings.ts';

const begin: Statement = { text: 'begin isolation level read committed', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };

/** A connection that finds a row by its id, with a query that was built for any ids. */
interface FindingConnection extends DatabaseConnection {
  findById(query: CompiledQuery, id: string): Promise<Record<string, unknown> | undefined>;
}

/** A connection whose statements are bound to a scope. */
export interface ScopedConnection extends FindingConnection {
  /** Has a statement carried out with the next one, or at the end: nobody waits for what it answers. */
  later(statement: Statement): void;
  /** Carries statements out on one way, each after the other, and answers the rows of each. */
  together(queries: readonly CompiledQuery[]): Promise<readonly Record<string, unknown>[][]>;
  /** Carries a statement out as the last one: what it and all before it did is made to last on the same way. */
  lastly(query: CompiledQuery): Promise<readonly Record<string, unknown>[]>;
  /** Carries out what is left and makes it last. */
  finish(): Promise<void>;
  /** Undoes everything. */
  undo(): Promise<void>;
}

/**
 * One transaction. It begins on the same way to the database as its first statement, and what nobody waits for goes with
 * the commit: each way costs more than most statements.
 */
export function openTransaction(client: pg.ClientBase, scope: Scope, keeping: boolean): ScopedConnection {
  const opening = [begin, appRole, accountOf(scope)];
  /** What goes with the next way; nothing has gone yet while it begins with the opening. */
  let waiting = [...opening];
  let begun = false;
  let confirmed = !isRemembered(scope);
  let ended = false;

  /** Answers what the last of the statements answered. */
  async function send(...statements: readonly Statement[]): Promise<StatementResult> {
    return lastOf(await sendAll(statements));
  }

  /** Answers what they answered, after what waited. */
  async function sendAll(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (ended) throw new Error('The transaction has ended.');
    const batch = [...waiting, ...statements];
    waiting = [];
    begun = true;
    const results = await runBatch(client, batch, keeping);
    if (!confirmed) requireSession(scope, results[2]);
    confirmed = true;
    return results;
  }

  return {
    ...notUsed,
    executeQuery: async <Row>(query: CompiledQuery) => resultOf<Row>(await send(statementOf(query))),
    findById: async (query, id) => (await send(findingOf(query, [id]))).rows[0],
    later: (statement) => void waiting.push(statement),
    async together(queries) {
      const results = await sendAll(queries.map(statementOf));
      return results.slice(results.length - queries.length).map(({ rows }) => rows);
    },
    async lastly(query) {
      // Nothing is to last for somebody who is not sure to be who they were.
      if (!confirmed) await send();
      const batch = [...waiting, statementOf(query), commit];
      waiting = [];
      begun = true;
      const results = await runBatch(client, batch, keeping);
      ended = true;
      requireCommit(lastOf(results));
      return lastOf(results.slice(0, -1)).rows;
    },
    async finish() {
      if (ended) return;
      if (!begun && confirmed && waiting.length === opening.length) return;
      if (!confirmed) await send();
      requireCommit(await send(commit));
    },
    async undo() {
      waiting = [];
      confirmed = true;
      if (begun && !ended) await send(rollback);
    },
  };
}

/** A connection for what only reads: what it finds by its id, it finds together with other requests. */
export type ReadingConnection = FindingConnection;

/** Statements that only read, each a transaction of its own: at this isolation one around them would change nothing. */
export function openReading(pool: pg.Pool, shared: SharedReadings, scope: Scope, keeping: boolean): ReadingConnection {
  const opening = [readOnly, accountOf(scope)];
  return {
    ...notUsed,
    async executeQuery<Row>(query: CompiledQuery) {
      const client = await pool.connect();
      try {
        const results = await runBatch(client, [...opening, statementOf(query)], keeping);
        requireSession(scope, results[1]);
        return resultOf<Row>(lastOf(results));
      } finally {
        client.release();
      }
    },
    findById: (query, id) => shared.findById(scope, query, id),
  };
}

/** PostgreSQL answers otherwise where a statement had failed and the work went on regardless. */
function requireCommit({ tag }: StatementResult): void {
  if (tag === 'ROLLBACK') throw new Error('The transaction had failed before it was to end.');
}

function lastOf(results: readonly StatementResult[]): StatementResult {
  const last = results.at(-1);
  if (!last) throw new Error('PostgreSQL answered nothing to a statement.');
  return last;
}

function resultOf<Row>({ tag, rows }: StatementResult): QueryResult<Row> {
  const [, changed] = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.*?(\d+)$/.exec(tag) ?? [];
  // What a row holds is known to the query's builder.
  const result = { rows: rows as Row[] };
  return changed === undefined ? result : { ...result, numAffectedRows: BigInt(changed) };
}

const notUsed = {
  streamQuery() {
    throw new Error('Rows are read whole here.');
  },
};
