import { sql } from 'kysely';
import type { TestApp } from '../app.ts';

/** Columns that even a refused request writes: when a session was last used. */
const passing: Readonly<Record<string, string>> = { sessions: `- 'last-used-on'` };

/** A digest of every row of every table: two equal digests mean that nothing was written in between. */
export async function snapshot(test: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(test.services.db);
  const digests = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row)), '') as digest
      from (select (to_jsonb(t) ${passing[name] ?? ''})::text as row from "${name}" t) rows`,
  );
  const { rows } = await sql
    .raw<{ name: string; digest: string }>(digests.join(' union all '))
    .execute(test.services.db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
