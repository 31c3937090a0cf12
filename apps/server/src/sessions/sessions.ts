import type { Transaction } from '../db/database.ts';
import { now } from '../db/expressions.ts';

/** Ends a session, or all of a user or an account: their next request, on whatever node, is signed out. */
export async function endSessions(tx: Transaction, column: 'id' | 'user-id' | 'account-id', id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ 'ended-on': now })
    .where(column, '=', id)
    .where('ended-on', 'is', null)
    .execute();
}
