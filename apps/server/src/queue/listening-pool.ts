import { EventEmitter } from 'node:events';
import type pg from 'pg';
import * as z from 'zod';
import type { Listener } from '../db/listener.ts';

/** The callback that receives graphile-worker's listening connection. */
type Taken = (error: undefined, client: pg.PoolClient, release: () => void) => void;

/**
 * A pool for graphile-worker that listens for new jobs through the node's listener. Otherwise graphile-worker would use
 * a connection of each worker's pool for listening, the only connection that it requests with a callback.
 */
export function listeningPool(pool: pg.Pool, listener: Pick<Listener, 'subscribe'>): pg.Pool {
  const connect = (taken?: Taken) => (taken ? void listenThrough(pool, listener, taken) : pool.connect());
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Provides a substitute for a listening connection, whose only statements are LISTEN and UNLISTEN. Payloads are
 * untrusted, as every login of the database may send them: a number of new jobs is parsed, and a migration that would
 * stop the worker is read from the database.
 */
async function listenThrough(pool: pg.Pool, listener: Pick<Listener, 'subscribe'>, taken: Taken): Promise<void> {
  const client = Object.assign(new EventEmitter(), { query: async () => undefined }) as unknown as pg.PoolClient;
  const notify = (channel: 'jobs:insert' | 'worker:migrate', payload: string) =>
    client.emit('notification', { channel, payload });
  const checkMigrations = await watchMigrations(pool, (id) =>
    notify('worker:migrate', JSON.stringify({ migrationNumber: id, breaking: true })),
  );
  const leaving = [
    listener.subscribe('jobs:insert', (payload) => notify('jobs:insert', readNewJobs(payload))),
    listener.subscribe('worker:migrate', checkMigrations),
  ];
  const release = () => {
    for (const leave of leaving) leave();
  };
  taken(undefined, client, release);
  // The jobs that were added before the subscription.
  notify('jobs:insert', '');
}

const newJobs = z.object({ count: z.int().max(1_000) });

/** Normalizes a notification of new jobs. An empty one makes the worker look for jobs. */
function readNewJobs(payload: string | null): string {
  try {
    return JSON.stringify(newJobs.parse(JSON.parse(payload ?? '')));
  } catch {
    return '';
  }
}

/**
 * Returns a function that looks for a migration of the job tables that this version cannot work with, made since by a
 * server of a later one.
 */
async function watchMigrations(pool: pg.Pool, migrated: (id: number) => void): Promise<() => void> {
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
      else if (now !== null && now > known) migrated(now);
    }
    isChecking = false;
  }
  return () => void check();
}

async function newestBreakingMigration(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from graphile_worker.migrations where breaking',
  );
  return rows[0]?.id ?? 0;
}
