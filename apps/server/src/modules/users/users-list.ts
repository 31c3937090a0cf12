import type { calls, QueryOf, User } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInQuery, reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { jsonText } from '../../http/reply.ts';
import { byName, listPage } from '../../lists/page.ts';
import { notFound } from '../../problem.ts';
import { searchUsers } from './search-users.ts';
import { userResource } from './user-resource.ts';
import { findUser, resourcesOfUserIds, resourcesOfUsers, userItem } from './users.sql.ts';

export const listUsers: Operation<typeof calls.listUsers> = (tx, actor, { query }) =>
  usersOf(tx, actor, actor.accountId, query);

export const listAccountUsers: Operation<typeof calls.listAccountUsers> = async (tx, actor, { query }) =>
  usersOf(tx, actor, await reachableAccount(tx, actor, query.account), query);

export const getUser: Operation<typeof calls.getUser> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  const item = userResource(actor.installation, user);
  if (query.resolve !== 'all') return { item };
  return { item, resources: await resourcesOfUsers(tx, actor.installation, [user]) };
};

async function usersOf(tx: Transaction, actor: Actor, account: string, query: QueryOf<typeof calls.listUsers>) {
  const carrying: RawBuilder<boolean>[] = [];
  if (query.role !== undefined) {
    const role = await knownInQuery(tx, actor, account, 'role', query.role);
    carrying.push(sql<boolean>`exists (select from "user-roles" where "user-id" = users.id and "role-id" = ${role})`);
  }
  if (query.tag !== undefined) {
    const tag = await knownInQuery(tx, actor, account, 'tag', query.tag);
    carrying.push(sql<boolean>`exists (select from "user-tags" where "user-id" = users.id and "tag-id" = ${tag})`);
  }
  const found = await searchUsers(tx, account, query, carrying);
  const users = found.users.clearSelect().select(['users.id', userItem(actor.installation).as('item')]);
  const { rows, ...page } = await listPage(users, userSorts, query, 'name', found.total);
  return {
    items: jsonText<User[]>(`[${rows.map((row) => row.item).join(',')}]`),
    resources:
      query.resolve === 'all'
        ? await resourcesOfUserIds(
            tx,
            actor.installation,
            rows.map(({ id }) => id),
          )
        : {},
    ...page,
  };
}

/** The id of a role or tag that a query filters by; one that is not there is not found (wire, 'Details'). */
async function knownInQuery(tx: Transaction, actor: Actor, account: string, type: 'role' | 'tag', rn: string) {
  const id = idInQuery(actor, account, type, rn);
  const roles = tx.selectFrom('roles').select('id').where('id', '=', id).where('account-id', '=', account);
  const tags = tx.selectFrom('tags').select('id').where('id', '=', id).where('account-id', '=', account);
  const known = await (type === 'role'
    ? roles.executeTakeFirst()
    : tags.where('deleted-on', 'is', null).executeTakeFirst());
  if (!known) throw notFound();
  return id;
}

const id = sql.ref('users.id');
const email = sql.ref('users.folded-email');
const userSorts = {
  name: [byName('users.first-name'), byName('users.last-name'), email, id],
  email: [email, id],
  status: [sql.ref('users.status'), byName('users.first-name'), byName('users.last-name'), email, id],
  'last-login': [sql.ref('users.login-order'), id],
  'created-on': [sql.ref('users.created-on'), id],
  'updated-on': [sql.ref('users.updated-on'), id],
};
