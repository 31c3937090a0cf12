import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { coversPermissions, idInBody, unknownReference, uuidOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { forbidden, notFound } from '../../problem.ts';
import { answerRoles } from '../roles/roles.ts';
import { requireAnotherRoot } from './last-root.ts';
import { type UserRow, userResource } from './user-resource.ts';
import { findUser, requireAuthorityOver } from './users.sql.ts';

export const listUserRoles: Operation<'listUserRoles'> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  return answerRoles(actor, tx.selectFrom('roles').selectAll().where('id', '=', anyOf(user['role-ids'])), query);
};

export const addUserRole: Operation<'addUserRole'> = async (tx, actor, { params, body }) => {
  const user = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, user);
  const id = idInBody(actor, user['account-id'], 'role', body.role, 'role');
  const role = await tx
    .selectFrom('roles')
    .select(['id', 'policies'])
    .where('id', '=', id)
    .where('account-id', '=', user['account-id'])
    .executeTakeFirst();
  if (!role) throw unknownReference('role');
  if (!coversPermissions(actor.policies, role.policies)) throw forbidden();
  const added = await tx
    .insertInto('user-roles')
    .values({ 'user-id': user.id, 'role-id': role.id, 'account-id': user['account-id'] })
    .onConflict((oc) => oc.doNothing())
    .returning('role-id')
    .executeTakeFirst();
  if (added) await recordCarried(tx, actor, 'iam:AddUserRole', user);
  return {};
};

export const removeUserRole: Operation<'removeUserRole'> = async (tx, actor, { params, ifMatch }) => {
  const user = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, user);
  requireFresh(ifMatch, userResource(actor.installation, user));
  const roleId = uuidOf(params.roleId);
  const role = await tx.selectFrom('roles').select('name').where('id', '=', roleId).executeTakeFirst();
  if (!role || !user['role-ids'].includes(roleId)) throw notFound();
  if (role.name === 'Root Administrator') await requireAnotherRoot(tx, actor, user);
  await tx.deleteFrom('user-roles').where('user-id', '=', user.id).where('role-id', '=', roleId).execute();
  await recordCarried(tx, actor, 'iam:RemoveUserRole', user);
  return {};
};

/** Writes a change of what a user carries to their row's date and to the audit log. */
export async function recordCarried(tx: Transaction, actor: Actor, action: string, before: UserRow): Promise<void> {
  await tx.updateTable('users').set({ 'updated-on': sql`clock_timestamp()` }).where('id', '=', before.id).execute();
  const after = userResource(actor.installation, await findUser(tx, actor, before.id));
  await audit(tx, actor, {
    account: before['account-id'],
    action,
    resource: after.rn,
    before: userResource(actor.installation, before),
    after,
  });
}
