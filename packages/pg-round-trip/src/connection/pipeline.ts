/// <reference path="../pg-utils.d.ts" />
import type { Socket } from 'node:net';
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { type Column, isOutdatedPlan, type Prepared, type PreparedStatements } from './prepared.ts';
import type { Statement, StatementResult } from './statement.ts';

/** The outcome of the statements of a round trip. */
export interface Outcome {
  /** The results of the statements that succeeded; those after a failed one are not executed. */
  readonly results: readonly StatementResult[];
  readonly failure?: Failure | undefined;
  /** Whether a failure came before anything was sent. */
  readonly unsent?: boolean | undefined;
}

/** Executes statements in one round trip. Never rejects. */
export type Run = (statements: readonly Statement[]) => Promise<Outcome>;

/** The failure of a statement and all after it. */
export interface Failure {
  readonly error: unknown;
}

/**
 * Sends statements in one round trip: the extended protocol's messages for each of them and one Sync. Outside of a
 * transaction they form one, which ends with the Sync.
 *
 * @param prepared the cache of the connection's prepared statements; null to prepare none
 */
export function runPipeline(
  client: pg.ClientBase,
  statements: readonly Statement[],
  prepared: PreparedStatements | null,
): Promise<Outcome> {
  return new Promise((resolve) => {
    client.query(new Pipeline(client, statements, prepared, resolve));
  });
}

/** A query for node-postgres, which calls these methods as the database replies. A class: each round trip has one. */
class Pipeline implements pg.Submittable {
  /** For traces, and for tests that record the sent statements. */
  readonly statements: readonly Statement[];
  readonly #client: pg.ClientBase;
  readonly #prepared: PreparedStatements | null;
  readonly #done: (outcome: Outcome) => void;
  readonly #results: StatementResult[] = [];
  readonly #used: Prepared[] = [];
  /** Prepared by this round trip; cached once the database has accepted them. */
  readonly #fresh: { readonly text: string; readonly statement: Prepared }[] = [];
  #rows: Record<string, unknown>[] = [];
  #unsent: Failure | undefined;
  #sent = false;

  constructor(
    client: pg.ClientBase,
    statements: readonly Statement[],
    prepared: PreparedStatements | null,
    done: (outcome: Outcome) => void,
  ) {
    this.#client = client;
    this.statements = statements;
    this.#prepared = prepared;
    this.#done = done;
  }

  submit({ stream }: pg.Connection): void {
    const discarded = this.#prepared?.takeDiscarded(this.#client) ?? [];
    const messages = discarded.map((name) => serialize.close({ type: 'S', name }));
    try {
      messages.push(...this.statements.flatMap((statement) => this.#messagesOf(statement)));
    } catch (error) {
      // A value cannot be serialized: nothing is executed.
      this.#unsent = { error };
    }
    messages.push(serialize.sync());
    // One write, because each write costs a system call.
    if (stream.writable) (stream as Socket).write(Buffer.concat(messages));
    this.#sent = stream.writable && !this.#unsent;
  }

  #messagesOf({ text, values, plannedForValues }: Statement): Buffer[] {
    const prepared = plannedForValues ? null : this.#prepared;
    const kept = prepared?.find(this.#client, text);
    const statement = kept ?? prepared?.create() ?? { name: '', columns: null };
    const bind = serialize.bind({ statement: statement.name, values: [...values], valueMapper: prepareValue });
    this.#used.push(statement);
    if (kept) return [bind, serialize.execute()];
    if (prepared) this.#fresh.push({ text, statement });
    return [
      serialize.parse({ name: statement.name, text }),
      bind,
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    ];
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  }) {
    const statement = this.#used[this.#results.length];
    if (!statement) return;
    statement.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#used[this.#results.length]?.columns ?? [];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const text = fields[index];
      if (column) row[column.name] = text == null ? null : column.parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ tag: text, rows: this.#rows });
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  handleError(error: unknown): void {
    if (isOutdatedPlan(error)) this.#prepared?.invalidate();
    // Some of these may have been prepared before the failure.
    this.#prepared?.discard(
      this.#client,
      this.#fresh.map(({ statement }) => statement),
    );
    this.#done({ results: this.#results, failure: { error }, unsent: !this.#sent });
  }

  handleReadyForQuery(): void {
    if (this.#unsent) {
      this.handleError(this.#unsent.error);
      return;
    }
    for (const { text, statement } of this.#fresh) this.#prepared?.keep(this.#client, text, statement);
    this.#done({ results: this.#results });
  }
}
