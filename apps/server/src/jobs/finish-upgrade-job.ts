import { continueUpgrade } from '../db/migrations/finish-upgrade.ts';
import type { LoopJob } from './job.ts';

/** Required time without a server of an older version, in milliseconds: one may have lost its connection briefly. */
const usualPatience = 20_000;

/**
 * The job that runs the migrations that an upgrade leaves to running servers, one per run. Once none is left, it stops
 * querying: a newer version requires a restart.
 *
 * @param connectionString of the tables' owner, without a pooler
 * @param seal seals the private keys of earlier versions, which no migration can: it may be repeated
 */
export function finishUpgradeJob(
  connectionString: string,
  seal: () => Promise<void>,
  patience = usualPatience,
): LoopJob {
  let finished = false;
  let aloneSince: number | null = null;
  return {
    name: 'finish-upgrade',
    runs: 'on one node',
    every: { seconds: 5 },
    deadline: 3_600,
    async run() {
      if (finished) return;
      await seal();
      const alone = aloneSince !== null && performance.now() - aloneSince >= patience;
      const left = await continueUpgrade(connectionString, alone);
      finished = left.migrations.length === 0;
      aloneSince = left.olderNodes > 0 ? null : (aloneSince ?? performance.now());
    },
  };
}
