import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { databaseAddress, execute, type TestDatabase } from '../database/database.ts';
import { otherApplication } from './written.ts';

/** A database on a server of its own, whose queue of notifications another application can fill. */
export interface FillableDatabase extends TestDatabase {
  /** Fills the queue: a connection that listens stays in a transaction, and reads none of many notifications. */
  fill(): Promise<void>;
  /** Ends that connection: the queue is empty again. */
  empty(): Promise<void>;
}

/** Starts PostgreSQL with the smallest queue. */
export async function startFillableDatabase(): Promise<FillableDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-queue-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDirectory: folder,
    log: console.error,
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_notify_queue_pages: '64' },
  });
  await execute(server.connectionString, 'create database keyhold_queue');
  const connectionString = databaseAddress(server.connectionString, 'keyhold_queue');
  await migrate(connectionString);
  let idle: pg.Client | undefined;
  return {
    connectionString,
    async fill() {
      idle = new pg.Client({ connectionString, application_name: otherApplication });
      await idle.connect();
      await idle.query('listen other');
      await idle.query('begin');
      await idle.query('select');
      const other = new pg.Client({ connectionString });
      await other.connect();
      // Large ones first: until not even the smallest fits.
      for (const length of [7_000, 1]) {
        for (let number = 0; ; number += 1) {
          const payload = `${number}`.padEnd(length, ' ');
          const full = await other.query("select pg_notify('other', $1)", [payload]).then(
            () => false,
            () => true,
          );
          if (full) break;
        }
      }
      await other.end();
    },
    async empty() {
      await idle?.end();
      idle = undefined;
      // PostgreSQL discards what every listener has read when the length of the queue is queried.
      const other = new pg.Client({ connectionString });
      await other.connect();
      const usage = async () =>
        (await other.query<{ usage: number }>('select pg_notification_queue_usage() as usage')).rows[0]?.usage ?? 1;
      // The page that is being written stays.
      while ((await usage()) > 0.1);
      await other.end();
    },
    async drop() {
      await idle?.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
