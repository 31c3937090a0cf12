import { warnings } from '@keyhold/contract';
import { idInBody, unknownReference, uuidOf } from '../../access/guards.ts';
import { liveDirectory, requireManager } from '../../access/managed.ts';
import { coversPermissions, policiesOf } from '../../access/rights.ts';
import { anyOf } from '../../db/expressions.ts';
import { type Operation, withWarnings } from '../../http/bind.ts';
import { forbidden, notFound } from '../../problem.ts';
import { changeUser, findUser, lockUser } from '../../records/users.sql.ts';
import { endKeysBeyondIssuers } from '../auth/links/activation-keys.ts';
import { answerRoles } from '../roles/roles.ts';
import { requireAnotherAdministrator } from './last-administrator.ts';
import { requireAnotherRoot } from './last-root.ts';
import { releaseIneligibleLicenses } from './user-consequences.ts';

export const listUserRoles: Operation<'listUserRoles'> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  return answerRoles(actor, tx.selectFrom('roles').selectAll().where('id', '=', anyOf(user['role-ids'])), query);
};

export const addUserRole: Operation<'addUserRole'> = async (tx, actor, { params, body }) => {
  const { user, before } = await lockUser(tx, actor, params.id);
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
  if (!added) return {};
  await changeUser(tx, actor, 'iam:AddUserRole', before);
  const raised = await policiesOf(tx, { ...user, 'role-ids': [...user['role-ids'], role.id] });
  return withWarnings((await endKeysBeyondIssuers(tx, user.id, raised)) ? [warnings.linksEnded] : [], {});
};

export const removeUserRole: Operation<'removeUserRole'> = async (tx, actor, { params, ifMatch }) => {
  const { user, before } = await lockUser(tx, actor, params.id, ifMatch);
  const roleId = uuidOf(params.roleId);
  const role = await tx.selectFrom('roles').select('name').where('id', '=', roleId).executeTakeFirst();
  if (!role || !user['role-ids'].includes(roleId)) throw notFound();
  if (role.name === 'Root Administrator') await requireAnotherRoot(tx, actor, user);
  const kept = { ...user, 'role-ids': user['role-ids'].filter((id) => id !== roleId) };
  await requireAnotherAdministrator(tx, actor, user, await policiesOf(tx, kept));
  await tx.deleteFrom('user-roles').where('user-id', '=', user.id).where('role-id', '=', roleId).execute();
  await changeUser(tx, actor, 'iam:RemoveUserRole', before);
  return {};
};

export const addUserTag: Operation<'addUserTag'> = async (tx, actor, { params, body }) => {
  const { user, before } = await lockUser(tx, actor, params.id);
  const id = idInBody(actor, user['account-id'], 'tag', body.tag, 'tag');
  // Locked so that the tag cannot be deleted between this query and the commit.
  const tag = await tx
    .selectFrom('tags')
    .select(['id', liveDirectory('tags')])
    .where('id', '=', id)
    .where('account-id', '=', user['account-id'])
    .where('deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!tag) throw unknownReference('tag');
  requireManager(actor, tag, 'tag');
  const added = await tx
    .insertInto('user-tags')
    .values({ 'user-id': user.id, 'tag-id': tag.id, 'account-id': user['account-id'] })
    .onConflict((oc) => oc.doNothing())
    .returning('tag-id')
    .executeTakeFirst();
  if (!added) return {};
  await changeUser(tx, actor, 'iam:AddUserTag', before);
  // A policy may deny by tag, so even an added tag can end a right.
  await releaseIneligibleLicenses(tx, actor, user);
  return {};
};

export const removeUserTag: Operation<'removeUserTag'> = async (tx, actor, { params, ifMatch }) => {
  const { user, before } = await lockUser(tx, actor, params.id, ifMatch);
  const tagId = uuidOf(params.tagId);
  const tag = await tx.selectFrom('tags').select(liveDirectory('tags')).where('id', '=', tagId).executeTakeFirst();
  if (!tag || !user['tag-ids'].includes(tagId)) throw notFound();
  requireManager(actor, tag, 'tag');
  await tx.deleteFrom('user-tags').where('user-id', '=', user.id).where('tag-id', '=', tagId).execute();
  await changeUser(tx, actor, 'iam:RemoveUserTag', before);
  await releaseIneligibleLicenses(tx, actor, user);
  return {};
};
