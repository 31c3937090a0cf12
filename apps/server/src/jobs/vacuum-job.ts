import pg from 'pg';
import * as z from 'zod';
import { openClient } from '../db/pool.ts';
import type { Job } from './job.ts';

const payloadSchema = z.object({ tables: z.array(z.string()) });

/** A VACUUM of a large table takes its time and reports nothing meanwhile. */
const anySilence = 0;

/**
 * The job that a migration adds for the tables it has rewritten: PostgreSQL reads such a table from its indexes alone only
 * after a VACUUM, which autovacuum would not do until much of the table has changed.
 *
 * @param connectionString of the tables' owner, without a pooler
 */
export function vacuumJob(connectionString: string): Job {
  return {
    name: 'vacuum-tables',
    runs: 'from the queue',
    worker: 'upkeep',
    every: 'on request',
    chunk: 1,
    deadline: 3_600,
    async run({ payload, signal }) {
      const { tables } = payloadSchema.parse(payload);
      const client = await openClient({ connectionString, application_name: 'keyhold jobs' }, anySilence);
      // Failed rather than done: the job is run again, by this server or the next.
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
