import { sql } from 'kysely';
import { reachableAccount } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { userResource } from './user-resource.ts';
import { findUser, requireAuthorityOver } from './users.sql.ts';

/** Brings a deleted user of a living account back with their roles and tags; sessions, and rights that others were given since, stay as they are. */
export const restoreUser: Operation<'restoreUser'> = async (tx, actor, { params }) => {
  const user = await findUser(tx, actor, params.id, { lock: true, deletedToo: true });
  await reachableAccount(tx, actor, user['account-id']);
  await requireAuthorityOver(tx, actor, user);
  if (!user['deleted-on']) return { item: userResource(actor.installation, user) };
  await tx
    .updateTable('users')
    .set({ 'deleted-on': null, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', user.id)
    .execute();
  const item = userResource(actor.installation, await findUser(tx, actor, user.id));
  await audit(tx, actor, { account: user['account-id'], action: 'iam:RestoreUser', resource: item.rn, after: item });
  return { item };
};
