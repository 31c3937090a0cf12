import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Settings that replies and locks depend on, whatever the server's defaults: times are UTC in ISO order, a transaction
 * sees data that others commit meanwhile, and a backslash in a literal is one, also in triggers such as the audit log's.
 * JIT compilation only pays off for long analytical queries, which do not occur here.
 */
const sessionSettings = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set default_transaction_isolation = 'read committed';
  set standard_conforming_strings = on;
  set jit = off`;

/** A connection without a reply to a statement for so long, in milliseconds, is dead: a cut network reports nothing. */
const longestSilence = 15_000;

/** The database cancels a statement shortly before its client gives up: none goes on without a client. */
const patience = 0.9;

/** Detects a dead idle connection: the operating system sends a probe after this time, in milliseconds. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Maximum wait for a connection, in milliseconds. */
const connectionTimeoutMillis = 5_000;

/**
 * Opens a pool of connections that behave the same on every server.
 *
 * @param options.silence maximum time without a reply to a statement, in milliseconds; 0 for no limit
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
      if (silence > 0) await client.query(`set statement_timeout = ${Math.floor(silence * patience)}`);
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
 * Connects a client outside any pool.
 *
 * @param silence maximum time without a reply to a statement, in milliseconds; 0 for no limit
 */
export async function openClient(
  config: pg.ClientConfig & { readonly connectionString: string },
  silence: number,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis, ...keepAlive, ...config });
  // Reported by the pending query, or by the 'end' event.
  client.on('error', () => undefined);
  await client.connect();
  endWhenSilent(client, silence);
  return client;
}

/**
 * Queries a connection periodically: this detects a cut network and keeps a session with an idle timeout alive. Waits
 * for each reply, so that queries do not pile up.
 *
 * @param every interval in milliseconds
 * @returns a function that stops it
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

/** Destroys a connection when a statement has had no reply for some time. */
function endWhenSilent(client: pg.ClientBase, silence: number): void {
  const { connection } = client as pg.Client;
  const stream = connection.stream as Socket;
  let answered = stream.bytesWritten;
  // Runs before the client's own listener, which sends the next statement.
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten;
  });
  stream.setTimeout(silence).on('timeout', () => {
    if (stream.bytesWritten > answered) {
      stream.destroy(Object.assign(new Error('Connection terminated: the database is silent.'), { code: 'ETIMEDOUT' }));
    }
  });
}
