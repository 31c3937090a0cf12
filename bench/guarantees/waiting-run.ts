import { setTimeout as sleep } from 'node:timers/promises';
import { type Bed, openBed } from '../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../bed/http-client.ts';
import { percentile } from '../bed/numbers.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { judgeSeats } from './seat-observer.ts';
import { createWaitingClient, type WaitingRecord } from './waiting-client.ts';
import { openWaitingObserver, type WaitingObserver } from './waiting-observer.ts';

interface WaitingOptions {
  readonly seconds: number;
  readonly waiters: number;
  readonly seats: number;
  /** Whether servers and database are killed, and replies lost. */
  readonly faults: number;
}

interface WaitingOutcome {
  readonly uses: number;
  readonly offers: number;
  readonly serversKilled: number;
  readonly databaseKilled: number;
  readonly lostReplies: number;
  readonly deadlocks: number;
  /** From the reply that a seat was given back to the event that offers it, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The longest time that a seat was free while somebody waited for it, in milliseconds. */
  readonly longestIdle: number;
  readonly violations: readonly string[];
}

/** Connections of all clients: each waiter holds one for its long poll. */
const spare = 64;
const product = 'waiting';

/** Lets waiters of three classes share the seats of two pools, while everything fails, and judges what they saw. */
export async function runWaiting(options: WaitingOptions, report: (line: string) => void): Promise<WaitingOutcome> {
  const bed = await openBed({ nodes: 2 });
  const proxy = await startLosingProxy(bed.nodes.map(({ url }) => url));
  const http = openHttpClient(proxy.url, options.waiters + spare);
  const record: WaitingRecord = { holds: [], offered: [], freed: new Map(), lost: [], latencies: [] };
  try {
    const { people, rn: bedProduct } = await prepare(bed, options);
    const observer = await openWaitingObserver(bed.database.connectionString);
    const until = performance.now() + options.seconds * 1000;
    report(`${people.length} waiters, ${options.seats} seats`);
    const clients = people.map((person, index) =>
      createWaitingClient({ http, person, product: bedProduct, index, until, record }),
    );
    const counts = { serversKilled: 0, databaseKilled: 0 };
    const faults = options.faults > 0 ? disturb(bed, proxy.lose, until, observer, counts, report) : Promise.resolve();
    const observing = observer.watchIdle(until);
    await Promise.all([...clients.map((client) => client.run()), faults, observing]);
    const passed = await observer.passed();
    const deadlocks = await observer.deadlocks();
    await observer.close();
    const violations = [
      ...judgeSeats([...new Set(record.holds.map(({ seat }) => seat))], record.holds, []),
      ...record.lost,
      ...passed.map((line) => `Passed: ${line}`),
      ...observer.idle
        .filter(({ ms }) => ms > 2000)
        .map(({ seat, ms }) => `${seat} was idle for ${Math.round(ms)} ms.`),
    ];
    return {
      uses: record.holds.length,
      offers: record.offered.length,
      ...counts,
      lostReplies: proxy.lost,
      deadlocks,
      p50: percentile(record.latencies, 0.5),
      p99: percentile(record.latencies, 0.99),
      longestIdle: Math.max(0, ...observer.idle.map(({ ms }) => ms)),
      violations,
    };
  } finally {
    await http.close();
    await proxy.close();
    await bed.close();
  }
}

/** Two pools of one product: one for everyone, and one for half of the waiters. Every third waiter is in each class. */
async function prepare(bed: Bed, { waiters, seats }: WaitingOptions) {
  const account = await bed.seed.createAccount('Waiting');
  const rn = await bed.seed.createProduct(product, { heartbeat: 300, lease: 900 });
  const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  const people = await bed.seed.createPeople(account, waiters);
  const licenses = (await bed.seed.issueLicenses(account, product, seats)).map(({ rn }) => rn);
  const api: HttpClient = openHttpClient(bed.nodes[0]?.url ?? '', 4);
  const token = administrator?.token ?? '';
  const send = async (path: string, body: object): Promise<string> => {
    const reply = await api.send<{ item?: { rn: string } }>('POST', path, { token, body });
    if (!reply.body.item) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`);
    return reply.body.item.rn;
  };
  const createTag = (name: string) => send('/iam/v1/tags', { name, 'account-id': account });
  const [first, last, night] = [await createTag('First'), await createTag('Last'), await createTag('Night')];
  const observer = await openWaitingObserver(bed.database.connectionString);
  for (const [index, { id }] of people.entries()) {
    const tags = [...([[first], [], [last]][index % 3] as string[]), ...(index % 2 === 0 ? [night] : [])];
    await observer.tag(account, id, tags, (index % 3) + 1);
  }
  await observer.close();
  const rules = {
    priorities: [
      { tag: first, class: 1 },
      { tag: last, class: 3 },
    ],
  };
  const half = Math.ceil(licenses.length / 2);
  const pool = (name: string, some: readonly string[], consumers: object) =>
    send('/license/v1/pools', {
      'account-id': account,
      name,
      product: rn,
      licenses: some,
      consumers,
      rules,
    });
  await pool('All', licenses.slice(0, half), { kind: 'everyone' });
  await pool('Night', licenses.slice(half), { kind: 'tags', tags: [night] });
  await api.close();
  return { people, rn };
}

/** The fraction of replies that are lost. */
const loss = 0.01;
/** How long seats may be idle after a kill, until both servers work again, in milliseconds. */
const recovery = 8000;

/** Kills a server or the database from time to time. */
async function disturb(
  bed: Bed,
  lose: (part: number) => void,
  until: number,
  observer: WaitingObserver,
  counts: { serversKilled: number; databaseKilled: number },
  report: (line: string) => void,
): Promise<void> {
  lose(loss);
  while (performance.now() < until - recovery) {
    await sleep(5000 + Math.random() * 10_000);
    if (performance.now() > until - recovery) break;
    observer.excuse(recovery);
    if (Math.random() < 0.3) {
      counts.databaseKilled += 1;
      report('database killed');
      await bed.database.killAndWait();
    } else {
      const node = bed.nodes[Math.floor(Math.random() * bed.nodes.length)] as Bed['nodes'][number];
      counts.serversKilled += 1;
      report('server killed');
      await node.kill();
      await sleep(Math.random() * 2000);
      await node.start();
    }
    observer.excuse(recovery);
  }
  lose(0);
}
