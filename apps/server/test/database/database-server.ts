import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { databaseAddress, dropDatabase, execute } from './database.ts';

/**
 * Starts, once per run, one PostgreSQL for all test files, with a migrated template: the embedded one in a temporary
 * folder, or the server at TEST_DATABASE_URL, whose user may create databases and roles.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer(process.env['TEST_DATABASE_URL']);
  const template = `keyhold_test_${randomBytes(6).toString('hex')}`;
  const tearDown = async () => {
    await dropAll(server.connectionString, template);
    await server.stop();
  };
  try {
    await execute(server.connectionString, `create database ${template}`);
    await migrate(databaseAddress(server.connectionString, template));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databaseServer', { connectionString: server.connectionString, template });
  return tearDown;
}

async function openServer(url: string | undefined) {
  if (url) return { connectionString: url, stop: async () => undefined };
  const folder = await mkdtemp(join(await fastFolder(), 'keyhold-database-'));
  // When run as root, PostgreSQL's own user needs access.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDirectory: folder,
    log: console.error,
    settings: {
      // The data need not survive the run.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Plans do not change: no table is analyzed in between.
      autovacuum: 'off',
      // Planning small tables for every value again took a fifth of the tests' processor time.
      plan_cache_mode: 'force_generic_plan',
    },
  });
  return {
    connectionString: server.connectionString,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Free space that a file system in memory must have, in bytes: the databases of a run need a tenth of it at a time. */
const ample = 4 * 2 ** 30;

/**
 * The file system in memory, if this machine has an ample one. Each test app has a database of its own, some 700 files
 * that the disk's file system creates and deletes in twice the processor time.
 */
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ample ? memory : tmpdir();
}

async function dropAll(connectionString: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${prefix.replaceAll('_', '\\_')}%`,
    ]);
    for (const { datname } of rows) await dropDatabase(connectionString, datname);
  } finally {
    await client.end();
  }
}
