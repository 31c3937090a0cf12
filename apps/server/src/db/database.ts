import { type CompiledQuery, type Dialect, type Driver, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { runBatch, type Statement } from './batch.ts';
import type { Identified } from './finding.ts';
import { openPool } from './pool.ts';
import { withRetry } from './retry.ts';
import type { Database as Schema } from './schema.ts';
import { accountOf, appRole, type Scope } from './scope.ts';
import { type SharedReadings, shareReadings } from './shared-readings.ts';
import { openReading, openTransaction, type ReadingConnection, type ScopedConnection } from './transaction.ts';

export { type RememberedSession, type Scope, SessionChanged } from './scope.ts';

/** Every table, through typed queries. */
export type Database = Kysely<Schema>;
/** A transaction in progress: every query of an operation goes through this handle. */
export type Transaction = Kysely<Schema> & { readonly [begun]: true };
declare const begun: unique symbol;

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
  const pool = openPool({
    connectionString,
    max: size,
    types,
    application_name: 'keyhold',
  });
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  const destroy = db.destroy.bind(db);
  let ended: Promise<void> | undefined;
  // By itself it ends the pool only if it has used it without a transaction, and not twice.
  db.destroy = () => {
    ended ??= destroy().then(async () => {
      if (!pool.ending) await pool.end();
    });
    return ended;
  };
  const keeping = !pooled;
  const shared = shareReadings((statements) => onConnection(pool, (client) => runBatch(client, statements, keeping)));
  pools.set(db, { pool, shared, dialect, driver: dialect.createDriver(), keeping });
  return db;
}

async function onConnection<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** What a database's handles are made of. */
interface Opened {
  readonly pool: pg.Pool;
  readonly shared: SharedReadings;
  readonly dialect: Dialect;
  readonly driver: Driver;
  /** Whether connections keep the statements they were sent. */
  readonly keeping: boolean;
}

const pools = new WeakMap<Database, Opened>();

function poolOf(db: Database): Opened {
  const opened = pools.get(db);
  if (!opened) throw new Error('This is not a database that was opened here.');
  return opened;
}

/** A pool's connections at the moment, and how many transactions wait for one. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** How much the pool that {@link connect} opened has to do. */
export function poolLoad(db: Database): PoolLoad {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db)?.pool ?? {};
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/**
 * Runs work in one transaction, as the role that row-level security binds, seeing only the scope's rows. What the work
 * throws undoes all of it. Where the database breaks a tie against it, the work runs again, so that it must do nothing
 * but use its handle.
 *
 * @throws {SessionChanged} when the scope's session is not what was remembered of it
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
  const { pool, keeping } = poolOf(db);
  const client = await pool.connect();
  let broken = false;
  try {
    const transaction = openTransaction(client, scope, keeping);
    try {
      const result = await work(handleOn(db, transaction));
      await transaction.finish();
      return result;
    } catch (error) {
      // The first error is the one to tell.
      await transaction.undo().catch(() => {
        broken = true;
      });
      throw error;
    }
  } finally {
    client.release(broken);
  }
}

/**
 * Runs one statement as a transaction of its own, in one round trip, as the role that row-level security binds, seeing every
 * account's rows. For what is run thousands of times a second and asks for each row by its id.
 *
 * @returns its rows, as the statement is known to answer them
 */
export async function inOneRoundTrip<Row>(db: Database, statement: Statement): Promise<Row[]> {
  const { pool, keeping } = poolOf(db);
  const [, , result] = await withRetry(() =>
    onConnection(pool, (client) => runBatch(client, [appRole, accountOf('every account'), statement], keeping)),
  );
  return (result?.rows ?? []) as Row[];
}

/**
 * As {@link inTransaction}, for work that only reads: every query sees what is committed when it begins, and is one way
 * to the database and back.
 */
export function reading<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { pool, shared, keeping } = poolOf(db);
  return withRetry(() => work(handleOn(db, openReading(pool, shared, scope, keeping))));
}

/**
 * Has a statement of a transaction carried out together with the next one, or with the commit: for what answers nothing
 * that anybody waits for. Should it fail, the transaction does.
 */
export function later(
  tx: Transaction,
  statement: { compile(executor: Pick<Transaction, 'getExecutor'>): CompiledQuery },
): void {
  const { sql: text, parameters: values } = statement.compile(tx);
  const connection = connections.get(tx);
  if (!connection || !('later' in connection)) {
    throw new Error('There is no transaction in which something could be done later.');
  }
  connection.later({ text, values });
}

/** Finds one row by a query that is built already, for whatever ids (`foundById` in `built-once.ts`). */
export async function findById<Row extends Identified>(
  tx: Transaction,
  query: CompiledQuery<Row>,
  id: string,
): Promise<Row | undefined> {
  const connection = connections.get(tx);
  if (!connection) throw new Error('There is no transaction in which anything could be found.');
  // What a row holds is known to the query's builder.
  return (await connection.findById(query, id)) as Row | undefined;
}

/** Carries out a query that is built already, and answers its rows. */
export async function executeBuilt<Row>(tx: Transaction, query: CompiledQuery<Row>): Promise<Row[]> {
  const connection = connections.get(tx);
  if (!connection) throw new Error('There is no transaction in which a query could be carried out.');
  return (await connection.executeQuery<Row>(query)).rows;
}

/**
 * Carries out several queries of a transaction on one way to the database, and answers the rows of each. They are carried
 * out one after the other, each seeing what the one before it did, and what others have committed while it waited.
 */
export async function together<const Rows extends readonly unknown[]>(
  tx: Transaction,
  ...queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const connection = connections.get(tx);
  if (!connection || !('together' in connection))
    throw new Error('There is no transaction in which queries could go together.');
  // What a row holds is known to each query's builder.
  return (await connection.together(queries)) as { [Index in keyof Rows]: Rows[Index][] };
}

/**
 * Carries out the last query of a transaction together with the commit, and answers its rows: one way less for what needs
 * to look at nothing before it lasts. After it, the handle serves for nothing.
 */
export async function lastly<Row>(tx: Transaction, query: CompiledQuery<Row>): Promise<Row[]> {
  const connection = connections.get(tx);
  if (!connection || !('lastly' in connection)) throw new Error('There is no transaction that could end.');
  // What a row holds is known to the query's builder.
  return (await connection.lastly(query)) as Row[];
}

const connections = new WeakMap<Transaction, ScopedConnection | ReadingConnection>();

/** The typed queries of a database, on one connection. */
function handleOn(db: Database, connection: ScopedConnection | ReadingConnection): Transaction {
  const { dialect, driver } = poolOf(db);
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (work) => work(connection) });
  const tx = new Kysely<Schema>({ config: { dialect }, dialect, driver, executor }) as Transaction;
  connections.set(tx, connection);
  return tx;
}
