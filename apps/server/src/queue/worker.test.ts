import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import { connect, type Database } from '../db/database.ts';
import { type Listener, openListener } from '../db/listener.ts';
import { type Running, type StopTimeouts, startWorker, type Tasks } from './worker.ts';

let database: TestDatabase;
let db: Database;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 2);
  listener = await openListener(database.connectionString, log);
});
afterAll(async () => {
  await listener.close();
  await db.destroy();
  await database.drop();
});

describe('A worker', () => {
  it('runs a job, and retries it after a failure', async () => {
    const payloads: unknown[] = [];
    const worker = await start({
      greet: {
        run: async (payload) => {
          payloads.push(payload);
          if (payloads.length === 1) throw new Error('Not yet.');
        },
      },
    });
    await add('greet', { name: 'Ada' });
    await vi.waitUntil(() => payloads.length === 2, soon);
    await worker.stop();
    expect(payloads).toEqual([{ name: 'Ada' }, { name: 'Ada' }]);
  });

  it('leaves jobs of other tasks to other workers', async () => {
    const worker = await start({ greet: { run: async () => {} } });
    await add('wave', {});
    await worker.stop();
    let waved = 0;
    const other = await start({
      wave: {
        run: async () => {
          waved += 1;
        },
      },
    });
    await vi.waitUntil(() => waved === 1, soon);
    await other.stop();
  });

  it('continues after the database closed its connections', async () => {
    let done = 0;
    const worker = await start({
      greet: {
        run: async () => {
          done += 1;
        },
      },
    });
    // A worker that has not read its tasks yet gives up instead, and is restarted.
    await add('greet', {});
    await vi.waitUntil(() => done === 1, soon);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      db,
    );
    await add('greet', {});
    await vi.waitUntil(() => done === 2, soon);
    await worker.stop();
  });

  it('is restarted after it gave up', async () => {
    let done = 0;
    const first = Promise.withResolvers<void>();
    const worker = await start({
      greet: {
        run: async () => {
          done += 1;
          // Prevents the worker from recording the end of the job.
          if (done === 1) await sql`alter table graphile_worker._private_jobs rename to hidden`.execute(db);
          first.resolve();
        },
      },
    });
    await add('greet', {});
    await first.promise;
    await vi.waitUntil(() => logged.some((line) => line.includes('A worker gave up')), soon);
    await sql`alter table graphile_worker.hidden rename to _private_jobs`.execute(db);
    await add('greet', {});
    await vi.waitUntil(() => done === 2, soon);
    await worker.stop();
  });

  it('stops cleanly while it is being restarted', async () => {
    const worker = await start(
      {
        greet: {
          run: async () => {
            await sql`alter table graphile_worker._private_jobs rename to hidden`.execute(db);
          },
        },
      },
      { grace: 100, limit: 20_000 },
    );
    const gaveUp = () => logged.filter((line) => line.includes('A worker gave up')).length;
    const before = gaveUp();
    await add('greet', {});
    await vi.waitUntil(() => gaveUp() > before, soon);
    await sql`alter table graphile_worker.hidden rename to _private_jobs`.execute(db);
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    const held = await db.startTransaction().execute();
    await sql`lock table graphile_worker.migrations in access exclusive mode`.execute(held);
    await vi.waitUntil(async () => (await countWaiting()) > 0, soon);
    const stopped = worker.stop();
    await held.rollback().execute();
    await stopped;
    expect(logged.filter((line) => line.includes('does not come to an end'))).toEqual([]);
    await vi.waitUntil(async () => (await pids()).length === 0, soon);
  });

  it('stops even if a job never ends', async () => {
    const begun = Promise.withResolvers<void>();
    const run = () => {
      begun.resolve();
      return new Promise<void>(() => {});
    };
    const worker = await start({ endless: { run } }, { grace: 100, limit: 500 });
    await add('endless', {});
    await begun.promise;
    await worker.stop();
    await vi.waitUntil(async () => (await pids()).length === 0, soon);
    await sql`delete from graphile_worker._private_jobs`.execute(db);
  });

  it('aborts the signal of a running job when it stops, and waits for the job', async () => {
    let ended = false;
    const begun = Promise.withResolvers<void>();
    const run = async (_payload: unknown, signal: AbortSignal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      ended = true;
    };
    const worker = await start({ endless: { run } }, { grace: 100, limit: 60_000 });
    await add('endless', {});
    await begun.promise;
    await worker.stop();
    expect(ended).toBe(true);
    await vi.waitUntil(async () => (await pids()).length === 0, soon);
  });

  it('runs due tasks once for all servers, whatever their clocks', async () => {
    let done = 0;
    const run = async () => {
      done += 1;
    };
    const task = { greet: { run, every: 'each minute' } } as const;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    const workers = [await start(task), await start(task)];
    try {
      await vi.waitUntil(() => done >= 1, soon);
      const early = await sql<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs where run_at > now()`.execute(db);
      expect(early.rows).toEqual([{ count: 0 }]);
      const before = done;
      // As if the minute were over.
      await sql`update "task-times" set "due-on" = "due-on" - interval '1 minute'`.execute(db);
      await vi.waitUntil(() => done > before, soon);
    } finally {
      vi.useRealTimers();
      for (const worker of workers) await worker.stop();
    }
  });

  it('has no listening connection of its own', async () => {
    const subscribed = vi.spyOn(listener, 'subscribe');
    const worker = await start({ greet: { run: async () => {} } });
    await vi.waitUntil(async () => (await latestQueries()).length > 0, soon);
    await vi.waitFor(
      () => expect(subscribed.mock.calls.map(([channel]) => channel)).toEqual(['jobs:insert', 'worker:migrate']),
      soon,
    );
    expect(await latestQueries()).not.toContainEqual(expect.stringMatching(/^listen/i));
    await worker.stop();
  });

  it('installs no signal handlers', async () => {
    const before = process.listenerCount('SIGTERM');
    const worker = await start({ greet: { run: async () => {}, every: 'each minute' } });
    expect(process.listenerCount('SIGTERM')).toBe(before);
    await worker.stop();
  });
});

/** The log lines of the workers. */
const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => logged.push(line) });

function start(tasks: Tasks, timeouts?: StopTimeouts): Promise<Running> {
  return startWorker({
    connectionString: database.connectionString,
    listener,
    concurrency: 2,
    tasks,
    log,
    ...(timeouts && { timeouts }),
  });
}

async function add(task: string, payload: unknown): Promise<void> {
  await sql`select "add-job"(${task}::text, ${JSON.stringify(payload)}::json)`.execute(db);
}

/** Counts the workers' connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'keyhold jobs' and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The workers' connections to the database. */
async function pids(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'keyhold jobs' order by pid`.execute(
    db,
  );
  return rows.map((row) => row.pid);
}

/** The latest query of each connection of the workers. */
async function latestQueries(): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and application_name = 'keyhold jobs'`.execute(
    db,
  );
  return rows.map((row) => row.query);
}
