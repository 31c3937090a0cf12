import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** Ends every session of a user: their next request, on whatever node, is signed out. */
export async function endSessions(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ 'ended-on': sql`now()` })
    .where('user-id', '=', userId)
    .where('ended-on', 'is', null)
    .execute();
}
