import type pg from 'pg';

/**
 * The text of a table, and so its checksum, must not depend on the defaults of a server; row-level security applies to
 * the owner too, and these commands read the rows of every account.
 */
const session = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public;
  set statement_timeout = 0; set keyhold.account = '*'`;

/** Runs work on one connection of its own to a database, as the owner of its tables. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString, application_name: 'keyhold operator' });
  // A connection lost between two queries is reported by the next of them.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(session);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs work in one transaction, which an exception rolls back. */
export async function inOneTransaction<Result>(
  client: pg.Client,
  mode: 'read' | 'write',
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(
    mode === 'read' ? 'begin isolation level repeatable read read only' : 'begin isolation level read committed',
  );
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is the one to report; the connection is closed after it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
