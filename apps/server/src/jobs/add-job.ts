import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** What happens after a transaction has committed, each for one row. */
export type RowTask = 'send-mail' | 'reset-password';

/**
 * Has something done for a row when this transaction commits, and only then. While the job waits for its turn, adding it
 * again changes nothing.
 *
 * @param id the row's
 */
export async function addJob(tx: Transaction, task: RowTask, id: string): Promise<void> {
  await sql`select "add-job"(${task}, ${JSON.stringify({ id })}::json, ${`${task} ${id}`})`.execute(tx);
}

/** The id in a job's payload, which anybody who may write to the database could have made. */
export function rowIdOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('A job names no row: its payload must be {"id": …}.');
  return id;
}
