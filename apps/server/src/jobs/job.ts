import type { Chunks } from '../queue/chunks.ts';
import type { Schedule } from '../queue/schedule.ts';

/** The input of a job's run. The signal is aborted at the deadline, and shortly after the server starts to stop. */
interface JobRun extends Chunks {
  /** For a job that a transaction has added: the row that it is for. */
  readonly payload: unknown;
}

interface AnyJob {
  /** The name in the queue, the log and the metric `keyhold_job_duration_seconds`. */
  readonly name: string;
  /** Rows, or hours, per transaction, for a job that works in chunks. */
  readonly chunk?: number;
  /** Seconds after which the signal of a run is aborted. */
  readonly deadline: number;
  run(run: JobRun): Promise<void>;
}

/** Independent workers, which do not wait for each other; `jobs.ts` sets the concurrency of each. */
export type WorkerName = 'requests' | 'mail' | 'webhooks' | 'upkeep';

/**
 * A job of the queue in the database: each run is on one node, any of them. A failed job is retried up to 25 times,
 * with exponential backoff from a few seconds; a scheduled job then waits for its next time.
 */
export interface QueuedJob extends AnyJob {
  readonly runs: 'from the queue';
  readonly worker: WorkerName;
  /** `on request` if transactions add the job. */
  readonly every: Schedule | 'on request';
  /** Whether it also runs once when a server starts, before that server takes jobs. */
  readonly atStart?: boolean;
}

/**
 * A job that runs periodically: on the one node that holds the advisory lock, or on each node. A failure is logged, and
 * the job runs again in its next period.
 */
export interface LoopJob extends AnyJob {
  readonly runs: 'on one node' | 'on each node';
  readonly every: { readonly seconds: number };
}

export type Job = QueuedJob | LoopJob;
