import pg from 'pg';
import { errorCode, isErrorCode } from '../../error-code.ts';
import { startEmbeddedPostgres } from '../embedded/embedded.ts';
import { StartError } from '../start-error.ts';
import { queryRow } from './query-row.ts';

/** The oldest supported major version of PostgreSQL. */
export const oldestVersion = 15;

/** The database the server works on. */
interface OpenDatabase {
  /** For node-postgres. */
  connectionString: string;
  /** The same, for work that needs its own session: notifications, background jobs, migrations, backups. */
  directConnectionString: string;
  /** Whether it is the embedded PostgreSQL of the data folder. */
  embedded: boolean;
  /** Stops the embedded PostgreSQL; does nothing to an external server. */
  stop(): Promise<void>;
}

/**
 * Opens the server named by `databaseUrl`, or else the embedded PostgreSQL of the data folder.
 *
 * @param options.databaseDirectUrl the same server bypassing a pooler, if there is one
 * @throws StartError with a readable sentence when the database cannot be used
 * @example
 * const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDirectory: './data', log: console.log });
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  databaseDirectUrl?: string | undefined;
  dataDirectory: string;
  log: (message: string) => void;
}): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDirectory, log } = options;
  if (!databaseUrl) {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDirectory, log });
    return { connectionString, directConnectionString: connectionString, embedded: true, stop };
  }
  await checkServer(databaseUrl, 'DATABASE_URL');
  if (databaseDirectUrl && databaseDirectUrl !== databaseUrl)
    await checkServer(databaseDirectUrl, 'DATABASE_DIRECT_URL');
  return {
    connectionString: databaseUrl,
    directConnectionString: databaseDirectUrl ?? databaseUrl,
    embedded: false,
    stop: async () => undefined,
  };
}

async function checkServer(databaseUrl: string, setting: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StartError(`${setting} is not an address of the form postgresql://user:password@host:5432/database.`);
  }
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  } catch (error) {
    if (isErrorCode(error, 'ENOENT', 'EACCES', 'EISDIR')) {
      throw new StartError(`${setting} names a file for TLS that cannot be read: ${error.path}.`, { cause: error });
    }
    throw new StartError(`${setting} is not an address of the form postgresql://user:password@host:5432/database.`, {
      cause: error,
    });
  }
  // The next query reports a connection lost in between.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const server = await queryRow<{ version: number; encoding: string; standby: boolean }>(
      client,
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby",
    );
    if (server.version < oldestVersion) {
      throw new StartError(
        `The PostgreSQL at ${setting} is version ${server.version}; Keyhold needs ${oldestVersion} or newer.`,
      );
    }
    if (server.encoding !== 'UTF8') {
      throw new StartError(
        `The database at ${setting} is encoded in ${server.encoding}; Keyhold needs one created with encoding UTF8.`,
      );
    }
    if (server.standby) {
      throw new StartError(`The PostgreSQL at ${setting} is a read-only standby; name the primary server instead.`);
    }
  } catch (error) {
    throw error instanceof StartError ? error : connectionError(error, client, setting);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Never shows the address itself: it contains a password. */
function connectionError(error: unknown, client: pg.Client, setting: string): StartError {
  const code = errorCode(error) ?? '';
  const where = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
  const message = error instanceof Error ? error.message || code : String(error);
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No PostgreSQL answers at ${where} (${setting}). Start it, or correct host and port.`,
    ENOENT: `No PostgreSQL answers at ${where} (${setting}). Start it, or correct the socket's folder.`,
    ENOTFOUND: `The host ${client.host} (${setting}) is unknown.`,
    EAI_AGAIN: `The host ${client.host} (${setting}) cannot be looked up at the moment.`,
    '28P01': `PostgreSQL at ${where} refuses the user name or password of ${setting}.`,
    '28000': `PostgreSQL at ${where} refuses the user of ${setting}: ${message}.`,
    '3D000': `The database ${client.database} does not exist at ${where} (${setting}). Create it with: create database ${client.database}`,
    '53300': `PostgreSQL at ${where} (${setting}) has no connection left.`,
    '57P03': `PostgreSQL at ${where} (${setting}) is still starting up or shutting down. Try again in a moment.`,
  };
  return new StartError(sentences[code] ?? `PostgreSQL at ${where} (${setting}) cannot be used: ${message}.`, {
    cause: error,
  });
}
