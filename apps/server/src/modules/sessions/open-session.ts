import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';

/** The condition that a row of `sessions` did not end with its account, which its own row may not show yet. */
export const notEndedWithAccount = sql<boolean>`not exists (select from accounts
  where accounts.id = sessions."account-id" and sessions."created-on" <= accounts."sessions-ended-on")`;

/** The scope of the sessions: one by its id, or all of a user or an application. */
export type SessionsOf = 'id' | 'user-id' | 'application-id';

/**
 * Ends sessions: every node rejects their next request. This does not release what they have consumed: see
 * `modules/sessions/end-sessions.ts`.
 *
 * @returns the ids of the sessions that were open
 */
export async function closeSessions(tx: Transaction, column: SessionsOf, id: string): Promise<string[]> {
  const closed = await tx
    .updateTable('sessions')
    .set({ 'ended-on': now })
    .where(column, '=', id)
    .where('ended-on', 'is', null)
    .returning('id')
    .execute();
  return closed.map((session) => session.id);
}

/**
 * Locks an open session until the transaction ends, so that it cannot end between a decision and what follows from it. A
 * session is locked after its user and before any license.
 *
 * @returns whether it is open
 */
export async function lockSession(tx: Transaction, id: string): Promise<boolean> {
  return (await selectOpenSession({ id }).execute(tx)).rows.length > 0;
}

/** The query of {@link lockSession}. */
export const selectOpenSession = compileOnce((tx: Transaction, { id }: ParametersFor<{ id: string }>) =>
  tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .where(notEndedWithAccount)
    .forShare(),
);
