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

/**
 * Whether one set of policies allows everything that another one allows, now and in later versions: a wildcard is covered
 * by an equal or wider one alone, since a list of actions does not grow with the product.
 */
export function coversPermissions(mine: readonly Policy[], theirs: readonly Policy[]): boolean {
  if (theirs.length === 0) return true;
  return distinguishedActions([...mine, ...theirs]).every(
    (action) => permits(mine, action) || !permits(theirs, action),
  );
}

/** A service, or a name of an action, that no policy names: policies contain no control characters. */
const unnamed = '\0';

/**
 * Actions that stand for all: policies treat two actions alike whose services, and whose names, are the same where the
 * policies name them.
 */
function distinguishedActions(policies: readonly Policy[]): string[] {
  const named = policies.flatMap(({ statements }) => statements.flatMap(({ actions }) => actions));
  const parts = named.map((action) => action.split(':'));
  const [services, names] = [0, 1].map((at) => new Set([unnamed, ...parts.flatMap((part) => part[at] ?? [])]));
  return [...(services ?? [])].flatMap((service) => [...(names ?? [])].map((name) => `${service}:${name}`));
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

/** Refuses to change what binds all users of an account, if one of them has more permissions than the actor. */
export async function requireAuthorityOverAccount(tx: Transaction, actor: Actor, account: string): Promise<void> {
  await requireAuthorityOverUsers(tx, actor, 'account-id', account);
}

/** Refuses to release the users whom a directory manages, if one of them has more permissions than the actor. */
export async function requireAuthorityOverManaged(tx: Transaction, actor: Actor, directory: string): Promise<void> {
  await requireAuthorityOverUsers(tx, actor, 'directory-id', directory);
}

async function requireAuthorityOverUsers(
  tx: Transaction,
  actor: Actor,
  column: 'account-id' | 'directory-id',
  id: string,
): Promise<void> {
  const held = await tx
    .selectFrom('roles')
    .select('policies')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user-roles')
          .innerJoin('users', 'users.id', 'user-roles.user-id')
          .select('role-id')
          .whereRef('role-id', '=', 'roles.id')
          .where(`users.${column}`, '=', id)
          .where('users.deleted-on', 'is', null),
      ),
    )
    .execute();
  const own = await tx
    .selectFrom('users')
    .select('policies')
    .where(column, '=', id)
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
  const exceeding =
    knownActions.find((action) => permits(given, action) && !permits(giver.policies, action)) ??
    allowedBy(given).find((action) => !coversPermissions(giver.policies, onlyAllowing(given, action)));
  const more = exceeding ? `: you may not do ${exceeding}` : '';
  const message = `You cannot give ${whom} more rights than you have${more}.`;
  throw new ProblemError(403, [{ code: 'exceeds-rights', message }]);
}

/** The actions, with wildcards, that policies name to allow them. */
function allowedBy(policies: readonly Policy[]): string[] {
  const statements = policies.flatMap((policy) => policy.statements);
  return statements.flatMap(({ effect, actions }) => (effect === 'Allow' ? actions : []));
}

function onlyAllowing(policies: readonly Policy[], action: string): Policy[] {
  return policies.map((policy) => ({
    ...policy,
    statements: policy.statements.map((statement) =>
      statement.effect === 'Allow'
        ? { ...statement, actions: statement.actions.filter((one) => one === action) }
        : statement,
    ),
  }));
}
