import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * What replies and locks rest on, whatever someone else's server has as its defaults: times are read as UTC in ISO
 * order, and a transaction sees what others have committed meanwhile. Compiling is for long analyses, which are not
 * asked for here.
 */
const sessionSettings = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set default_transaction_isolation = 'read committed';
  set jit = off`;

/** A statement without any answer for so long, in milliseconds, says that its connection is dead: a network that was cut tells nobody. */
const longestSilence = 15_000;

/** So that a connection that rests is found dead, too: the system asks after this time, in milliseconds. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Wait for a connection, in milliseconds. */
const connectionTimeoutMillis = 5_000;

/**
 * Opens a pool of connections that work alike on every server.
 *
 * @param options.silence most time without any answer to a statement, in milliseconds; 0 for none
 * @param lost told of a connection that broke; the pool replaces it at the next use
 */
export function openPool(
  options: Omit<pg.PoolConfig, 'onConnect'> & { readonly connectionString: string; readonly silence?: number },
  lost: (error: Error) => void = () => undefined,
): pg.Pool {
  const { silence = longestSilence, ...config } = options;
  const pool = new pg.Pool({
    connectionTimeoutMillis,
    ...keepAlive,
    ...config,
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without listeners, a connection that breaks between two queries would end the process.
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    if (silence > 0) endWhenSilent(client, silence);
  });
  return pool;
}

/**
 * Connects a client of its own.
 *
 * @param silence most time without any answer to a statement, in milliseconds
 */
export async function openClient(
  config: pg.ClientConfig & { readonly connectionString: string },
  silence: number,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis, ...keepAlive, ...config });
  // Told by its end, or by the query.
  client.on('error', () => undefined);
  await client.connect();
  endWhenSilent(client, silence);
  return client;
}

/** Breaks a connection when a statement has been on its way for some time and nothing whatever has come back. */
function endWhenSilent(client: pg.ClientBase, silence: number): void {
  const { connection } = client as pg.Client;
  const stream = connection.stream as Socket;
  let answered = stream.bytesWritten;
  // Before the client itself hears of it, and sends the next one.
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten;
  });
  stream.setTimeout(silence).on('timeout', () => {
    if (stream.bytesWritten > answered) {
      stream.destroy(Object.assign(new Error('Connection terminated: the database is silent.'), { code: 'ETIMEDOUT' }));
    }
  });
}
