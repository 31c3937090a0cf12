import { resources, type Tag, textsWith } from '@keyhold/contract';
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountFilter, accountOf, reachableAccount, uuidOf } from '../../access/guards.ts';
import { liveDirectory, requireManager } from '../../access/managed.ts';
import { auditItem } from '../../audit/audit.ts';
import { inAccount } from '../../db/conditions.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { lockAccount, lockInAccount } from '../../db/locks.ts';
import type { Schema, TagsTable } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, notFound } from '../../problem.ts';
import { licensesNamingTag } from '../../records/licenses.sql.ts';
import { poolsNamingTag } from '../../records/pools.sql.ts';
import { tagResource } from '../../records/resources.ts';
import { selectTags } from '../../records/tags.sql.ts';

export const listTags: Operation<'listTags' | 'listAccountTags'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  let tags = selectTags(tx).where('account-id', '=', account).where('deleted-on', 'is', null);
  if (query.search) tags = tags.where(containsText(query.search, textsWith(resources.tag, 'searched')));
  const { rows, ...page } = await listPage(tags, tagSorts, query, 'name');
  return { items: rows.map((row) => tagResource(actor.installation, row)), ...page };
};

export const getTag: Operation<'getTag'> = async (tx, actor, { params }) => ({
  item: tagResource(actor.installation, await findTag(tx, actor, params.id)),
});

export const createTag: Operation<'createTag'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  return { item: await insertTag(tx, actor, { ...body, 'account-id': account }) };
};

/** Inserts a tag and writes an audit entry. */
export async function insertTag(tx: Transaction, actor: Actor, values: Insertable<TagsTable>): Promise<Tag> {
  const [row] = await Promise.all([
    tx.insertInto('tags').values(values).returningAll().executeTakeFirstOrThrow(),
    lockAccount(tx, values['account-id']),
  ]);
  const item = tagResource(actor.installation, row);
  await auditItem(tx, actor, 'iam:CreateTag', null, item);
  return item;
}

export const updateTag: Operation<'updateTag'> = async (tx, actor, { params, body, ifMatch }) => {
  const tag = await findTag(tx, actor, params.id, { lock: true });
  requireFresh(ifMatch, tagResource(actor.installation, tag));
  requireManager(actor, tag, 'tag');
  return { item: await changeTag(tx, actor, tag, body) };
};

/** Changes a locked tag and writes an audit entry. */
export async function changeTag(
  tx: Transaction,
  actor: Actor,
  tag: Selectable<TagsTable>,
  changes: UpdateObject<Schema, 'tags'>,
): Promise<Tag> {
  const row = await updateRow(tx, 'tags', tag.id, changes)
    .returningAll()
    .returning(liveDirectory('tags'))
    .executeTakeFirstOrThrow();
  const item = tagResource(actor.installation, row);
  await auditItem(tx, actor, 'iam:UpdateTag', tagResource(actor.installation, tag), item);
  return item;
}

export const deleteTag: Operation<'deleteTag'> = async (tx, actor, { params, ifMatch }) => {
  const tag = await findTag(tx, actor, params.id, { lock: true });
  const before = tagResource(actor.installation, tag);
  requireFresh(ifMatch, before);
  requireManager(actor, tag, 'tag');
  const [license, ...others] = await licensesNamingTag(tx, tag['account-id'], before.rn);
  if (license) {
    const users = others.length === 0 ? `The license ${license} uses` : `${others.length + 1} licenses use`;
    throw conflict('tag-in-use', `${users} this tag. Change who may consume there before you delete it.`);
  }
  const [pool] = await poolsNamingTag(tx, tag['account-id'], before.rn);
  if (pool) {
    const message = `The pool ${pool} uses this tag. Change its consumers or its rules before you delete it.`;
    throw conflict('tag-in-use', message);
  }
  await updateRow(tx, 'tags', tag.id, { 'deleted-on': now, 'directory-id': null }).execute();
  await auditItem(tx, actor, 'iam:DeleteTag', before, null);
  return {};
};

export const restoreTag: Operation<'restoreTag'> = async (tx, actor, { params }) => {
  const tag = await findTag(tx, actor, params.id, { lock: true, deletedToo: true });
  // A tag of a deleted account is restored only with its account.
  await lockAccount(tx, tag['account-id']);
  if (!tag['deleted-on']) return { item: tagResource(actor.installation, tag) };
  const row = await updateRow(tx, 'tags', tag.id, { 'deleted-on': null })
    .returningAll()
    .returning(liveDirectory('tags'))
    .executeTakeFirstOrThrow();
  const item = tagResource(actor.installation, row);
  await auditItem(tx, actor, 'iam:RestoreTag', null, item);
  return { item };
};

const id = sql.ref('tags.id');
const tagSorts = {
  ...textSorts(resources.tag, 'tags', id),
  'created-on': [sql.ref('tags.created-on'), id],
  'updated-on': [sql.ref('tags.updated-on'), id],
};

/** Finds a tag within the actor's reach; `lock` locks the row for a change. */
export async function findTag(
  tx: Transaction,
  actor: Actor,
  tagId: string,
  { lock = false, deletedToo = false } = {},
): Promise<Selectable<TagsTable>> {
  const { account } = accountFilter(actor);
  const uuid = uuidOf(tagId);
  if (lock) await lockInAccount(tx, 'tags', uuid);
  let query = selectTags(tx).where('id', '=', uuid);
  if (!deletedToo) query = query.where('deleted-on', 'is', null).where(inAccount('tags'));
  if (account) query = query.where('account-id', '=', account);
  const tag = await query.executeTakeFirst();
  if (!tag) throw notFound();
  return tag;
}
