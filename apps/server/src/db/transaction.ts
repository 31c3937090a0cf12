import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { runBatch, type Statement, type StatementResult } from './batch.ts';

/** A session as a node remembers it: its version grows whenever what its user may do changes. */
export interface RememberedSession {
  readonly id: string;
  readonly version: number;
}

/** Whose rows a transaction sees and writes: an account's, or everyone's. */
export type Scope =
  | 'every account'
  | {
      /** An account's id; `*` are all. */
      readonly account: string;
      /** Whose request it is, where that was remembered: the database confirms it before anything else is answered. */
      readonly session?: RememberedSession | undefined;
    };

/** What was remembered of a session is not so any more; nothing was done. */
export class SessionChanged extends Error {}

const begin: Statement = { text: 'begin isolation level read committed', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };

/** A connection whose statements are bound to a scope. */
export interface ScopedConnection extends DatabaseConnection {
  /** Has a statement carried out with the next one, or at the end: nobody waits for what it answers. */
  later(statement: Statement): void;
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
  const opening = [begin, openingOf(scope)];
  /** What goes with the next way; nothing has gone yet while it begins with the opening. */
  let waiting = [...opening];
  let begun = false;
  let confirmed = !isRemembered(scope);

  async function send(...statements: readonly Statement[]): Promise<StatementResult> {
    const batch = [...waiting, ...statements];
    waiting = [];
    begun = true;
    const results = await runBatch(client, batch, keeping);
    if (!confirmed) requireSession(results[1]);
    confirmed = true;
    return lastOf(results);
  }

  return {
    ...notUsed,
    executeQuery: async <Row>(query: CompiledQuery) => resultOf<Row>(await send(statementOf(query))),
    later: (statement) => void waiting.push(statement),
    async finish() {
      if (!begun && confirmed && waiting.length === opening.length) return;
      if (!confirmed) await send();
      // PostgreSQL answers so where a statement had failed and the work went on regardless.
      if ((await send(commit)).tag === 'ROLLBACK') throw new Error('The transaction had failed before it was to end.');
    },
    async undo() {
      waiting = [];
      confirmed = true;
      if (begun) await send(rollback);
    },
  };
}

/** Statements that only read, each a transaction of its own: at this isolation one around them would change nothing. */
export function openReading(pool: pg.Pool, scope: Scope, keeping: boolean): DatabaseConnection {
  const opening = openingOf(scope, readOnly);
  return {
    ...notUsed,
    async executeQuery<Row>(query: CompiledQuery) {
      const client = await pool.connect();
      try {
        const results = await runBatch(client, [opening, statementOf(query)], keeping);
        if (isRemembered(scope)) requireSession(results[0]);
        return resultOf<Row>(lastOf(results));
      } finally {
        client.release();
      }
    },
  };
}

function isRemembered(scope: Scope): boolean {
  return scope !== 'every account' && scope.session !== undefined;
}

/** Binds what follows to the scope, and tells of a remembered session whether it is as it was. */
function openingOf(scope: Scope, more = ''): Statement {
  const text = `select set_config('role', 'keyhold_app', true), set_config('keyhold.account', $1, true)${more}`;
  if (scope === 'every account') return { text, values: ['*'] };
  const { account, session } = scope;
  if (!session) return { text, values: [account] };
  return { text: `${text}, ${confirmation}`, values: [account, session.id, session.version] };
}

const readOnly = `, set_config('transaction_read_only', 'on', true)`;

/** Stands after the settings, by which the session's row can be seen at all. */
const confirmation = `(select true from sessions
  where id = $2 and version = $3 and "ended-on" is null and "expires-on" > now()) as confirmed`;

function requireSession(result: StatementResult | undefined): void {
  if (result?.rows[0]?.['confirmed'] !== true) throw new SessionChanged();
}

function statementOf({ sql, parameters }: CompiledQuery): Statement {
  return { text: sql, values: parameters };
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
