import {
  inAutocommit,
  openDatabase,
  type RoundTripDatabase,
  type RoundTripTransaction,
  inOneRoundTrip as runInOneRoundTrip,
  inTransaction as runInTransaction,
} from '@keyhold/pg-round-trip';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { openPool } from './pool.ts';
import { withRetry } from './retry.ts';
import type { Database as Schema } from './schema.ts';
import { openingOf, type Scope } from './scope.ts';

export { type RememberedSession, type Scope, SessionChanged } from './scope.ts';

/** Every table, through typed queries. */
export type Database = RoundTripDatabase<Schema>;
/** A transaction in progress: every query of an operation goes through this handle. */
export type Transaction = RoundTripTransaction<Schema>;

const eightByteInteger = 20;

/**
 * Opens a pool of connections to the database.
 *
 * @param size most connections at once
 * @param options.pooled whether a pooler in between gives each transaction another connection, so that none keeps a statement
 */
export function connect(connectionString: string, size: number, { pooled = false } = {}): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(eightByteInteger, Number);
  const pool = openPool({ connectionString, max: size, types, application_name: 'keyhold' });
  return openDatabase<Schema>(pool, { prepare: !pooled });
}

/** A pool's connections at the moment, and how many transactions wait for one. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** How much the pool that {@link connect} opened has to do. */
export function poolLoad({ pool: { totalCount, idleCount, waitingCount } }: Database): PoolLoad {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/**
 * Runs work in one transaction, as the role that row-level security binds, seeing only the scope's rows. What the work
 * throws undoes all of it. After a deadlock or a serialization failure the work runs again, so it must do nothing but use
 * its handle. Queries that it issues in one turn share a round trip.
 *
 * @throws {SessionChanged} when the scope's session is not as it was cached
 * @example
 * await inTransaction(db, { account: actor.accountId }, (tx) => tx.selectFrom('tags').selectAll().execute());
 */
export function inTransaction<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withRetry(() => runInTransaction(db, openingOf(scope, 'write'), work));
}

/**
 * As {@link inTransaction}, for work that only reads: every query sees what is committed when it begins, and is one round
 * trip.
 */
export function reading<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withRetry(() => inAutocommit(db, openingOf(scope, 'read'), work));
}

/** A scope that nothing has to confirm: a single statement is committed before anybody could look at what was confirmed. */
type CertainScope = 'every account' | { readonly account: string; readonly session?: never };

/** Runs one statement as a transaction of its own, in one round trip, otherwise as {@link inTransaction}. */
export function inOneRoundTrip<Row>(db: Database, scope: CertainScope, query: CompiledQuery<Row>): Promise<Row[]> {
  return withRetry(() => runInOneRoundTrip(db, openingOf(scope, 'write'), query));
}
