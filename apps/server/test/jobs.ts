import { pino } from 'pino';
import { openListener } from '../src/db/listener.ts';
import type { Job } from '../src/jobs/job.ts';
import { type JobsOptions, startJobs } from '../src/jobs/start-jobs.ts';
import type { Running } from '../src/queue/worker.ts';

/** Runs jobs like a separate node, with its own listener. */
export async function startNodeJobs(
  jobs: readonly Job[],
  options: Pick<JobsOptions, 'connectionString'> & Partial<JobsOptions>,
): Promise<Running> {
  const log = options.log ?? pino({ level: 'silent' });
  const listener = await openListener(options.connectionString, log);
  const running = await startJobs(jobs, { ...options, listener, log });
  return {
    async stop() {
      await running.stop();
      await listener.close();
    },
  };
}
