import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openPool } from './pool.ts';
import { withRetry } from './retry.ts';
import type { Database as Schema } from './schema.ts';

/** Every table, through typed queries. */
export type Database = Kysely<Schema>;
/** A transaction in progress: every query of an operation goes through this handle. */
export type Transaction = Kysely<Schema> & { readonly [begun]: true };
declare const begun: unique symbol;

/** Whose rows a transaction sees and writes: an account's, or everyone's. */
export type Scope = { readonly account: string } | 'every account';

const eightByteInteger = 20;

/**
 * Opens a pool of connections to the database.
 *
 * @param size most connections at once
 */
export function connect(connectionString: string, size: number): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(eightByteInteger, Number);
  const pool = openPool({
    connectionString,
    max: size,
    types,
    application_name: 'keyhold',
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Database, pg.Pool>();

/** A pool's connections at the moment, and how many transactions wait for one. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** How much the pool that {@link connect} opened has to do. */
export function poolLoad(db: Database): PoolLoad {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/**
 * Runs work in one transaction, as the role that row-level security binds, seeing only the scope's rows. What the work
 * throws undoes all of it. Where the database breaks a tie against it, the work runs again, so that it must do nothing
 * but use its handle.
 *
 * @example
 * await inTransaction(db, { account: actor.accountId }, (tx) => tx.selectFrom('tags').selectAll().execute());
 */
export async function inTransaction<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withRetry(() => runOnce(db, scope, work));
}

async function runOnce<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const account = scope === 'every account' ? '*' : scope.account;
  return db.connection().execute(async (connection) => {
    // One round trip; SET cannot take parameters, so the account goes in as a literal.
    await sql
      .raw(
        `begin isolation level read committed; select set_config('role', 'keyhold_app', true), set_config('keyhold.account', ${pg.escapeLiteral(account)}, true)`,
      )
      .execute(connection);
    try {
      const result = await work(connection as unknown as Transaction);
      await sql.raw('commit').execute(connection);
      return result;
    } catch (error) {
      // The first error is the one to tell; a connection too broken to roll back is discarded by the pool.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => {});
      throw error;
    }
  });
}
