import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../../bed/bed.ts';
import type { Application } from '../applications/application.ts';
import type { LosingProxy } from './losing-proxy.ts';

/** The kinds of faults. */
const faultKinds = ['frozen', 'crashed', 'server killed', 'database killed', 'replies lost for a while'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The frequency of each kind, of a hundred faults. */
const weights: Readonly<Record<FaultKind, number>> = {
  frozen: 35,
  crashed: 20,
  'server killed': 20,
  'database killed': 8,
  'replies lost for a while': 17,
};

/** The fraction of replies that is lost usually, and during a storm. */
const usualLoss = 0.02;
const stormLoss = 0.6;

interface FaultMeans {
  readonly bed: Bed;
  readonly proxy: LosingProxy;
  /** The running applications, by their place. */
  readonly applications: Application[];
  /** Restarts the application of a place, as the same user on the same device. */
  readonly restart: (place: number) => void;
  readonly random: () => number;
}

/** Injects one fault after another until the time is over, and waits for recovery. */
export async function causeFaults(
  means: FaultMeans,
  until: number,
  report: (line: string) => void,
): Promise<Record<FaultKind, number>> {
  const counts = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const going = new Set<Promise<void>>();
  /** Servers and the database fail one at a time: while all of them are down, nothing else can go wrong. */
  let serving: Promise<void> | null = null;
  const touched = new Set<number>();
  means.proxy.lose(usualLoss);

  function begin(kind: FaultKind, work: Promise<void>): void {
    counts[kind] += 1;
    report(kind);
    const done = work.finally(() => going.delete(done));
    going.add(done);
  }

  while (performance.now() < until) {
    await sleep(1500 + means.random() * 3500);
    const kind = choose(means.random());
    const place = Math.floor(means.random() * means.applications.length);
    if (kind === 'frozen' || kind === 'crashed') {
      if (touched.has(place)) continue;
      touched.add(place);
      const work = kind === 'frozen' ? freeze(means, place) : crash(means, place);
      begin(
        kind,
        work.finally(() => touched.delete(place)),
      );
    } else if (!serving) {
      serving = disturb(kind, means).finally(() => {
        serving = null;
      });
      begin(kind, serving);
    }
  }
  await Promise.all(going);
  means.proxy.lose(0);
  return counts;
}

function choose(random: number): FaultKind {
  let left = random * 100;
  for (const kind of faultKinds) {
    left -= weights[kind];
    if (left < 0) return kind;
  }
  return 'frozen';
}

async function freeze({ applications, random }: FaultMeans, place: number): Promise<void> {
  const application = applications[place] as Application;
  application.signal('SIGSTOP');
  // Half of them sleep longer than their lease of 15 s.
  await sleep(2000 + random() * 26_000);
  application.signal('SIGCONT');
}

async function crash({ applications, restart, random }: FaultMeans, place: number): Promise<void> {
  await (applications[place] as Application).kill();
  await sleep(random() * 4000);
  restart(place);
}

async function disturb(kind: FaultKind, { bed, proxy, random }: FaultMeans): Promise<void> {
  if (kind === 'database killed') return bed.database.killAndWait();
  if (kind === 'server killed') {
    const node = bed.nodes[Math.floor(random() * bed.nodes.length)] as Bed['nodes'][number];
    await node.kill();
    await sleep(random() * 3000);
    return node.start();
  }
  proxy.lose(stormLoss);
  await sleep(2000 + random() * 5000);
  proxy.lose(usualLoss);
}
