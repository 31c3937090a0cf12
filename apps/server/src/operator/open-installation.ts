import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { connectionString } from '../db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts';
import { embeddedHome } from '../db/embedded/home.ts';
import { readPostmaster } from '../db/embedded/leftovers.ts';
import { openDatabase } from '../db/open/open.ts';
import { StartError } from '../db/start-error.ts';
import type { Configuration } from '../start/configuration.ts';

/** The database of an installation, whether or not its server is running. */
export interface OpenInstallation {
  readonly connectionString: string;
  /** Its name in messages: the data folder, or DATABASE_URL. */
  readonly name: string;
  /** `running` if it was already running; `started` if it is an embedded PostgreSQL started for this command only. */
  readonly state: 'running' | 'started';
  /** Stops a PostgreSQL that was started. */
  close(): Promise<void>;
}

/**
 * Opens the database of an installation: at DATABASE_URL, or the embedded one of the data folder. A running server is
 * not disturbed; if none runs, the embedded PostgreSQL is started until the command ends.
 *
 * @throws {StartError} when there is none, or it cannot be reached.
 */
export async function openInstallation(
  configuration: Pick<Configuration, 'databaseUrl' | 'databaseDirectUrl' | 'dataDirectory'>,
): Promise<OpenInstallation> {
  if (configuration.databaseUrl) {
    const database = await openDatabase({ ...configuration, log: silent });
    const { directConnectionString: address } = database;
    return { connectionString: address, name: 'DATABASE_URL', state: 'running', close: () => database.stop() };
  }
  const name = resolve(configuration.dataDirectory);
  if (!hasDatabase(name)) {
    throw new StartError(
      `There is no Keyhold installation in ${name}. Specify its data folder with --data DIR, or its PostgreSQL with DATABASE_URL.`,
    );
  }
  const running = await runningAddress(name);
  if (running !== null) return { connectionString: running, name, state: 'running', close: async () => undefined };
  const started = await startEmbeddedPostgres({ dataDirectory: name, log: silent });
  return { connectionString: started.connectionString, name, state: 'started', close: () => started.stop() };
}

/** Whether a data folder has an embedded database, either inside it or at the location that it names. */
function hasDatabase(dataDirectory: string): boolean {
  return (
    existsSync(join(dataDirectory, 'database', 'cluster')) || existsSync(join(dataDirectory, 'database-location.json'))
  );
}

/** Returns the address of the embedded PostgreSQL that a running server has started, or null. */
async function runningAddress(dataDirectory: string): Promise<string | null> {
  const home = await embeddedHome(dataDirectory, silent);
  if (!(await readPostmaster(home))?.ready) return null;
  const address = await connectionString(home);
  const client = new pg.Client({ connectionString: address });
  // The connection or the query reports the error.
  client.on('error', silent);
  try {
    await client.connect();
    await client.query('select 1');
    return address;
  } catch {
    // Left over from a server that died, or stopping: a new start removes it, or reports the reason.
    return null;
  } finally {
    await client.end().catch(silent);
  }
}

function silent(): void {}
