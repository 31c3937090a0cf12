import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { percentile } from '../bed/numbers.ts';

/** The cost of one layout of a log, in milliseconds. */
export interface Trial {
  readonly partitions: number;
  /** Writing a thousand entries, one statement each. */
  readonly 'Insert, 1,000 entries': number;
  readonly 'Newest page of a log, p95': number;
  readonly 'Entries about one thing, p95': number;
  readonly 'Number of a log’s entries by action, p95': number;
  /** Deleting the entries before a date, including their disk space. */
  readonly 'Purge of the oldest tenth': number;
}

const times = 200;

/**
 * Copies the audit log's rows into a separate table, whole or with monthly partitions, measures it, and drops it.
 *
 * @param rows how many entries to copy
 */
export async function tryStorage(client: pg.Client, kind: 'one table' | 'months', rows: number): Promise<Trial> {
  await client.query('drop schema if exists "storage-trial" cascade; create schema "storage-trial"');
  try {
    const partitions = await create(client, kind);
    await client.query(
      `insert into "storage-trial".log select ${columns} from audit order by "account-id", seq limit $1`,
      [rows],
    );
    for (const index of indexes) await client.query(`create index on "storage-trial".log (${index})`);
    // New entries are copies of the latest ones.
    await client.query(
      'create table "storage-trial".newest as select * from "storage-trial".log order by "on" desc limit 1',
    );
    await client.query('vacuum analyze "storage-trial".log');
    return await measure(client, kind, partitions);
  } finally {
    await client.query('drop schema "storage-trial" cascade');
  }
}

const columns =
  '"account-id", seq, "on", actor, action, resource, before, after, address, "request-id", previous, hash';
const indexes = ['"account-id", resource, seq', '"account-id", action, seq', '"account-id", "on", seq'];

async function create(client: pg.Client, kind: 'one table' | 'months'): Promise<number> {
  const whole = kind === 'one table';
  // A unique key of a partitioned table must contain the partition key.
  const key = whole ? '"account-id", seq' : '"account-id", seq, "on"';
  await client.query(
    `create table "storage-trial".log (like audit, primary key (${key})) ${whole ? '' : 'partition by range ("on")'}`,
  );
  await client.query('alter table "storage-trial".log drop column "actor-rn"');
  if (whole) return 1;
  const { rows } = await client.query<{ from: string; to: string }>(
    `select date_trunc('month', month)::text as from, (date_trunc('month', month) + interval '1 month')::text as to
       from generate_series((select min("on") from audit), (select max("on") from audit) + interval '1 month', interval '1 month') as month`,
  );
  for (const [index, { from, to }] of rows.entries()) {
    await client.query(
      `create table "storage-trial"."log-${index}" partition of "storage-trial".log for values from ('${from}') to ('${to}')`,
    );
  }
  return rows.length;
}

async function measure(client: pg.Client, kind: 'one table' | 'months', partitions: number): Promise<Trial> {
  const { rows } = await client.query<{ account: string; resource: string; seq: string; action: string; old: Date }>(
    `select "account-id" as account, resource, seq, action,
       (select percentile_disc(0.1) within group (order by "on") from "storage-trial".log) as old
       from "storage-trial".log tablesample system (1) limit $1`,
    [times],
  );
  const [sample] = rows;
  if (!sample) throw new Error('There are no entries to measure with.');
  const each = async (text: string, values: (row: (typeof rows)[number]) => unknown[]) => {
    const took: number[] = [];
    for (const row of rows) took.push(await timed(() => client.query(text, values(row))));
    return round(percentile(took, 0.95));
  };
  return {
    partitions,
    'Insert, 1,000 entries': round(await timed(() => insert(client))),
    'Newest page of a log, p95': await each(
      'select * from "storage-trial".log where "account-id" = $1 order by seq desc limit 51',
      ({ account }) => [account],
    ),
    'Entries about one thing, p95': await each(
      'select * from "storage-trial".log where "account-id" = $1 and resource = $2 order by seq desc limit 51',
      ({ account, resource }) => [account, resource],
    ),
    'Number of a log’s entries by action, p95': await each(
      'select count(*) from "storage-trial".log where "account-id" = $1 and action = $2',
      ({ account, action }) => [account, action],
    ),
    'Purge of the oldest tenth': round(await timed(() => purge(client, kind, sample.old))),
  };
}

async function insert(client: pg.Client): Promise<void> {
  await client.query('begin');
  for (let seq = 1; seq <= 1000; seq += 1) {
    await client.query(
      `insert into "storage-trial".log (${columns})
       select "account-id", 1000000000 + $1, "on", actor, action, resource, before, after, address, "request-id", previous, hash
       from "storage-trial".newest`,
      [seq],
    );
  }
  await client.query('commit');
}

async function purge(client: pg.Client, kind: 'one table' | 'months', before: Date): Promise<void> {
  if (kind === 'one table') {
    await client.query('delete from "storage-trial".log where "on" < $1', [before]);
    await client.query('vacuum "storage-trial".log');
    return;
  }
  const { rows } = await client.query<{ partition: string }>(
    `select inhrelid::regclass::text as partition from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = '"storage-trial".log'::regclass
        and (regexp_match(pg_get_expr(relpartbound, inhrelid), $$TO \\('([^']+)'\\)$$))[1]::timestamptz <= $1`,
    [before],
  );
  for (const { partition } of rows) await client.query(`drop table ${partition}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
