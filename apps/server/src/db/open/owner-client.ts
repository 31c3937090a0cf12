import type pg from 'pg';

/**
 * Makes the text of a table, and so its checksum, independent of the server's defaults, and shows the rows of every
 * account: row-level security applies to the owner too.
 */
const session = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public;
  set standard_conforming_strings = on; set statement_timeout = 0; set keyhold.account = '*'`;

/** Runs work on its own connection to a database, as the owner of the tables. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { openClient } = await import('../pool.ts');
  // A statement may take as long as it needs.
  const client = await openClient({ connectionString, application_name: 'keyhold operator' }, 0);
  try {
    await client.query(session);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs work in one transaction; an exception rolls it back. */
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
