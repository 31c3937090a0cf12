import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listener } from '../db/listener.ts';
import { usualChunks } from '../queue/chunks.ts';
import { createLeader, type Leader } from '../queue/leader.ts';
import { type Running, startWorker, type Tasks } from '../queue/worker.ts';
import { type Tracing, traced } from '../tracing/tracing.ts';
import type { Job, LoopJob, QueuedJob } from './job.ts';
import { concurrency } from './jobs.ts';

/** A loop rests for at least this multiple of its last run's duration, so that it does not keep the database busy. */
const restFactor = 5;

export interface JobsOptions {
  /** The address of the database without a pooler. */
  readonly connectionString: string;
  /** Notifies of new jobs. */
  readonly listener: Listener;
  readonly log: Logger;
  readonly tracing?: Tracing | null;
  /** Called after each run. */
  readonly observe?: ((job: string, succeeded: boolean, seconds: number) => void) | undefined;
}

/**
 * Runs jobs, together with the other nodes, until they are stopped.
 *
 * @throws the database's error, when the database is unreachable at the start
 * @example
 * const running = await startJobs(listJobs(services, settings), { connectionString, listener, log });
 * await running.stop();
 */
export async function startJobs(jobs: readonly Job[], options: JobsOptions): Promise<Running> {
  const { connectionString, listener, log } = options;
  const queued = jobs.filter((job) => job.runs === 'from the queue');
  const loops = jobs.filter((job) => job.runs !== 'from the queue');
  const stopping = new AbortController();
  for (const job of queued) if (job.atStart) await runJob(job, {}, stopping.signal, options);

  const workers: Running[] = [];
  for (const [name, its] of Map.groupBy(queued, (job) => job.worker)) {
    workers.push(
      await startWorker({
        connectionString,
        listener,
        concurrency: concurrency[name],
        log,
        tasks: tasksOf(its, options),
      }),
    );
  }
  const leader = createLeader(connectionString, log);
  const looping = loops.map((job) => loop(job, leader, stopping.signal, options));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...workers.map((worker) => worker.stop()), ...looping]);
      await leader.close();
    },
  };
}

function tasksOf(jobs: readonly QueuedJob[], options: JobsOptions): Tasks {
  return Object.fromEntries(
    jobs.map((job) => {
      const run = (payload: unknown, signal: AbortSignal) => runJob(job, payload, signal, options);
      return [job.name, job.every === 'on request' ? { run } : { run, every: job.every }];
    }),
  );
}

async function loop(job: LoopJob, leader: Leader, signal: AbortSignal, options: JobsOptions): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    if (job.runs === 'on each node' || (await leader.leads())) {
      await runJob(job, {}, signal, options).catch((error: unknown) => {
        options.log.warn({ err: error, job: job.name }, 'A job has failed; it runs again at its next time.');
      });
    }
    const rest = Math.max(job.every.seconds * 1_000, restFactor * (performance.now() - begun));
    await wait(rest, undefined, { signal }).catch(() => undefined);
  }
}

async function runJob(
  job: Job,
  payload: unknown,
  signal: AbortSignal,
  { observe, tracing = null }: JobsOptions,
): Promise<void> {
  const begun = performance.now();
  let succeeded = false;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(job.deadline * 1_000)]);
    const run = () => job.run({ payload, chunk: job.chunk ?? usualChunks.chunk, signal: limited });
    // Loop jobs are not traced: they would dominate the traces.
    await (job.runs === 'from the queue' ? traced(tracing, `job ${job.name}`, 'internal', {}, run) : run());
    succeeded = true;
  } finally {
    observe?.(job.name, succeeded, (performance.now() - begun) / 1_000);
  }
}
