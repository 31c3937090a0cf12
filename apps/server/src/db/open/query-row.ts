import type pg from 'pg';

/** Runs a statement that always returns a row, and returns that row. */
export async function queryRow<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = (await client.query<Row>(statement, [...values])).rows;
  if (!row) throw new Error('PostgreSQL returned no row.');
  return row;
}
