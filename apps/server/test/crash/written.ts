import pg from 'pg';

/** The writes since a moment: for each table, the number of new or changed rows, and the change in the row count. */
export type Written = Readonly<Record<string, { readonly rows: number; readonly more: number }>>;

/** Written by triggers on other tables. */
const derived = ['search-texts', 'list-versions'];

/** The name of a connection that belongs to no server, and may stay in a transaction. */
export const otherApplication = 'another application';

/** The written tables, except derived ones. */
export function tablesOf(written: Written): string[] {
  return Object.keys(written)
    .filter((table) => !derived.includes(table))
    .toSorted();
}

/** Records the writes to a database. */
interface Watch {
  /** Starts recording. */
  begin(): Promise<void>;
  /** The committed writes since then. */
  written(): Promise<Written>;
  close(): Promise<void>;
}

/** All tables of Keyhold, and the queued jobs. */
const tables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' or (schemaname = 'graphile_worker' and tablename = '_private_jobs') order by 1`;

interface Counted {
  readonly name: string;
  readonly fresh: number;
  readonly total: number;
}

/** Watches a database over a separate connection. */
export async function watchWrites(connectionString: string): Promise<Watch> {
  const client = new pg.Client({ connectionString, application_name: 'watch' });
  await client.connect();
  await client.query("set keyhold.account = '*'");
  const names = (await client.query<{ name: string }>(tables)).rows.map(({ name }) => name);
  let transaction = '0';
  let totals = new Map<string, number>();

  /** A row's `xmin` is the transaction that wrote its current version. Prepared, since planning it takes longer than it. */
  const text = names
    .map(
      (name) =>
        `select '${name}' as name, (count(*) filter (where xmin::text::bigint >= $1::bigint))::int as fresh, count(*)::int as total from ${name}`,
    )
    .join(' union all ');
  async function count(since: string): Promise<Counted[]> {
    return (await client.query<Counted>({ name: 'count', text, values: [since] })).rows;
  }

  /** Waits until the transactions of interrupted connections are rolled back, which takes the database a moment. */
  async function settle(): Promise<void> {
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'
         and application_name <> '${otherApplication}'`,
      );
      if (rows[0]?.open === 0) return;
    }
  }

  return {
    async begin() {
      await settle();
      const { rows } = await client.query<{ next: string }>(
        'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296)::text as next',
      );
      transaction = rows[0]?.next ?? '0';
      totals = new Map((await count(transaction)).map(({ name, total }) => [name, total]));
    },
    async written() {
      await settle();
      const changed = (await count(transaction))
        .map(({ name, fresh, total }) => [name, { rows: fresh, more: total - (totals.get(name) ?? 0) }] as const)
        .filter(([, { rows, more }]) => rows > 0 || more !== 0)
        .map(([name, counts]) => [name.replace(/^\w+\./, '').replaceAll('"', ''), counts] as const);
      return Object.fromEntries(changed);
    },
    close: () => client.end(),
  };
}
