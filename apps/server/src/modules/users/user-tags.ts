import { idInBody, unknownReference, uuidOf } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';
import { notFound } from '../../problem.ts';
import { releaseWhatNoLongerFits } from './user-consequences.ts';
import { changeUser, lockUser } from './users.sql.ts';

export const addUserTag: Operation<'addUserTag'> = async (tx, actor, { params, body }) => {
  const { user, before } = await lockUser(tx, actor, params.id);
  const id = idInBody(actor, user['account-id'], 'tag', body.tag, 'tag');
  // Locked so that the tag cannot be deleted between this look and the commit.
  const tag = await tx
    .selectFrom('tags')
    .select('id')
    .where('id', '=', id)
    .where('account-id', '=', user['account-id'])
    .where('deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!tag) throw unknownReference('tag');
  const added = await tx
    .insertInto('user-tags')
    .values({ 'user-id': user.id, 'tag-id': tag.id, 'account-id': user['account-id'] })
    .onConflict((oc) => oc.doNothing())
    .returning('tag-id')
    .executeTakeFirst();
  if (!added) return {};
  // A policy may deny by tag, so that even a tag gained can end a right.
  await releaseWhatNoLongerFits(tx, actor, user);
  await changeUser(tx, actor, 'iam:AddUserTag', before);
  return {};
};

export const removeUserTag: Operation<'removeUserTag'> = async (tx, actor, { params, ifMatch }) => {
  const { user, before } = await lockUser(tx, actor, params.id, ifMatch);
  const tagId = uuidOf(params.tagId);
  if (!user['tag-ids'].includes(tagId)) throw notFound();
  await tx.deleteFrom('user-tags').where('user-id', '=', user.id).where('tag-id', '=', tagId).execute();
  await releaseWhatNoLongerFits(tx, actor, user);
  await changeUser(tx, actor, 'iam:RemoveUserTag', before);
  return {};
};
