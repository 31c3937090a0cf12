import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../test/database/database.ts';
import { startNodeJobs } from '../../test/jobs.ts';
import type { Running } from '../queue/worker.ts';
import type { LoopJob } from './job.ts';

let database: TestDatabase;
const nodes: Running[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});
afterAll(() => database.drop());

async function start(job: LoopJob, observe?: (name: string, succeeded: boolean) => void): Promise<Running> {
  const node = await startNodeJobs([job], { connectionString: database.connectionString, observe });
  nodes.push(node);
  return node;
}

function jobOf(runs: LoopJob['runs'], run: LoopJob['run']): LoopJob {
  return { name: 'look', runs, every: { seconds: 0.05 }, deadline: 10, run };
}

/** Starts three nodes and counts the runs of each. */
async function startThree(runs: LoopJob['runs']): Promise<{ readonly counts: number[]; readonly all: Running[] }> {
  const counts = [0, 0, 0];
  const all: Running[] = [];
  for (const index of counts.keys()) {
    all.push(
      await start(
        jobOf(runs, async () => {
          counts[index] = (counts[index] ?? 0) + 1;
        }),
      ),
    );
  }
  return { counts, all };
}

/** Waits for ten more runs, on any node. */
async function someRuns(counts: readonly number[]): Promise<void> {
  const before = counts.reduce((sum, count) => sum + count, 0);
  await vi.waitUntil(() => counts.reduce((sum, count) => sum + count, 0) >= before + 10, soon);
}

describe('a job of one node', () => {
  it('runs on the leader, and on another node when the leader stops', async () => {
    const { counts, all } = await startThree('on one node');
    await someRuns(counts);
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
    const first = counts.findIndex((count) => count > 0);
    await all[first]?.stop();
    const ended = counts[first];
    await someRuns(counts);
    expect(counts[first]).toBe(ended);
    expect(counts.filter((count) => count > 0)).toHaveLength(2);
  });

  it('continues when the leader loses its connection', async () => {
    const { counts } = await startThree('on one node');
    await someRuns(counts);
    await execute(
      database.connectionString,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    await someRuns(counts);
  });
});

describe('a job of each node', () => {
  it('runs on all of them', async () => {
    const { counts } = await startThree('on each node');
    await vi.waitUntil(() => counts.every((count) => count > 1), soon);
  });

  it('counts a failed run as failed, and runs again', async () => {
    const seen: string[] = [];
    let left = 2;
    await start(
      jobOf('on each node', async () => {
        left -= 1;
        if (left >= 0) throw new Error('Not yet.');
      }),
      (name, succeeded) => seen.push(`${name} ${succeeded ? 'done' : 'failed'}`),
    );
    await vi.waitUntil(() => seen.length >= 3, soon);
    expect(seen.slice(0, 3)).toEqual(['look failed', 'look failed', 'look done']);
  });
});
