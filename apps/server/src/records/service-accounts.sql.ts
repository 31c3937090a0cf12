import { loadById } from '@keyhold/pg-round-trip';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { accountFilter, uuidOf } from '../access/guards.ts';
import { requireAuthorityOver } from '../access/rights.ts';
import { inAccount } from '../db/conditions.ts';
import type { Transaction } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { lockInAccount } from '../db/locks.ts';
import type { ServiceAccountsTable } from '../db/schema.ts';
import { notFound } from '../problem.ts';

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
