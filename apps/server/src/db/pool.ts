import pg from 'pg';

/**
 * What replies and locks rest on, whatever someone else's server has as its defaults: times are read as UTC in ISO
 * order, and a transaction sees what others have committed meanwhile.
 */
const sessionSettings = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set default_transaction_isolation = 'read committed'`;

/**
 * Opens a pool of connections that work alike on every server.
 *
 * @param lost told of a connection that broke; the pool replaces it at the next use
 */
export function openPool(
  options: Omit<pg.PoolConfig, 'onConnect'> & { readonly connectionString: string },
  lost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without listeners, a connection that breaks between two queries would end the process.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}
