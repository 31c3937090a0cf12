import type { Actor } from '../../access/actor.ts';
import { condition, isActiveUser } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { conflict } from '../../problem.ts';
import type { UserRow } from '../../records/resources.ts';

/**
 * Refuses a change that would leave the installation without an active Root Administrator. A row lock serializes
 * concurrent changes.
 */
export async function requireAnotherRoot(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  const provider = actor.installation.providerAccountId;
  if (user['account-id'] !== provider || user.status !== 'Active') return;
  const root = await tx
    .selectFrom('roles')
    .select('id')
    .where('account-id', '=', provider)
    .where('name', '=', 'Root Administrator')
    .forUpdate()
    .executeTakeFirst();
  if (!root || !user['role-ids'].includes(root.id)) return;
  const { others } = await tx
    .selectFrom('user-roles')
    .innerJoin('users', 'users.id', 'user-roles.user-id')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('user-roles.role-id', '=', root.id)
    .where('users.id', '<>', user.id)
    .where(condition(isActiveUser()))
    .executeTakeFirstOrThrow();
  if (others === 0) {
    throw conflict(
      'last-root-administrator',
      'This is the last Root Administrator. Make somebody else one before you change this.',
    );
  }
}
