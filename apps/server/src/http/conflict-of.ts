import type { Actor } from '../access/actor.ts';
import { scopeOf } from '../access/guards.ts';
import { type Database, readOnly, type Transaction } from '../db/database.ts';
import { uniquenessProblem } from '../db/errors.ts';
import { anyFolded } from '../db/expressions.ts';
import { storedEmail } from '../email-address.ts';
import { rnOf } from '../installation.ts';
import { type Problem, ProblemError } from '../problem.ts';

/**
 * The problem for a violated unique index, or null for any other error. Provider staff are given the account that uses a
 * taken e-mail.
 *
 * @param email the one that was to be stored; the database does not return it from tables with row security
 */
export async function conflictOf(
  db: Database,
  actor: Actor,
  error: unknown,
  email: string | undefined,
): Promise<ProblemError | null> {
  const conflict = uniquenessProblem(error);
  if (conflict?.problems[0].code !== 'email-taken' || !actor.crossesAccounts || email === undefined) return conflict;
  const { cachedSession: _, ...confirmed } = actor;
  const account = await readOnly(db, scopeOf(confirmed), (tx) => accountUsing(tx, email));
  return account ? new ProblemError(409, [usedIn(conflict.problems[0], actor, account)]) : conflict;
}

/** The account of the user with an e-mail, among those that the transaction sees. */
export function accountUsing(tx: Transaction, email: string) {
  return tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select(['accounts.id', 'accounts.name'])
    .where('users.folded-email', '=', anyFolded([storedEmail(email)]))
    .where('users.deleted-on', 'is', null)
    .executeTakeFirst();
}

/** The problem of a taken e-mail, with the account that uses it. */
export function usedIn(
  problem: Problem,
  actor: Actor,
  { id, name }: { readonly id: string; readonly name: string },
): Problem {
  const account = { rn: rnOf(actor.installation, id, 'account', id), name };
  return { ...problem, message: `${problem.message} It is used in ${name}.`, account };
}
