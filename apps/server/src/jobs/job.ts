import type { Chunks } from '../queue/chunks.ts';
import type { Schedule } from '../queue/schedule.ts';

/** The input of a run of a job. Its signal is aborted at the job's deadline, and shortly after the server began to stop. */
export interface JobRun extends Chunks {
  /** Of a job that a transaction has added: which row it is for. */
  readonly payload: unknown;
}

interface AnyJob {
  /** Its name in the queue, the log and the metric `keyhold_job_duration_seconds`. */
  readonly name: string;
  /** Rows, or hours, of one transaction; 1 where a run is about one row. */
  readonly chunk: number;
  /** Longest run, in seconds. */
  readonly deadline: number;
  run(run: JobRun): Promise<void>;
}

/** Threads of work that do not wait for each other, each with jobs at once as `jobs.ts` says. */
export type WorkerName = 'requests' | 'mail' | 'webhooks' | 'upkeep';

/**
 * A job of the queue in the database: any node runs it, one node each time. When it fails, it is run again after a few
 * seconds, then later and later, up to 25 times; one with a schedule then waits for its next time.
 */
export interface QueuedJob extends AnyJob {
  readonly runs: 'from the queue';
  readonly worker: WorkerName;
  /** `on request` where transactions add it. */
  readonly every: Schedule | 'on request';
  /** Whether it also runs once when a server starts, before that server takes jobs. */
  readonly atStart?: boolean;
}

/**
 * A job that runs all the time: on the one node that holds the advisory lock, or on each node. When it fails, that is
 * logged, and its next period tries again.
 */
export interface LoopJob extends AnyJob {
  readonly runs: 'on one node' | 'on each node';
  readonly every: { readonly seconds: number };
}

export type Job = QueuedJob | LoopJob;
