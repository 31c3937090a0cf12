import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Settings that replies and locks depend on, whatever the defaults of the server: times are read as UTC in ISO
 * order, and a transaction sees what others have committed meanwhile. JIT compilation is for long analyses, which do not
 * occur here.
 */
const sessionSettings = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set default_transaction_isolation = 'read committed';
  set jit = off`;

/** After so long without a reply to a statement, in milliseconds, its connection is dead: a cut network reports nothing. */
const longestSilence = 15_000;

/** So that a dead idle connection is detected: the system sends a probe after this time, in milliseconds. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Wait for a connection, in milliseconds. */
const connectionTimeoutMillis = 5_000;

/**
 * Opens a pool of connections that work alike on every server.
 *
 * @param options.silence longest time without a reply to a statement, in milliseconds; 0 for none
 * @param lost called when a connection breaks; the pool replaces it at the next use
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
 * @param silence longest time without a reply to a statement, in milliseconds
 */
export async function openClient(
  config: pg.ClientConfig & { readonly connectionString: string },
  silence: number,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis, ...keepAlive, ...config });
  // The query, or its end, reports it.
  client.on('error', () => undefined);
  await client.connect();
  endWhenSilent(client, silence);
  return client;
}

/**
 * Queries a connection from time to time: nothing else detects a cut network, or keeps a session that may not be idle. Waits
 * for each reply, so that none pile up.
 *
 * @param every in milliseconds
 * @returns what ends it
 */
export function queryRegularly(client: pg.ClientBase, every: number): () => void {
  let waits = false;
  const timer = setInterval(async () => {
    if (waits) return;
    waits = true;
    await client.query('select').catch(() => undefined);
    waits = false;
  }, every);
  return () => clearInterval(timer);
}

/** Destroys a connection when a statement has been sent for some time without any reply. */
function endWhenSilent(client: pg.ClientBase, silence: number): void {
  const { connection } = client as pg.Client;
  const stream = connection.stream as Socket;
  let answered = stream.bytesWritten;
  // Before the client's own listener, which sends the next statement.
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten;
  });
  stream.setTimeout(silence).on('timeout', () => {
    if (stream.bytesWritten > answered) {
      stream.destroy(Object.assign(new Error('Connection terminated: the database is silent.'), { code: 'ETIMEDOUT' }));
    }
  });
}
