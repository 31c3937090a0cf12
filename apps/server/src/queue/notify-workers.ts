import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import * as z from 'zod';
import type { Listener } from '../db/listener.ts';

type JobsPool = Pick<pg.Pool, 'connect' | 'listeners' | 'query'>;

/**
 * What graphile-worker uses of a pool, without its listening connection, which it has no option to turn off and requests
 * with a callback: the node's listener notifies its workers instead ({@link notifyWorkers}).
 */
export function withoutListening(pool: JobsPool): pg.Pool {
  const used = {
    connect: (listens?: unknown) => (listens ? undefined : pool.connect()),
    listeners: (event: string) => pool.listeners(event),
    query: (text: string) => pool.query(text),
  };
  return used as unknown as pg.Pool;
}

/**
 * Notifies the workers of a new runner of new jobs, until they stop. Payloads are untrusted, as every login of the database may send them: a
 * number of new jobs is parsed, and a migration that stops the workers is read from the database.
 */
export function notifyWorkers(events: WorkerEvents, pool: JobsPool, listener: Pick<Listener, 'subscribe'>): void {
  events.once('pool:create', ({ workerPool }) => void notify(workerPool, events, pool, listener));
}

async function notify(
  workers: Pick<WorkerPool, 'nudge' | 'gracefulShutdown'>,
  events: WorkerEvents,
  pool: JobsPool,
  listener: Pick<Listener, 'subscribe'>,
): Promise<void> {
  const leaving: (() => void)[] = [];
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const leave of leaving) leave();
  };
  // Workers that are stopping refuse to be nudged.
  for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:release'] as const)
    events.once(event, stop);
  const checkMigrations = await watchMigrations(pool, () => {
    if (!isStopping) void workers.gracefulShutdown('A later version has migrated the job tables.');
  });
  if (isStopping) return;
  leaving.push(
    listener.subscribe('jobs:insert', (payload) => workers.nudge(countNewJobs(payload))),
    listener.subscribe('worker:migrate', checkMigrations),
  );
  // The jobs that were added before the subscription.
  workers.nudge(1);
}

const newJobs = z.object({ count: z.int().max(1_000) });

/** The number of new jobs in a notification; an unreadable one makes a worker look for jobs. */
function countNewJobs(payload: string | null): number {
  try {
    return newJobs.parse(JSON.parse(payload ?? '')).count;
  } catch {
    return 1;
  }
}

/**
 * Returns a function that looks for a migration of the job tables that this version cannot work with, made since by a
 * server of a later one.
 */
async function watchMigrations(pool: JobsPool, migrated: () => void): Promise<() => void> {
  // The worker reports a database that cannot be reached by its own queries.
  const newest = () => newestBreakingMigration(pool).catch(() => null);
  let known = await newest();
  let isDue = false;
  let isChecking = false;
  async function check(): Promise<void> {
    isDue = true;
    if (isChecking) return;
    isChecking = true;
    while (isDue) {
      isDue = false;
      const now = await newest();
      if (known === null) known = now;
      else if (now !== null && now > known) migrated();
    }
    isChecking = false;
  }
  return () => void check();
}

async function newestBreakingMigration(pool: JobsPool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from graphile_worker.migrations where breaking',
  );
  return rows[0]?.id ?? 0;
}
