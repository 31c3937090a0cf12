import { withClient } from '../../src/db/open/owner-client.ts';
import type { TestApp } from '../app.ts';

/**
 * A digest of the versions of all rows of every table: two equal digests mean that nothing was written in between. Each
 * version of a row names the transaction that wrote it, so that the rows themselves need not be read.
 */
const versions = 'coalesce(sum(xmin::text::bigint), 0)';

/** Tables that even a refused request writes, and the digest of what it must not: when a session was last used. */
const contents: Readonly<Record<string, string>> = {
  sessions: `md5(string_agg((to_jsonb(t) - 'last-used-on')::text, '|' order by id))`,
};

/** The digest of each table, with the rows of every account: row security hides them from a connection that names none. */
export function snapshot(test: TestApp): Promise<Record<string, string>> {
  return withClient(test.connectionString, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const digests = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || ${contents[name] ?? versions} as digest from "${name}" t`,
    );
    const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' union all '));
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
}

/** The tables that were written between two snapshots, each with both digests. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = Object.keys({ ...before, ...after });
  return names.filter((name) => before[name] !== after[name]).map((name) => `${name}: ${before[name]}, ${after[name]}`);
}
