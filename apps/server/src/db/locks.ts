import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { notFound } from '../problem.ts';
import { condition, isOpenSessionAlone } from './conditions.ts';
import type { Transaction } from './database.ts';

// The locks that several modules take, in the order account, users, tags, sessions, pools, licenses, and the audit log last.

/**
 * Locks an account against deletion until the commit, so that nothing is created or restored in a deleted account.
 *
 * @param options.alone whether other transactions that lock the account wait, such as those that count against a limit
 * @throws {ProblemError} 404 when it has been deleted
 */
export async function lockAccount(tx: Transaction, account: string, { alone = false } = {}): Promise<void> {
  const query = tx.selectFrom('accounts').select('id').where('id', '=', account).where('deleted-on', 'is', null);
  const locked = await (alone ? query.forUpdate() : query.forKeyShare()).executeTakeFirst();
  if (!locked) throw notFound();
}

/**
 * Locks a row for a change, after its account: changes of an account lock it before its rows, and inserts into tables
 * of an account need a lock of it. In another order the two would wait for each other. Two statements, in one round
 * trip: a license may move to another account meanwhile, and is locked nevertheless.
 *
 * @param column the column that has the `id`
 */
export async function lockInAccount(
  tx: Transaction,
  table: 'licenses' | 'pools' | 'service-accounts' | 'tags' | 'users' | 'webhooks',
  id: string,
  column: 'id' | 'lease-id' = 'id',
): Promise<void> {
  const [rows, has] = [sql.table(table), sql`${sql.ref(column)} = ${id}`];
  await Promise.all([
    sql`select from accounts where id = (select "account-id" from ${rows} where ${has}) for key share`.execute(tx),
    sql`select from ${rows} where ${has} for update`.execute(tx),
  ]);
}

/** Whose sessions: one by its id, or all of a user or an application. */
export type SessionsOf = 'id' | 'user-id' | 'application-id';

/** Locks the accounts of open sessions, before the sessions themselves. */
export async function lockAccountsOfSessions(tx: Transaction, column: SessionsOf, id: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('sessions').select('account-id').where(column, '=', id).where('ended-on', 'is', null),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/**
 * Locks an open session until the transaction ends, so that it cannot end between a decision and what follows from it. A
 * session is locked after its user and before any license.
 *
 * @returns whether it is open
 */
export async function lockSession(tx: Transaction, id: string): Promise<boolean> {
  return (await lockOpenSession({ id }).execute(tx)).rows.length > 0;
}

/** The query of {@link lockSession}. */
export const lockOpenSession = compileOnce((tx: Transaction, { id }: ParametersFor<{ id: string }>) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).where(condition(isOpenSessionAlone)).forShare(),
);
