import { isServiceAccount, resourceIdOf, type ServiceAccount, type User } from '@keyhold/contract';
import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { byRn } from '../lists/by-rn.ts';
import { serviceAccountResource, userResource } from './resources.ts';
import { selectServiceAccountsEver } from './service-accounts.sql.ts';
import { selectUsers } from './users.sql.ts';

/** Users and service accounts by their rn, without deleted users. */
export async function consumersByRn(
  tx: Transaction,
  actor: Actor,
  users: readonly string[],
): Promise<Record<string, User | ServiceAccount>> {
  const rns = [...new Set(users)];
  const machineIds = rns.filter(isServiceAccount).map(resourceIdOf);
  const machines =
    machineIds.length === 0 ? [] : await selectServiceAccountsEver(tx).where('id', '=', anyOf(machineIds)).execute();
  const ids = rns.filter((rn) => !isServiceAccount(rn)).map(resourceIdOf);
  const people = ids.length === 0 ? [] : await selectUsers(tx).where('users.id', '=', anyOf(ids)).execute();
  return byRn([
    ...people.map((row) => userResource(actor.installation, row)),
    ...machines.map((row) => serviceAccountResource(actor.installation, row)),
  ]);
}
