import type pg from 'pg';

/** How a column's text is parsed. */
export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** A prepared statement of a connection. */
export interface Prepared {
  /** Empty for the protocol's unnamed statement, which lasts until the next one. */
  readonly name: string;
  /** Null until the database has described them, and for a statement that returns no rows. */
  columns: readonly Column[] | null;
}

/** The prepared statements of the connections of a pool: an LRU cache by text for each connection. */
export interface PreparedStatements {
  find(client: pg.ClientBase, text: string): Prepared | undefined;
  /** Names a statement that is about to be prepared. */
  create(): Prepared;
  /** Keeps a statement that the database has prepared; beyond the limit, the least recently used one is closed. */
  keep(client: pg.ClientBase, text: string, statement: Prepared): void;
  /** Closes statements with the next round trip. Closing one that the database does not have is not an error. */
  discard(client: pg.ClientBase, statements: readonly Prepared[]): void;
  /** The names to close now. */
  takeDiscarded(client: pg.ClientBase): readonly string[];
  /** Makes every connection prepare its statements again, because the tables have changed. */
  invalidate(): void;
}

interface Cache {
  readonly generation: number;
  /** By text, the most recently used last. */
  readonly byText: Map<string, Prepared>;
  readonly discarded: string[];
}

/** @param most how many statements each connection keeps */
export function createPreparedStatements(most: number): PreparedStatements {
  const caches = new WeakMap<pg.ClientBase, Cache>();
  let generation = 0;
  let created = 0;

  function cacheOf(client: pg.ClientBase): Cache {
    const cache = caches.get(client);
    if (cache?.generation === generation) return cache;
    const discarded = cache ? [...cache.discarded, ...[...cache.byText.values()].map(({ name }) => name)] : [];
    const fresh = { generation, byText: new Map<string, Prepared>(), discarded };
    caches.set(client, fresh);
    return fresh;
  }

  return {
    find(client, text) {
      const { byText } = cacheOf(client);
      const statement = byText.get(text);
      if (statement) {
        byText.delete(text);
        byText.set(text, statement);
      }
      return statement;
    },
    create: () => ({ name: `round-trip-${++created}`, columns: null }),
    keep(client, text, statement) {
      const { byText, discarded } = cacheOf(client);
      // One round trip may contain the same text twice.
      const double = byText.get(text);
      if (double) discarded.push(double.name);
      byText.set(text, statement);
      const [oldest] = byText;
      if (byText.size <= most || !oldest) return;
      byText.delete(oldest[0]);
      discarded.push(oldest[1].name);
    },
    discard: (client, statements) => void cacheOf(client).discarded.push(...statements.map(({ name }) => name)),
    takeDiscarded: (client) => cacheOf(client).discarded.splice(0),
    invalidate() {
      generation += 1;
    },
  };
}

/** Whether a prepared statement failed because a table that it reads has changed. A retry of the work succeeds. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');
}
