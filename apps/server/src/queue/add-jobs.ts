import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** Tasks that run after a transaction has committed, each for one row. */
type RowTask = 'send-mail' | 'reset-password' | 'deliver-webhook';

/**
 * Adds a job for each row if and when this transaction commits. While the job of a row is waiting, adding it again has
 * no effect.
 */
export async function addJobs(tx: Transaction, task: RowTask, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    select "add-job"(${task}::text, json_build_object('id', id), ${task}::text || ' ' || id)
    from unnest(${rows.map(({ id }) => id)}::text[]) as id
  `.execute(tx);
}

/** The id of the row in a job's payload. */
export function rowIdOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('This job names no row: its payload must be {"id": "…"}.');
  return id;
}
