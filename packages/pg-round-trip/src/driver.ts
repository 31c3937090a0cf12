import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { openTransaction, type TransactionConnection } from './connection/connections.ts';
import type { Run } from './connection/pipeline.ts';
import { runPipeline } from './connection/pipeline.ts';
import type { PreparedStatements } from './connection/prepared.ts';
import { resultOf } from './connection/round-trip-queue.ts';
import { statementOf } from './connection/statement.ts';

/** A connection of the pool, for Kysely. */
export interface PooledConnection extends DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly run: Run;
  /** The transaction of Kysely's own `transaction()`. */
  transaction?: TransactionConnection | undefined;
  /** Whether the connection is closed when it is released, because its state is unknown. */
  broken: boolean;
}

/** Kysely's driver. Its `transaction()` awaits each query before the next: those of one turn share no round trip. */
export function createDriver(pool: pg.Pool, prepared: PreparedStatements | null): Driver {
  let ended: Promise<void> | undefined;
  return {
    async init() {},
    async acquireConnection(): Promise<PooledConnection> {
      const client = await pool.connect();
      const run: Run = (statements) => runPipeline(client, statements, prepared);
      const connection: PooledConnection = {
        client,
        run,
        broken: false,
        async executeQuery(query) {
          if (connection.transaction) return connection.transaction.execute(query);
          const { results, failure } = await run([statementOf(query)]);
          const [result] = results;
          if (!result) throw failure?.error;
          // The query's builder determines the type of its rows.
          return resultOf(result) as QueryResult<never>;
        },
        streamQuery() {
          throw new Error('Rows are read whole: there is no cursor here.');
        },
      };
      return connection;
    },
    async beginTransaction(connection: PooledConnection, { isolationLevel, accessMode }: TransactionSettings) {
      connection.transaction = openTransaction(connection.run, beginOf(isolationLevel, accessMode), { statements: [] });
    },
    async commitTransaction(connection: PooledConnection) {
      await connection.transaction?.commit();
      connection.transaction = undefined;
    },
    async rollbackTransaction(connection: PooledConnection) {
      connection.broken = true;
      await connection.transaction?.rollback();
      connection.transaction = undefined;
      connection.broken = false;
    },
    async releaseConnection({ client, broken }: PooledConnection) {
      client.release(broken);
    },
    destroy() {
      ended ??= pool.end();
      return ended;
    },
  };
}

/** The statement that begins a transaction; its isolation does not depend on the server's defaults. */
export function beginOf(
  isolation: TransactionSettings['isolationLevel'] = 'read committed',
  access?: TransactionSettings['accessMode'],
): string {
  return `begin isolation level ${isolation}${access ? ` ${access}` : ''}`;
}
