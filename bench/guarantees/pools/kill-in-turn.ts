import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../../bed/bed.ts';

/**
 * Kills and restarts one server after the other, at even distances of the work.
 *
 * @param done the share of the work that is done, from 0 to 1; at 1 nothing is killed any more
 * @returns the number of kills
 */
export async function killInTurn({ nodes }: Bed, kills: number, done: () => number): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    while (killed < kills && done() < (killed + 1) / (kills + 1)) await sleep(50);
    if (killed >= kills || done() >= 1) return killed;
    const node = nodes[killed % nodes.length];
    await node?.kill();
    await node?.start();
  }
}
