import type { CompiledQuery, Dialect, Driver, Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { GroupFlush } from './connection/commit-before-flush.ts';
import type { Connection } from './connection/connections.ts';
import type { LateNotifications } from './connection/late-notifications.ts';
import type { Opening } from './connection/opening.ts';
import type { Run } from './connection/pipeline.ts';
import type { PreparedStatements } from './connection/prepared.ts';

/** The property of a database or transaction that holds this package's own methods and state. */
export const internals: unique symbol = Symbol('round trips');

export type Row = Record<string, unknown>;

/** The connection that the queries of a transaction use. */
export interface Internals extends Connection {
  /** Finds a row by a query that was compiled for any ids. */
  load(query: CompiledQuery, id: string): Promise<Row | undefined>;
}

/** As {@link Internals.load}, for many callers at once, each with its opening. */
export type Loader = (opening: Opening, query: CompiledQuery, id: string) => Promise<Row | undefined>;

/** A Kysely transaction whose queries share round trips. */
export type RoundTripTransaction<Schema> = Transaction<Schema> & { readonly [internals]: Internals };

/** A Kysely database that was opened by `openDatabase`. */
export type RoundTripDatabase<Schema> = Kysely<Schema> & {
  readonly pool: pg.Pool;
  readonly [internals]: {
    readonly dialect: Dialect;
    readonly driver: Driver;
    readonly prepared: PreparedStatements | null;
    readonly run: Run;
    readonly load: Loader;
    readonly flush: GroupFlush;
    readonly late: LateNotifications;
  };
};
