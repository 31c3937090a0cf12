import type { CompiledQuery, Dialect, Driver, Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { GroupFlush } from './commit-before-flush.ts';
import type { Connection, Run } from './connections.ts';
import type { Opening } from './opening.ts';
import type { PreparedStatements } from './prepared.ts';

/** Where a handle keeps what this package does with it. */
export const handle: unique symbol = Symbol('round trips');

export type Row = Record<string, unknown>;

/** What the queries of a transaction go through. */
export interface Handle extends Connection {
  /** Finds a row by a query that was compiled for any ids. */
  load(query: CompiledQuery, id: string): Promise<Row | undefined>;
}

/** As {@link Handle.load}, for many callers at once, each with its opening. */
export type Loader = (opening: Opening, query: CompiledQuery, id: string) => Promise<Row | undefined>;

/** A Kysely transaction whose queries share round trips. */
export type RoundTripTransaction<Schema> = Transaction<Schema> & { readonly [handle]: Handle };

/** A Kysely database that was opened by `openDatabase`. */
export type RoundTripDatabase<Schema> = Kysely<Schema> & {
  readonly pool: pg.Pool;
  readonly [handle]: {
    readonly dialect: Dialect;
    readonly driver: Driver;
    readonly prepared: PreparedStatements | null;
    readonly run: Run;
    readonly load: Loader;
    readonly flush: GroupFlush;
  };
};
