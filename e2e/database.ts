import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Runs work in the server's own PostgreSQL, while it runs, with access to the rows of every account.
 *
 * @param database its folder
 */
export async function inDatabase<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const cluster = join(database, 'cluster');
  const password = (await readFile(join(cluster, 'keyhold-password'), 'utf8')).trim();
  // The fifth line of this file is the folder of the socket.
  const host = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[4];
  if (!host) throw new Error(`PostgreSQL does not run in ${database}.`);
  const client = new pg.Client({ host, port: 5432, ssl: false, user: 'keyhold', database: 'keyhold', password });
  // The server and its database may be killed in the meantime: the error is only reported by the query in progress.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("set keyhold.account = '*'");
    return await work(client);
  } finally {
    await client.end();
  }
}
