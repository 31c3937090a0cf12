import { type Policy, resourceIdOf } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { requireKnownActions } from '../../access/given-policies.ts';
import { requireReferences } from '../../access/references.ts';
import { policiesOf, requireNoMoreRights } from '../../access/rights.ts';
import type { Transaction } from '../../db/database.ts';
import type { ServiceAccountRow } from '../../records/service-accounts.sql.ts';

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
