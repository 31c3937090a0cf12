import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { isDatabaseError } from '../../src/db/errors.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server all tests of a run share: its address, and the name of a migrated database to copy. */
    databaseServer: { connectionString: string; template: string };
  }
}

/** A database for one test file. */
export interface TestDatabase {
  connectionString: string;
  /** Closes the remaining connections and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database with the current schema, by copying the run's migrated template.
 *
 * @example
 * const database = await createTestDatabase();
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `${server.template}_${randomBytes(6).toString('hex')}`;
  // Copying files takes less than writing every page to the log, which nothing will read.
  await execute(server.connectionString, `create database ${name} template ${server.template} strategy file_copy`);
  return {
    connectionString: databaseAddress(server.connectionString, name),
    drop: () => dropDatabase(server.connectionString, name),
  };
}

/** Errors of PostgreSQL for terminating another role's process, and for dropping a database that is in use. */
const notYet = ['42501', '55006'];

/**
 * Drops a database and terminates its connections. Only a superuser can terminate a running autovacuum by force; a drop
 * without force ends the autovacuum, but no client connections. So the two alternate.
 */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  for (let left = 20; ; left -= 1) {
    try {
      return await execute(connectionString, `drop database if exists ${name} ${left % 2 === 0 ? 'with (force)' : ''}`);
    } catch (error) {
      if (left === 0 || !isDatabaseError(error) || !notYet.includes(error.code)) throw error;
      await wait(100);
    }
  }
}

/** The same server's address with another database's name. */
export function databaseAddress(connectionString: string, name: string): string {
  return connectionString.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

/** Runs one statement on a separate connection. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
