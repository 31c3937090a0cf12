import { openBed } from '../../bed/bed.ts';
import { openHttpClient } from '../../bed/http-client.ts';
import { percentile } from '../../bed/numbers.ts';
import { startLosingProxy } from '../faults/losing-proxy.ts';
import { judgeSeats } from '../observers/seat-observer.ts';
import { createWaitingClient, type WaitingRecord } from './waiting-client.ts';
import { causeWaitingFaults, type WaitingFaults } from './waiting-faults.ts';
import { type Handover, measureHandover } from './waiting-handover.ts';
import { openWaitingObserver } from './waiting-observer.ts';
import { prepareWaiting } from './waiting-scene.ts';

interface WaitingOptions {
  readonly seconds: number;
  readonly waiters: number;
  readonly seats: number;
  /** Whether servers and database are killed, and replies lost. */
  readonly faults: number;
}

interface WaitingOutcome extends WaitingFaults {
  readonly uses: number;
  readonly offers: number;
  /** The most who waited at once. */
  readonly mostWaiting: number;
  readonly lostReplies: number;
  readonly deadlocks: number;
  readonly passedOn: WaitingRecord['passedOn'];
  /** Two devices, of which one waits and asks the other, before the run. */
  readonly handovers: readonly Handover[];
  /** The longest time that a seat with waiters was free, in milliseconds. */
  readonly longestIdle: number;
  /** The part of the run in which idle seats counted. */
  readonly watched: number;
  readonly violations: readonly string[];
}

/** The longest that a seat may be idle with waiters, in milliseconds. */
const mostIdle = 2000;

/** Lets waiters of three classes share the seats of two pools, while everything fails, and judges what they saw. */
export async function runWaiting(options: WaitingOptions, report: (line: string) => void): Promise<WaitingOutcome> {
  const bed = await openBed({ nodes: 2 });
  const proxy = await startLosingProxy(bed.nodes.map(({ url }) => url));
  // Every device has its own connections: no request waits for another's.
  const streams = openHttpClient(proxy.url, options.waiters);
  const requests = openHttpClient(proxy.url, options.waiters);
  const passedOn = { arriving: { offered: [], held: [] }, settled: { offered: [], held: [] } };
  const record: WaitingRecord = {
    holds: [],
    offers: 0,
    arriving: new Set(),
    settledAt: Infinity,
    givenBack: new Map(),
    passedOn,
    lost: [],
  };
  try {
    const handovers = await measureHandover(bed);
    const { people, product } = await prepareWaiting(bed, options);
    const observer = await openWaitingObserver(bed.database.connectionString);
    const until = performance.now() + options.seconds * 1000;
    report(`${people.length} waiters, ${options.seats} seats`);
    const clients = people.map((person, index) =>
      createWaitingClient({ streams, requests, person, product, index, until, record }),
    );
    const means = { bed, proxy, until, onKill: observer.excuse, report };
    const [faults] = await Promise.all([
      options.faults > 0 ? causeWaitingFaults(means) : { serversKilled: 0, databaseKilled: 0 },
      observer.watch(until),
      ...clients.map((client) => client.run()),
    ]);
    const { passed, lost, deadlocks } = await observer.judge();
    await observer.close();
    const idle = observer.idle.filter(({ ms }) => ms > mostIdle);
    return {
      ...faults,
      uses: record.holds.length,
      offers: record.offers,
      mostWaiting: observer.mostWaiting,
      lostReplies: proxy.lost,
      deadlocks,
      passedOn,
      handovers,
      longestIdle: Math.max(0, ...observer.idle.map(({ ms }) => ms)),
      watched: observer.watched / (options.seconds * 1000),
      violations: [
        ...judgeSeats([...new Set(record.holds.map(({ seat }) => seat))], record.holds, []),
        ...record.lost,
        ...lost,
        ...passed,
        ...idle.map(({ seat, ms }) => `${seat} was idle for ${Math.round(ms)} ms.`),
      ],
    };
  } finally {
    await streams.close();
    await requests.close();
    await proxy.close();
    await bed.close();
  }
}

/** The median, the 99th percentile and the maximum of some milliseconds, as text. */
export function spread(list: readonly number[]): { readonly p50: string; readonly p99: string; readonly most: string } {
  const at = (part: number) => (list.length === 0 ? '—' : percentile(list, part).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
