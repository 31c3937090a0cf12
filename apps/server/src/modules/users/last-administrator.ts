import { type Policy, permits } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { allPolicies, policiesOf, rolePolicies } from '../../access/rights.ts';
import { condition, isActiveUser } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { conflict } from '../../problem.ts';
import type { UserRow } from '../../records/resources.ts';

/** Who may do this is an administrator: an account without one could not help itself. */
const changingUsers = 'iam:UpdateUser';

/**
 * Refuses to leave an account without an active user who may change users. Provider staff may: they can help it.
 *
 * @param user whose row is locked, as before the change
 * @param keeps the policies that the user has after the change
 * @throws {ProblemError} 409
 */
export async function requireAnotherAdministrator(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  keeps: readonly Policy[] = [],
): Promise<void> {
  if (actor.crossesAccounts || !(await isLastAdministrator(tx, user, keeps))) return;
  throw lastAdministrator();
}

/** 409, for a change that would leave an account without a person who may change users. */
export function lastAdministrator() {
  return conflict(
    'last-administrator',
    'This is the last person of the account who may change users. Give somebody else that right before you change this.',
  );
}

/** Whether a change of a user, whose row is locked, leaves the account without an active user who may change users. */
export async function isLastAdministrator(
  tx: Transaction,
  user: UserRow,
  keeps: readonly Policy[] = [],
): Promise<boolean> {
  if (user.status !== 'Active' || permits(keeps, changingUsers)) return false;
  if (!permits(await policiesOf(tx, user), changingUsers)) return false;
  // Serializes such changes in an account: two who remove each other lock different users.
  await sql`select pg_advisory_xact_lock(hashtext('keyhold administrators'), hashtext(${user['account-id']}))`.execute(
    tx,
  );
  return !(await hasAnother(tx, user));
}

/** Users read at once. */
const chunk = 100;

async function hasAnother(tx: Transaction, { id, 'account-id': account }: UserRow, after?: string): Promise<boolean> {
  const roles = await tx.selectFrom('roles').select(['id', 'policies']).where('account-id', '=', account).execute();
  const capable = roles.filter(({ policies }) => permits(policies, changingUsers)).map((role) => role.id);
  const found = await tx
    .selectFrom('users')
    .select(['users.id', 'users.policies', rolePolicies('user', 'users.id')])
    .where('users.account-id', '=', account)
    .where(condition(isActiveUser()))
    .where('users.id', '<>', id)
    .where(({ eb, or, selectFrom }) =>
      or([
        sql<boolean>`users.policies <> '[]'`,
        eb('users.id', 'in', selectFrom('user-roles').select('user-id').where('role-id', '=', anyOf(capable))),
      ]),
    )
    .$if(after !== undefined, (query) => query.where('users.id', '>', after ?? ''))
    .orderBy('users.id')
    .limit(chunk)
    .execute();
  if (found.some((user) => permits(allPolicies(user), changingUsers))) return true;
  const last = found.at(-1);
  if (!last || found.length < chunk) return false;
  return hasAnother(tx, { id, 'account-id': account } as UserRow, last.id);
}
