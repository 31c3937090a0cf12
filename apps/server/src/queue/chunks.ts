import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';

/** Divides work on many rows into short transactions that lock few rows. */
export interface Chunks {
  /** Rows, or hours, per transaction. */
  readonly chunk: number;
  /** Aborted when no further chunk may start. */
  readonly signal: AbortSignal;
}

/** Chunks of a run without a deadline. */
export const usualChunks: Chunks = { chunk: 500, signal: AbortSignal.any([]) };

/** Statement timeout of a chunk, in milliseconds: shorter than the silence after which a connection counts as dead. */
const longestStatement = 10_000;

/**
 * Repeats a transaction until nothing is left or the signal is aborted.
 *
 * @param work processes one chunk and returns whether there may be more
 */
export async function inChunks(
  db: Database,
  signal: AbortSignal,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  let more = true;
  while (more && !signal.aborted) {
    more = await inTransaction(db, 'every account', async (tx) => {
      await sql`select set_config('statement_timeout', ${String(longestStatement)}, true)`.execute(tx);
      await findByIndex(tx);
      return work(tx);
    });
  }
}

/**
 * Makes the transaction find the rows of a chunk by an index. For "any 500 of very many rows" the planner prefers to read the
 * table from its beginning, where each chunk would pass all rows that the earlier ones have changed: quadratic in all.
 */
export async function findByIndex(tx: Transaction): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
}

/**
 * Deletes the rows of a table that match a condition. A locked row is left for the next run.
 *
 * @example
 * await deleteInChunks(db, 'outbox', sql`"sent-on" < now() - interval '7 days'`, run);
 */
export async function deleteInChunks(
  db: Database,
  table: string,
  condition: RawBuilder<unknown>,
  { chunk, signal }: Chunks,
): Promise<void> {
  const name = sql.table(table);
  await inChunks(db, signal, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} limit ${chunk} for update skip locked))`.execute(tx);
    return numAffectedRows === BigInt(chunk);
  });
}
