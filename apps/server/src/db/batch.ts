import type { Socket } from 'node:net';
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

/** A statement with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a statement answered. */
export interface StatementResult {
  /** As the protocol tells it, such as `INSERT 0 1`. */
  readonly tag: string;
  readonly rows: Record<string, unknown>[];
}

/**
 * Stands in a statement whose plan depends on its values: on which account's list it reads, or for what it looks. It is
 * never kept, because a plan for any values would be one for average ones.
 */
export const plannedAnew = '/* planned anew */';

/** How many statements a connection keeps prepared; the one that was not used for longest makes room. */
const mostPrepared = 200;

/**
 * Sends statements to the database in one go and answers what each of them did. Outside of a transaction they are one:
 * PostgreSQL begins one with the first and ends it after the last. If one fails, those after it are not carried out.
 *
 * @param keeping whether the connection keeps the statements, parsed and planned, for the next time
 * @throws the database's error
 */
export function runBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  keeping: boolean,
): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(client, statements, keeping, resolve, reject));
  });
}

/** How a column's text is read. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** A statement that a connection keeps. */
interface Prepared {
  readonly name: string;
  /** Once it has been described; null for one that answers no rows. */
  columns: readonly Column[] | null;
}

/** What a connection has prepared. */
interface Kept {
  readonly era: number;
  /** By text, the one used last at the end. */
  readonly byText: Map<string, Prepared>;
  /** Names that the connection need not keep any longer. */
  readonly unused: string[];
}

const keptBy = new WeakMap<pg.ClientBase, Kept>();
/** Grows when the database's tables have changed under us: what was prepared before is prepared again. */
let era = 0;
/** Tells the statements of all connections apart. */
let named = 0;

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** A query as the driver knows it: it calls these methods as the database answers. A class, because the driver asks for one. */
class Batch implements pg.Submittable {
  readonly statements: readonly Statement[];
  readonly #client: pg.ClientBase;
  readonly #keeping: boolean;
  readonly #resolve: (results: StatementResult[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #results: StatementResult[] = [];
  /** For each statement what is known of it; kept by the connection once the database has taken it. */
  readonly #known: Prepared[] = [];
  readonly #fresh: { readonly text: string; readonly prepared: Prepared }[] = [];
  #rows: Record<string, unknown>[] = [];
  #failure: unknown;

  constructor(
    client: pg.ClientBase,
    statements: readonly Statement[],
    keeping: boolean,
    resolve: (results: StatementResult[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#client = client;
    this.statements = statements;
    this.#keeping = keeping;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit({ stream }: pg.Connection): Error | null {
    const messages = keptOf(this.#client)
      .unused.splice(0)
      .map((name) => serialize.close({ type: 'S', name }));
    try {
      messages.push(...this.statements.flatMap((statement) => this.#messagesOf(statement)));
    } catch (error) {
      // Then none of them is carried out.
      this.#failure = error;
    }
    // As one: each piece that is written by itself costs the system more than putting them together.
    if (stream.writable) (stream as Socket).write(Buffer.concat([...messages, serialize.sync()]));
    return null;
  }

  #messagesOf({ text, values }: Statement): Buffer[] {
    const keeping = this.#keeping && !text.includes(plannedAnew);
    const kept = keeping ? findKept(this.#client, text) : undefined;
    const one = kept ?? { name: keeping ? newName() : '', columns: null };
    const bind = serialize.bind({ statement: one.name, values: [...values], valueMapper: prepareValue });
    this.#known.push(one);
    if (kept) return [bind, serialize.execute()];
    if (keeping) this.#fresh.push({ text, prepared: one });
    return [serialize.parse({ name: one.name, text }), bind, serialize.describe({ type: 'P' }), serialize.execute()];
  }

  handleRowDescription({ fields }: RowDescription): void {
    const one = this.#known[this.#results.length];
    if (!one) return;
    one.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#client.getTypeParser(dataTypeID, 'text') as Column['read'],
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#known[this.#results.length]?.columns ?? [];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const text = fields[index];
      if (column) row[column.name] = text == null ? null : column.read(text);
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
    if (isOutdatedPlan(error)) era += 1;
    // Whether the database has kept any of these is not worth finding out.
    if (this.#keeping) keptOf(this.#client).unused.push(...this.#fresh.map(({ prepared }) => prepared.name));
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) {
      this.handleError(this.#failure);
      return;
    }
    if (this.#keeping) for (const { text, prepared } of this.#fresh) keep(this.#client, text, prepared);
    this.#resolve(this.#results);
  }
}

function newName(): string {
  named += 1;
  return `kh${named}`;
}

function keptOf(client: pg.ClientBase): Kept {
  const kept = keptBy.get(client);
  if (kept?.era === era) return kept;
  const unused = kept ? [...kept.unused, ...[...kept.byText.values()].map(({ name }) => name)] : [];
  const fresh = { era, byText: new Map<string, Prepared>(), unused };
  keptBy.set(client, fresh);
  return fresh;
}

function findKept(client: pg.ClientBase, text: string): Prepared | undefined {
  const { byText } = keptOf(client);
  const one = byText.get(text);
  if (one) {
    byText.delete(text);
    byText.set(text, one);
  }
  return one;
}

function keep(client: pg.ClientBase, text: string, one: Prepared): void {
  const { byText, unused } = keptOf(client);
  // One batch may hold the same text twice.
  const double = byText.get(text);
  if (double) unused.push(double.name);
  byText.set(text, one);
  const [oldest] = byText;
  if (byText.size <= mostPrepared || !oldest) return;
  byText.delete(oldest[0]);
  unused.push(oldest[1].name);
}

/** A statement's columns are not what they were when it was prepared: the tables were migrated meanwhile. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');
}
