import {
  type CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { createGroupFlush } from './connection/commit-before-flush.ts';
import { openAutocommit, openTransaction } from './connection/connections.ts';
import { createLateNotifications } from './connection/late-notifications.ts';
import type { Notification } from './connection/notification.ts';
import { afterOpening, type Opening } from './connection/opening.ts';
import { failureOfCommit } from './connection/outcome-unknown.ts';
import type { Run } from './connection/pipeline.ts';
import { type Outcome, runPipeline } from './connection/pipeline.ts';
import { createPreparedStatements } from './connection/prepared.ts';
import { statementOf } from './connection/statement.ts';
import { beginOf, createDriver } from './driver.ts';
import { type Internals, internals, type RoundTripDatabase, type RoundTripTransaction } from './internals.ts';
import { createLoader, loadWith } from './load-by-id.ts';

/** The maximum number of prepared statements of a connection. */
const maxPrepared = 200;

/**
 * Opens a database: typed queries on the connections of a pool. `destroy()` ends the pool.
 *
 * @param options.prepare whether connections keep statements prepared; must be false behind a pooler that gives each
 *   transaction another connection
 * @example
 * const db = openDatabase<Schema>(new pg.Pool({ connectionString }));
 */
export function openDatabase<Schema>(pool: pg.Pool, { prepare = true } = {}): RoundTripDatabase<Schema> {
  const prepared = prepare ? createPreparedStatements(maxPrepared) : null;
  const driver = createDriver(pool, prepared);
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Schema>({ dialect });
  const run: Run = (statements) => onClient(pool, (client) => runPipeline(client, statements, prepared)).catch(notRun);
  const late = createLateNotifications(run);
  // Kysely's own destroys the driver only if it has executed a query.
  const destroy = () => {
    late.stop();
    return driver.destroy();
  };
  return Object.assign(db, {
    pool,
    destroy,
    [internals]: { dialect, driver, prepared, run, load: createLoader(run), flush: createGroupFlush(late), late },
  });
}

function notRun(error: unknown): Outcome {
  return { results: [], failure: { error }, unsent: true };
}

/**
 * Runs work in one transaction, and rolls it back if the work throws. The transaction begins with its first query, in
 * one round trip; queries that are issued in one turn (`await Promise.all([a.execute(), b.execute()])`) share one, too,
 * and are executed in order. After the end of the work its handle throws.
 *
 * @param opening the statements before the first query
 * @throws {OutcomeUnknownError} when the transaction may have been committed
 * @throws the error of the work or of the opening's check, and the database's errors
 * @example
 * const tags = await inTransaction(db, { statements: [] }, (tx) => tx.selectFrom('tags').selectAll().execute());
 */
export async function inTransaction<Schema, Result>(
  db: RoundTripDatabase<Schema>,
  opening: Opening,
  work: (tx: RoundTripTransaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const { prepared, flush } = db[internals];
  const { result, flushed } = await onClient(db.pool, async (client, setBroken) => {
    const run: Run = (statements) => runPipeline(client, statements, prepared);
    const transaction = openTransaction(run, beginOf(), opening);
    try {
      const result = await work(handleFor(db, { ...transaction, load: loadWith(transaction.execute) }));
      const notifications = await transaction.commit();
      if (!notifications) return { result };
      const { flushed, leads } = flush(run, notifications);
      if (leads) await flushed;
      return { result, flushed };
    } catch (error) {
      // Throws the first error, not one of the rollback.
      await transaction.rollback().catch(setBroken);
      throw error;
    }
  });
  await flushed;
  return result;
}

/**
 * Runs work without an explicit transaction: the queries that it issues in one turn are one round trip and one implicit
 * transaction, on any connection of the pool. For work that only reads, and for a single statement.
 *
 * @param opening the statements before the queries of each round trip
 */
export function inAutocommit<Schema, Result>(
  db: RoundTripDatabase<Schema>,
  opening: Opening,
  work: (tx: RoundTripTransaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const { run, load } = db[internals];
  return work(handleFor(db, { ...openAutocommit(run, opening), load: (query, id) => load(opening, query, id) }));
}

/**
 * Executes a statement of a transaction with its next round trip, or with its commit, for a statement whose result is
 * not awaited. If it fails, the next query or the commit throws.
 *
 * @throws {Error} when the transaction has ended
 * @example
 * defer(tx, tx.insertInto('audit').values(entry));
 */
export function defer<Schema>(
  tx: RoundTripTransaction<Schema>,
  statement: { compile(executor: QueryExecutorProvider): CompiledQuery },
): void {
  tx[internals].defer(statementOf(statement.compile(tx)));
}

/**
 * Like {@link defer}, for a statement that is executed with the commit, after all others: its locks are taken last and
 * held for the commit only.
 *
 * @param options.final whether it is executed after those that are not
 */
export function deferToCommit<Schema>(
  tx: RoundTripTransaction<Schema>,
  statement: { compile(executor: QueryExecutorProvider): CompiledQuery },
  { final = false } = {},
): void {
  tx[internals].deferToCommit(statementOf(statement.compile(tx)), final);
}

/**
 * Executes what {@link deferToCommit} has gathered before the next query, with its round trip: for a statement that
 * must come after it.
 */
export function bringForward<Schema>(tx: RoundTripTransaction<Schema>): void {
  tx[internals].bringForward();
}

/**
 * Makes a transaction's commit take effect and release its locks before it is on the disk; `inTransaction` still
 * resolves only when it is. For a lock that many transactions contend for: they wait for the disk together instead of
 * one after the other. Others may read a committed change a moment before it is on the disk. It costs one more round
 * trip, which concurrent commits share.
 *
 * @param notifications sent once the commit is on the disk, before `inTransaction` resolves
 * @example
 * await inTransaction(db, opening, async (tx) => {
 *   defer(tx, sql`update counters set value = value + 1`);
 *   commitBeforeFlush(tx, [{ channel: 'counters', payload: '1' }]);
 * });
 */
export function commitBeforeFlush<Schema>(
  tx: RoundTripTransaction<Schema>,
  notifications: readonly Notification[] = [],
): void {
  tx[internals].commitBeforeFlush(notifications);
}

/**
 * Sends notifications within a second, together with others: for what follows from a statement that must not fail with
 * them.
 */
export function notifyLater<Schema>(db: RoundTripDatabase<Schema>, notifications: readonly Notification[]): void {
  db[internals].late.add(notifications);
}

/**
 * Executes one statement as its own transaction, in one round trip. It commits before the opening's check runs: only a
 * statement that reads can rely on a check.
 *
 * @throws {OutcomeUnknownError} when the statement may have been committed
 */
export async function inOneRoundTrip<Schema, Row>(
  db: RoundTripDatabase<Schema>,
  opening: Opening,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  const { statements } = opening;
  const sent = await db[internals].run([...statements, statementOf(query)]);
  if (sent.failure) throw failureOfCommit(sent, statements.length + 1);
  const outcome = afterOpening(opening, statements.length, sent);
  const [result] = outcome.results;
  if (!result) throw outcome.failure?.error;
  // The query's builder determines the type of its rows.
  return result.rows as Row[];
}

/** Typed queries on one connection; unlike Kysely's own, they do not wait for each other. */
function handleFor<Schema>(db: RoundTripDatabase<Schema>, through: Internals): RoundTripTransaction<Schema> {
  const { dialect, driver } = db[internals];
  const connection = {
    executeQuery: through.execute,
    streamQuery() {
      throw new Error('Rows are read whole: there is no cursor here.');
    },
  };
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  const executor = db.getExecutor().withConnectionProvider(provider);
  return Object.assign(new Transaction<Schema>({ config: { dialect }, dialect, driver, executor }), {
    [internals]: through,
  });
}

/** @param work gets a function that marks its connection to be closed instead of reused */
async function onClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, setBroken: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await work(client, () => {
      broken = true;
    });
  } finally {
    client.release(broken);
  }
}
