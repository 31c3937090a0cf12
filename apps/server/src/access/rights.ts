import { knownActions, type Policy, permits } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { forbidden, ProblemError } from '../problem.ts';
import type { Actor } from './actor.ts';

/** A principal with rights: by policies of its own, and by the roles that it holds. */
export interface RightsHolder {
  readonly id: string;
  readonly policies: Policy[];
  readonly 'role-ids': readonly string[];
}

/** Whether one set of policies allows everything that another allows, its wildcards included. */
export function coversPermissions(mine: readonly Policy[], theirs: readonly Policy[]): boolean {
  return comparedActions.every((action) => permits(mine, action) || !permits(theirs, action));
}

/** Every action that a call needs, and one that no call needs beside each, so that a wildcard exceeds a list of actions. */
const comparedActions = [...new Set([...knownActions, 'other:Other'].flatMap(withNeighbours))];

function withNeighbours(action: string): string[] {
  const [service, name] = action.split(':');
  return [action, `${service}:Other`, `other:${name}`];
}

/** The policies of a principal, and those of its roles. */
export async function policiesOf(
  tx: Transaction,
  { policies, 'role-ids': ids }: Omit<RightsHolder, 'id'>,
): Promise<Policy[]> {
  if (ids.length === 0) return policies;
  const roles = await tx.selectFrom('roles').select('policies').where('id', '=', anyOf(ids)).execute();
  return [...policies, ...roles.flatMap((role) => role.policies)];
}

/** Refuses to act on a user with more permissions than the actor, other than on oneself (decisions, section 3). */
export async function requireAuthorityOver(tx: Transaction, actor: Actor, holder: RightsHolder): Promise<void> {
  if (holder.id === actor.userId) return;
  if (!coversPermissions(actor.policies, await policiesOf(tx, holder))) throw forbidden();
}

/**
 * Refuses to decide how the people of an account sign in, where one of them may do more than the actor: whoever decides
 * that could be any of them.
 */
export async function requireAuthorityOverAccount(tx: Transaction, actor: Actor, account: string): Promise<void> {
  const held = await tx
    .selectFrom('roles')
    .select('policies')
    .where('account-id', '=', account)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('user-roles').select('role-id').whereRef('role-id', '=', 'roles.id')),
    )
    .execute();
  const own = await tx
    .selectFrom('users')
    .select('policies')
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where(sql<boolean>`policies <> '[]'`)
    .execute();
  if (![...held, ...own].every(({ policies }) => coversPermissions(actor.policies, policies))) throw forbidden();
}

/**
 * Refuses to give rights that the giver does not have. What becomes of the giver later changes nothing.
 *
 * @throws {ProblemError} 403 that names an action which is not the giver's
 */
export function requireNoMoreRights(giver: Actor, given: readonly Policy[], whom = 'a service account'): void {
  if (coversPermissions(giver.policies, given)) return;
  const exceeding = knownActions.find((action) => permits(given, action) && !permits(giver.policies, action));
  const more = exceeding ? `: you may not do ${exceeding}` : '';
  const message = `You cannot give ${whom} more rights than you have${more}.`;
  throw new ProblemError(403, [{ code: 'exceeds-rights', message }]);
}
