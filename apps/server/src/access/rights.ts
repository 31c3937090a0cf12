import { knownActions, type Policy, permits } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { forbidden, ProblemError } from '../problem.ts';
import type { Actor } from './actor.ts';

/** A principal with rights through its own policies and its roles. */
interface RightsHolder {
  readonly id: string;
  readonly policies: Policy[];
  readonly 'role-ids': readonly string[];
}

/** Whether one set of policies allows everything that another one allows, including wildcards. */
export function coversPermissions(mine: readonly Policy[], theirs: readonly Policy[]): boolean {
  return comparedActions.every((action) => permits(mine, action) || !permits(theirs, action));
}

/** Every action that calls need, each with unknown neighbours, so that a wildcard exceeds a list of actions. */
const comparedActions = [...new Set([...knownActions, 'other:Other'].flatMap(withNeighbours))];

function withNeighbours(action: string): string[] {
  const [service, name] = action.split(':');
  return [action, `${service}:Other`, `other:${name}`];
}

/** Returns the policies of a principal and those of its roles. */
export async function policiesOf(
  tx: Transaction,
  { policies, 'role-ids': ids }: Omit<RightsHolder, 'id'>,
): Promise<Policy[]> {
  if (ids.length === 0) return policies;
  const roles = await tx.selectFrom('roles').select('policies').where('id', '=', anyOf(ids)).execute();
  return [...policies, ...roles.flatMap((role) => role.policies)];
}

/** Selects the policies of each role of a user or service account, for {@link allPolicies}; `id` names its column. */
export function rolePolicies(holder: 'user' | 'service-account', id: string) {
  const roles = sql.table(`${holder}-roles`);
  return sql<Policy[][] | null>`(select jsonb_agg(roles.policies) from ${roles} as held
    join roles on roles.id = held."role-id" where held.${sql.ref(`${holder}-id`)} = ${sql.ref(id)})`.as(
    'role-policies',
  );
}

/** The policies of a selected principal and those of its roles. */
export function allPolicies(row: {
  readonly policies: readonly Policy[];
  readonly 'role-policies': readonly (readonly Policy[])[] | null;
}): Policy[] {
  return [...row.policies, ...(row['role-policies'] ?? []).flat()];
}

/** Refuses to act on another user with more permissions than the actor. */
export async function requireAuthorityOver(tx: Transaction, actor: Actor, holder: RightsHolder): Promise<void> {
  if (holder.id === actor.userId) return;
  if (!coversPermissions(actor.policies, await policiesOf(tx, holder))) throw forbidden();
}

/**
 * Refuses to change how the users of an account sign in, if one of them has more permissions than the actor: such a
 * change would allow the actor to sign in as any of them.
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
 * Refuses to grant rights that the giver does not have. Later changes of the giver's rights have no effect.
 *
 * @throws {ProblemError} 403 with an action that the giver may not do
 */
export function requireNoMoreRights(giver: Actor, given: readonly Policy[], whom = 'a service account'): void {
  if (coversPermissions(giver.policies, given)) return;
  const exceeding = knownActions.find((action) => permits(given, action) && !permits(giver.policies, action));
  const more = exceeding ? `: you may not do ${exceeding}` : '';
  const message = `You cannot give ${whom} more rights than you have${more}.`;
  throw new ProblemError(403, [{ code: 'exceeds-rights', message }]);
}
