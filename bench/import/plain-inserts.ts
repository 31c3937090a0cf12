import pg from 'pg';

/** A row of the file. */
export interface Row {
  readonly email: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
  readonly title: string;
  readonly description: string;
}

/** Inserts people and their audit lines with two statements for each chunk, in one transaction of its own. */
const insertUsersSql = `
  insert into users ("account-id", email, "first-name", "last-name", title, description)
  select $1, email, first, last, title, description
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as given (email, first, last, title, description)
  returning id, email`;

const insertAuditSql = `
  insert into audit ("account-id", actor, action, resource, after, address, "request-id")
  select $1, '{"rn":"bench","name":"Bench","email":"bench@keyhold.example"}', 'iam:CreateUser', resource, after,
    '127.0.0.1', gen_random_uuid()
  from unnest($2::text[], $3::jsonb[]) as given (resource, after)`;

/** Inserts rows by plain statements on one connection, in chunks. */
export async function insertPlainly(
  connectionString: string,
  account: string,
  rows: readonly Row[],
  size: number,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (let first = 0; first < rows.length; first += size) {
      const chunk = rows.slice(first, first + size);
      const texts = (field: keyof Row) => chunk.map((row) => (field === 'email' ? `plain-${row.email}` : row[field]));
      await client.query('begin');
      await client.query(`select set_config('role', 'keyhold_app', true), set_config('keyhold.account', $1, true)`, [
        account,
      ]);
      const fields = (['email', 'first-name', 'last-name', 'title', 'description'] as const).map(texts);
      const { rows: users } = await client.query<{ id: string; email: string }>(insertUsersSql, [account, ...fields]);
      const resources = users.map(({ id }) => `keyhold:eu-1:${account}:user:${id}`);
      await client.query(insertAuditSql, [account, resources, chunk.map((row) => JSON.stringify(row))]);
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
}
