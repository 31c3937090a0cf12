import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { isDatabaseError } from '../src/db/errors.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server all tests of a run share: its address, and the name of a migrated database to copy. */
    databaseServer: { connectionString: string; template: string };
  }
}

/** A database of one test file's own. */
export interface TestDatabase {
  connectionString: string;
  /** Ends the connections that are left and removes the database. */
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
  await execute(server.connectionString, `create database ${name} template ${server.template}`);
  return {
    connectionString: databaseAddress(server.connectionString, name),
    drop: () => dropDatabase(server.connectionString, name),
  };
}

/** What PostgreSQL answers to who ends another's process, and to who drops a database that is in use. */
const notYet = ['42501', '55006'];

/**
 * Removes a database and ends what is connected to it. By force only a superuser ends an autovacuum that happens to be at
 * work there; a drop without force lets it go, but no connection of ours. So they take turns.
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

/** Runs one statement on a connection of its own. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
