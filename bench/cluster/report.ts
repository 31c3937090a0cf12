import { loadavg } from 'node:os';
import pg from 'pg';
import type { Load } from '../faults/load.ts';
import { isFailure, type Seen as Request, type Record as Seen } from '../faults/record.ts';
import type { Seats } from '../faults/seats.ts';
import { seconds } from '../upgrade/report.ts';
import type { Event } from './events.ts';
import { type Followers, followedKinds } from './followers.ts';
import type { Place } from './place.ts';

/** What clients saw of an event. */
export interface Report {
  readonly event: string;
  readonly requests: number;
  readonly failed: number;
  /** Longest time without a success of requests of this kind, or without a notification, in milliseconds. */
  readonly pauses: Readonly<Record<(typeof kinds)[number], number>>;
  readonly acknowledged: number;
  readonly lost: number;
  readonly overlaps: number;
  /** Leases that ended because no heartbeat came through. */
  readonly lapsed: number;
  /** The alarms that the shipped rules raised because of it. */
  readonly alarms: readonly string[];
  /** How many processes wanted a processor, on average of a minute. */
  readonly loadAverage: number;
  readonly violations: readonly string[];
}

const requested = ['read', 'write', 'heartbeat', 'sign in'] as const;
const kinds = [...requested, ...followedKinds] as const;

interface Happened {
  readonly event: Event;
  readonly begun: number;
  readonly ended: number;
  readonly wrong: readonly string[];
  readonly known: { readonly acknowledged: number; readonly overlaps: number };
  readonly place: Place;
  readonly record: Seen;
  readonly seats: Seats;
  readonly load: Load;
  readonly followers: Followers;
  readonly alarms: readonly string[];
}

/** Compares what clients were answered with the data, after an event. */
export async function reportOf(happened: Happened): Promise<Report> {
  const { event, begun, ended, wrong, known, place, record, seats, load, followers, alarms } = happened;
  const seen = record.between(begun, ended);
  const failures = seen.filter(isFailure);
  const notified = followers.between(begun, ended);
  const pauses = Object.fromEntries([
    ...requested.map((kind) => [kind, longestGap(begun, ended, successes(seen, kind))]),
    ...followedKinds.map((kind) => [kind, longestGap(begun, ended, notified[kind])]),
  ]) as Report['pauses'];
  const lost = await missing(place, load.acknowledged);
  const overlaps = seats.overlaps().slice(known.overlaps);
  const lapsed = load.lapsed.filter((time) => time >= begun && time < ended).length;
  const allowed = event.allowed ?? 0;
  const unexpected = new Set(
    seen.flatMap(({ kind, status, wrong: sentence }) => (sentence === null ? [] : [`${kind} was answered ${status}.`])),
  );
  return {
    event: event.name,
    requests: seen.length,
    failed: failures.length,
    pauses,
    acknowledged: load.acknowledged.size - known.acknowledged,
    lost: lost.length,
    overlaps: overlaps.length,
    lapsed,
    alarms,
    loadAverage: Math.round(loadavg()[0] ?? 0),
    violations: [
      ...wrong,
      ...unexpected,
      ...overlaps,
      ...(lost.length === 0
        ? []
        : [`${lost.length} acknowledged writes are gone, the first of ${lost[0]}, the last of ${lost.at(-1)}.`]),
      ...(event.alarms ?? []).filter((name) => !alarms.includes(name)).map((name) => `${name} was not raised.`),
      ...(lapsed === 0 || event.outlastsLeases ? [] : [`${lapsed} leases ended.`]),
      ...(allowed === 0 && failures.length > 0 ? [`${failures.length} requests failed: ${countsOf(failures)}.`] : []),
      ...(allowed > 0 && pauses.write > allowed ? [`Nothing was written for ${seconds(pauses.write)}.`] : []),
    ],
  };
}

/** How many requests of each kind and status there are, and what the replies said. */
function countsOf(seen: readonly Request[]): string {
  const groups = Map.groupBy(seen, ({ kind, status, said }) => `${kind} ${status}${said ? ` (${said})` : ''}`);
  return [...groups].map(([name, { length }]) => `${length} × ${name}`).join(', ');
}

/** When requests of a kind succeeded. */
function successes(seen: readonly Request[], kind: string): number[] {
  return seen.filter((one) => one.kind === kind && !isFailure(one)).map(({ readAt }) => readAt);
}

/** The longest time between two of these moments, or between one and the beginning or the end. */
function longestGap(begun: number, ended: number, times: readonly number[]): number {
  const moments = [begun, ...times.toSorted((one, other) => one - other), ended];
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}

/** When the tags were acknowledged that the database does not have. */
async function missing({ connectionString }: Place, acknowledged: ReadonlyMap<string, Date>): Promise<string[]> {
  const known = [...acknowledged];
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set keyhold.account = '*'");
    const { rows } = await client.query<{ name: string }>('select name from tags where name = any ($1)', [
      known.map(([name]) => name),
    ]);
    const found = new Set(rows.map(({ name }) => name));
    return known.flatMap(([name, at]) => (found.has(name) ? [] : [at.toISOString()]));
  } finally {
    await client.end();
  }
}

/** A row of the table. */
export function rowOf(report: Report): Readonly<Record<string, string | number>> {
  return {
    event: report.event,
    requests: report.requests,
    failed: report.failed,
    ...Object.fromEntries(kinds.map((kind) => [`longest pause: ${kind}`, seconds(report.pauses[kind])])),
    acknowledged: report.acknowledged,
    lost: report.lost,
    'seats held twice': report.overlaps,
    'leases ended': report.lapsed,
    'alarms raised': report.alarms.join(', ') || '–',
    'load average': report.loadAverage,
  };
}
