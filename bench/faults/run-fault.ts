import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from './faults.ts';
import type { Load } from './load.ts';
import type { Place } from './place.ts';
import { isReady, watchReadiness } from './readiness.ts';
import { isFailure, type Record as Seen } from './record.ts';
import type { Seats } from './seats.ts';

/** The result of a fault. */
export interface Result {
  readonly fault: string;
  readonly requests: number;
  /** Failed requests by the status of their reply, or none. */
  readonly failed: Readonly<Record<string, number>>;
  /** From the beginning of the fault until the last failed request, in milliseconds. */
  readonly failedFor: number;
  /** From the repair until the last failed request, in milliseconds; 0 when none failed. */
  readonly wellAfter: number;
  /** How long the worst server was not ready, in milliseconds. */
  readonly notReady: number;
  /** The slowest request, in milliseconds. */
  readonly slowest: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly overlaps: number;
  readonly violations: readonly string[];
}

/** The time without a failure after which the place counts as recovered, in milliseconds. */
const calm = 4_000;
/** Longest wait for recovery, in milliseconds. */
const patience = 90_000;

/** Injects a fault, waits for recovery, and compares the data with the replies that clients received. */
export async function runFault(fault: Fault, place: Place, record: Seen, seats: Seats, load: Load): Promise<Result> {
  const known = load.acknowledged.size;
  const overlapping = seats.overlaps().length;
  await sleep(calm);
  const readiness = watchReadiness(place.members.map(({ node }) => node.url));
  const began = performance.now();
  await fault.breaks(place);
  await sleep(fault.lasts);
  await fault.mends(place);
  const mended = performance.now();
  const isWell = await becomesWell(place, record, mended);
  const notReady = await readiness.stop();
  const ended = performance.now();
  const seen = record.between(began, ended);
  const failures = seen.filter(isFailure);
  const answered = failures.filter(({ status }) => status !== 0);
  const noticed = fault.unnoticed === 'by anybody' ? failures : fault.unnoticed ? answered : [];
  const lastFailure = record.lastFailure(began);
  const lost = await missing(place, load.acknowledged);
  const overlaps = seats.overlaps().slice(overlapping);
  const wrong = [...new Set(seen.flatMap((one) => (one.wrong === null ? [] : [`${one.kind} ${one.wrong}`])))];
  return {
    fault: fault.name,
    requests: seen.length,
    failed: countBy(failures.map(({ status }) => (status === 0 ? 'no reply' : String(status)))),
    failedFor: lastFailure === null ? 0 : Math.round(lastFailure - began),
    wellAfter: lastFailure === null ? 0 : Math.max(0, Math.round(lastFailure - mended)),
    notReady: Math.round(notReady),
    slowest: Math.round(Math.max(...seen.map(({ sentAt, readAt }) => readAt - sentAt))),
    acknowledged: load.acknowledged.size - known,
    lost: lost.length,
    overlaps: overlaps.length,
    violations: [
      ...(isWell ? [] : [`Not everything was well ${patience / 1000} s later.`]),
      ...(lost.length === 0 ? [] : [`${lost.length} acknowledged writes are gone.`]),
      ...overlaps,
      ...wrong,
      ...(noticed.length > 0 ? [`${noticed.length} requests failed.`] : []),
    ],
  };
}

/** Waits until all servers report that they are ready and no request fails any more; false after too long a wait. */
async function becomesWell(place: Place, record: Seen, mended: number): Promise<boolean> {
  for (const end = mended + patience; performance.now() < end; await sleep(200)) {
    const since = Math.max(mended, record.lastFailure(mended) ?? 0);
    if (performance.now() - since < calm) continue;
    const ready = await Promise.all(place.members.map(({ node }) => isReady(node.url)));
    if (ready.every((one) => one)) return true;
  }
  return false;
}

/** Returns the tags that are missing in the database. */
async function missing({ pgbouncer }: Place, acknowledged: ReadonlyMap<string, Date>): Promise<string[]> {
  const names = [...acknowledged.keys()];
  const client = new pg.Client({
    host: '127.0.0.1',
    port: pgbouncer.port,
    user: 'keyhold',
    database: 'keyhold_session',
  });
  await client.connect();
  try {
    await client.query("set keyhold.account = '*'");
    const { rows } = await client.query<{ name: string }>('select name from tags where name = any ($1)', [names]);
    const found = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !found.has(name));
  } finally {
    await client.end();
  }
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A row of the table. */
export function rowOf(result: Result): Readonly<Record<string, string | number>> {
  const failed = Object.entries(result.failed).map(([status, count]) => `${count} × ${status}`);
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
  return {
    fault: result.fault,
    requests: result.requests,
    failed: failed.join(', ') || 'none',
    'last failure after': failed.length === 0 ? '–' : seconds(result.failedFor),
    'after it was mended': failed.length === 0 ? '–' : seconds(result.wellAfter),
    'a server not ready for': result.notReady === 0 ? '–' : seconds(result.notReady),
    slowest: seconds(result.slowest),
    acknowledged: result.acknowledged,
    lost: result.lost,
    'seats held twice': result.overlaps,
  };
}
