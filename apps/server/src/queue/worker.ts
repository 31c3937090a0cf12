import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type LogLevel, type Runner, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Listener } from '../db/listener.ts';
import { openPool } from '../db/pool.ts';
import { notifyWorkers, withoutListening } from './notify-workers.ts';
import { keepSchedule, type Schedule } from './schedule.ts';

/** A background task. */
interface Task {
  /** @param signal aborted shortly after this server starts to stop */
  readonly run: (payload: unknown, signal: AbortSignal) => Promise<void>;
  /** The schedule of a task that runs without being added by a transaction. */
  readonly every?: Schedule;
}

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/** Runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly connectionString: string;
  /** Notifies of new jobs. */
  readonly listener: Listener;
  readonly tasks: Tasks;
  /** The maximum number of concurrent jobs. */
  readonly concurrency: number;
  readonly log: Logger;
  /** How long a stop waits, if not for the default time. */
  readonly timeouts?: StopTimeouts;
}

/** How long a stop waits, in milliseconds. */
export interface StopTimeouts {
  /** Until the signal of running jobs is aborted. */
  readonly grace: number;
  /** Until jobs that do not end are abandoned. */
  readonly limit: number;
}

/** Delay before a worker that gave up is restarted, in milliseconds. */
const restartDelay = 2_000;
const usualTimeouts: StopTimeouts = { grace: 3_000, limit: 6_000 };

/**
 * Runs jobs of these tasks, a few at once, until it is stopped. A worker gives up when it cannot record the end of a
 * job; it is then restarted until it works.
 *
 * @throws the database's error, when the database is unreachable at the start
 */
export async function startWorker(options: WorkerOptions): Promise<Running> {
  const { log, timeouts = usualTimeouts } = options;
  const pool = openWorkerPool(options);
  const stopping = new AbortController();
  let runner = await startRunner(options, pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const supervision = supervise();
  const schedule = keepSchedule(pool, schedulesOf(options.tasks), log, stopping.signal);

  async function supervise(): Promise<void> {
    for (;;) {
      const error: unknown = await runner.promise.catch((reason: unknown) => reason);
      if (!stopping.signal.aborted) log.error({ err: error }, 'A worker gave up; it is restarted.');
      do {
        await wait(restartDelay, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
      } while (!(await restart()));
    }
  }

  async function restart(): Promise<boolean> {
    try {
      runner = await startRunner(options, pool);
      // The stop came before there was a runner to stop.
      if (stopping.signal.aborted) await runner.stop();
      return true;
    } catch (error) {
      log.warn({ err: error }, 'A worker cannot start; trying again.');
      return false;
    }
  }

  async function stopAll(): Promise<void> {
    // A runner that has just given up throws; there is nothing left to stop.
    await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'A worker had stopped already.'));
    await Promise.all([supervision, schedule]);
    await pool.end();
  }

  return {
    async stop() {
      stopping.abort();
      const limit = new AbortController();
      const late = wait(timeouts.limit, 'late', { signal: limit.signal }).catch(() => {});
      if ((await Promise.race([stopAll(), late])) === 'late') {
        log.warn('A worker did not stop in time; it is abandoned.');
        await runner.kill().catch((error: unknown) => log.debug({ err: error }, 'A worker was ended.'));
        if (!pool.ending) await pool.end();
      }
      limit.abort();
    },
  };
}

function openWorkerPool({ connectionString, concurrency, log }: WorkerOptions): pg.Pool {
  return openPool(
    {
      connectionString,
      max: concurrency,
      application_name: 'keyhold jobs',
    },
    (error) => log.debug({ err: error }, 'A worker lost a connection to the database.'),
  );
}

function startRunner(
  { tasks, concurrency, listener, log, timeouts = usualTimeouts }: WorkerOptions,
  pool: pg.Pool,
): Promise<Runner> {
  const entries = Object.entries(tasks);
  const events: WorkerEvents = new EventEmitter();
  notifyWorkers(events, pool, listener);
  return run({
    pgPool: withoutListening(pool),
    events,
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: timeouts.grace,
    // Batches, even of one: outside of batches, a failure to record is uncaught and would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(
      () => (level, message, meta) => log[pinoLevels[level]]({ err: meta['error'] ?? meta['fatalError'] }, message),
    ),
    taskList: Object.fromEntries(
      entries.map(([name, task]) => [name, (payload: unknown, helpers) => task.run(payload, helpers.abortSignal)]),
    ),
    // Scheduled tasks use the database's clock instead.
    parsedCronItems: [],
  });
}

function schedulesOf(tasks: Tasks): ReadonlyMap<string, Schedule> {
  return new Map(Object.entries(tasks).flatMap(([name, { every }]) => (every ? [[name, every] as const] : [])));
}

/** Maps levels; a worker's routine messages are for debugging only. */
const pinoLevels: Readonly<Record<LogLevel, 'error' | 'warn' | 'debug'>> = {
  error: 'error',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
};
