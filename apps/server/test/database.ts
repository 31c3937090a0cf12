import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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
    drop: () => execute(server.connectionString, `drop database if exists ${name} with (force)`),
  };
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
