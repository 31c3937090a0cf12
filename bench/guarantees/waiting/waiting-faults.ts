import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../../bed/bed.ts';
import type { LosingProxy } from '../faults/losing-proxy.ts';

/** How often each fault was caused. */
export interface WaitingFaults {
  serversKilled: number;
  databaseKilled: number;
}

interface FaultMeans {
  readonly bed: Bed;
  readonly proxy: LosingProxy;
  /** When the run ends, on the clock of `performance.now()`. */
  readonly until: number;
  /** Called at each kill, with what has recovered once it has: both servers answer again. */
  readonly onKill: (recovered: Promise<void>) => void;
  readonly report: (line: string) => void;
}

/** The fraction of the servers' chunks that are lost with their connection. */
const loss = 0.01;
/** Milliseconds between two kills: at least, and at random beyond that. */
const calm = { least: 10_000, more: 15_000 };
/** The share of kills that hit the database. */
const ofDatabase = 0.3;

/** Loses replies all the while, and kills a server or the database from time to time. */
export async function causeWaitingFaults({ bed, proxy, until, onKill, report }: FaultMeans): Promise<WaitingFaults> {
  const counts: WaitingFaults = { serversKilled: 0, databaseKilled: 0 };
  proxy.lose(loss);
  for (;;) {
    await sleep(Math.min(Math.max(0, until - performance.now()), calm.least + Math.random() * calm.more));
    if (performance.now() >= until - calm.least) break;
    const isDatabase = Math.random() < ofDatabase;
    counts[isDatabase ? 'databaseKilled' : 'serversKilled'] += 1;
    const recovered = isDatabase ? killDatabase(bed) : killServer(bed);
    onKill(recovered);
    report(isDatabase ? 'database killed' : 'server killed');
    await recovered;
  }
  proxy.lose(0);
  return counts;
}

async function killServer({ nodes }: Bed): Promise<void> {
  const node = nodes[Math.floor(Math.random() * nodes.length)] as Bed['nodes'][number];
  await node.kill();
  await sleep(Math.random() * 2000);
  await node.start();
}

/** Kills the database, and waits until both servers work with it again. */
async function killDatabase({ database, nodes }: Bed): Promise<void> {
  await database.killAndWait();
  for (const { url } of nodes) {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        (reply) => reply.status === 200,
        () => false,
      );
    while (!(await isReady())) await sleep(50);
  }
}
