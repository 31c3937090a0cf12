import { continueUpgrade } from '../db/migrations/finish-upgrade.ts';
import type { LoopJob } from './job.ts';

/** How long no server of an older version must have been seen, in milliseconds: one may have lost its connection for a moment. */
const usualPatience = 20_000;

/**
 * The job that does what an upgrade leaves to running servers, one migration in each run. Once nothing is left, it asks no more:
 * a newer version comes with a start.
 *
 * @param connectionString of the tables' owner, without a pooler
 */
export function finishUpgradeJob(connectionString: string, patience = usualPatience): LoopJob {
  let finished = false;
  let aloneSince: number | null = null;
  return {
    name: 'finish-upgrade',
    runs: 'on one node',
    every: { seconds: 5 },
    chunk: 1,
    deadline: 3_600,
    async run() {
      if (finished) return;
      const alone = aloneSince !== null && performance.now() - aloneSince >= patience;
      const left = await continueUpgrade(connectionString, alone);
      finished = left.migrations.length === 0;
      aloneSince = left.olderNodes > 0 ? null : (aloneSince ?? performance.now());
    },
  };
}
