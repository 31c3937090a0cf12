import { type Policy, resourceIdOf } from '@keyhold/contract';
import { loadById } from '@keyhold/pg-round-trip';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { requireKnownActions } from '../../access/given-policies.ts';
import { accountFilter, uuidOf } from '../../access/guards.ts';
import { requireReferences } from '../../access/references.ts';
import { policiesOf, requireAuthorityOver, requireNoMoreRights } from '../../access/rights.ts';
import { inAccount } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lockInAccount } from '../../db/locks.ts';
import type { ServiceAccountsTable } from '../../db/schema.ts';
import { notFound } from '../../problem.ts';

/** A service account with the ids of its roles. */
export type ServiceAccountRow = Selectable<ServiceAccountsTable> & { readonly 'role-ids': readonly string[] };

export function selectServiceAccounts(tx: Transaction) {
  return selectServiceAccountsEver(tx).where('service-accounts.deleted-on', 'is', null);
}

/** Like {@link selectServiceAccounts}, including those that were deleted a while ago at most. */
export function selectServiceAccountsEver(tx: Transaction) {
  return tx
    .selectFrom('service-accounts')
    .selectAll()
    .select(
      sql<string[]>`array(select "role-id"::text from "service-account-roles"
        where "service-account-id" = "service-accounts".id)`.as('role-ids'),
    );
}

const load = loadById((tx: Transaction, ids) =>
  selectServiceAccounts(tx).where('service-accounts.id', '=', anyOf(ids)).where(inAccount('service-accounts')),
);

/** A service account within the actor's reach. */
export async function findServiceAccount(tx: Transaction, actor: Actor, named: string): Promise<ServiceAccountRow> {
  const { account } = accountFilter(actor);
  const row = await load(tx, uuidOf(named));
  if (!row || (account && row['account-id'] !== account)) throw notFound();
  return row;
}

/**
 * Like {@link findServiceAccount}, but locked, because it or its tokens are about to change.
 *
 * @throws {ProblemError} 403 when it has more rights than the actor
 */
export async function lockServiceAccount(tx: Transaction, actor: Actor, named: string): Promise<ServiceAccountRow> {
  await lockInAccount(tx, 'service-accounts', uuidOf(named));
  const row = await findServiceAccount(tx, actor, named);
  await requireAuthorityOver(tx, actor, row);
  return row;
}

/** The rights of a service account, as a request states them. */
interface Rights {
  readonly roles: readonly string[];
  readonly policies: readonly Policy[];
}

/**
 * Checks the rights that a request gives to a service account of an account.
 *
 * @returns its policies and the ids of its roles
 * @throws {ProblemError} 400 for a role or an action that does not exist, 403 for rights that the giver does not have
 */
export async function checkRights(tx: Transaction, giver: Actor, account: string, { roles, policies }: Rights) {
  const named = roles.map((rn, index) => ({ rn, path: `roles.${index}` }));
  await requireReferences(tx, giver, account, 'role', named, { lock: true });
  requireKnownActions(policies);
  const rights = { policies: [...policies], 'role-ids': [...new Set(roles.map(resourceIdOf))] };
  requireNoMoreRights(giver, await policiesOf(tx, rights));
  return rights;
}

/** Replaces the roles of a service account. */
export async function setRoles(
  tx: Transaction,
  { id, 'account-id': account }: Pick<ServiceAccountRow, 'id' | 'account-id'>,
  roles: readonly string[],
): Promise<void> {
  await tx.deleteFrom('service-account-roles').where('service-account-id', '=', id).execute();
  if (roles.length === 0) return;
  const rows = roles.map((role) => ({ 'service-account-id': id, 'role-id': role, 'account-id': account }));
  await tx.insertInto('service-account-roles').values(rows).execute();
}
