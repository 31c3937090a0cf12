import pg from 'pg';
import * as z from 'zod';
import { openClient } from '../db/pool.ts';
import type { Job } from './job.ts';

const payloadSchema = z.object({ tables: z.array(z.string()) });

/** No limit: a VACUUM of a large table takes long and reports nothing until its end. */
const anySilence = 0;

/**
 * The job that a migration adds for the tables it has rewritten: PostgreSQL uses index-only scans of a rewritten table
 * only after a VACUUM, which autovacuum would not run until much of the table has changed.
 *
 * @param connectionString of the tables' owner, without a pooler
 */
export function vacuumJob(connectionString: string): Job {
  return {
    name: 'vacuum-tables',
    runs: 'from the queue',
    worker: 'upkeep',
    every: 'on request',
    deadline: 3_600,
    async run({ payload, signal }) {
      const { tables } = payloadSchema.parse(payload);
      const client = await openClient({ connectionString, application_name: 'keyhold jobs' }, anySilence);
      // Makes the job fail, so that this server or another one retries it.
      signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
      try {
        for (const table of tables) {
          signal.throwIfAborted();
          await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`);
        }
      } finally {
        await client.end();
      }
    },
  };
}
