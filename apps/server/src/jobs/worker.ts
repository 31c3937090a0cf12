import { setTimeout as wait } from 'node:timers/promises';
import { type LogLevel, parseCronItems, type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** Something that is done in the background. */
export interface Task {
  /** @param signal aborted shortly after this server began to stop */
  readonly run: (payload: unknown, signal: AbortSignal) => Promise<void>;
  /** When it is done by itself: minute, hour, day of the month, month, day of the week, in UTC, as cron has it. */
  readonly every?: string;
}

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/** Something that runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** Wait before a worker that gave up is started again, in milliseconds. */
const restartDelay = 2_000;
/** What is being done when a server stops may go on for so long, in milliseconds. */
const stopGrace = 3_000;

/**
 * Does jobs of these tasks, a few at once, until it is stopped. A worker gives up when the database is away for too
 * long; it is then started again until it works.
 *
 * @throws the database's error, when it cannot be reached at the start
 */
export async function startWorker(options: {
  readonly connectionString: string;
  readonly tasks: Tasks;
  /** Most jobs at once. */
  readonly concurrency: number;
  readonly log: Logger;
}): Promise<Running> {
  const { log } = options;
  const stopping = new AbortController();
  let runner = await runOnce(options);

  const supervision = (async () => {
    for (;;) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'A worker gave up.'));
      const next = await restart();
      if (!next) return;
      runner = next;
    }
  })();

  async function restart(): Promise<Runner | undefined> {
    while (!stopping.signal.aborted) {
      await wait(restartDelay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        return await runOnce(options);
      } catch (error) {
        log.warn({ err: error }, 'A worker cannot start; trying again.');
      }
    }
    return undefined;
  }

  return {
    async stop() {
      stopping.abort();
      // One that has just given up has nothing left to stop, and says so.
      await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'A worker had stopped already.'));
      await supervision;
    },
  };
}

function runOnce(options: Parameters<typeof startWorker>[0]): Promise<Runner> {
  const tasks = Object.entries(options.tasks);
  return run({
    connectionString: options.connectionString,
    concurrency: options.concurrency,
    // One more to hear of new jobs.
    maxPoolSize: options.concurrency + 1,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopGrace,
    logger: new WorkerLogger(() => (level, message, meta) => {
      options.log[pinoLevels[level]]({ err: meta['error'] }, message);
    }),
    taskList: Object.fromEntries(
      tasks.map(([name, task]) => [name, (payload: unknown, helpers) => task.run(payload, helpers.abortSignal)]),
    ),
    parsedCronItems: parseCronItems(
      tasks.flatMap(([name, { every }]) =>
        // By its key, one that has not been done yet stands for the next one too.
        every === undefined
          ? []
          : [{ task: name, match: every, identifier: name, options: { jobKey: `every ${name}` } }],
      ),
    ),
  });
}

/** What a worker has to say about its daily work is of interest to whoever looks for a fault only. */
const pinoLevels: Readonly<Record<LogLevel, 'error' | 'warn' | 'debug'>> = {
  error: 'error',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
};
