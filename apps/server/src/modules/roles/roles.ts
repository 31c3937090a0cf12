import type { calls, QueryOf } from '@keyhold/contract';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Database, RolesTable } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { byName, listPage } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { roleResource } from './role-resource.ts';

export const listRoles: Operation<typeof calls.listRoles> = (tx, actor, { query }) =>
  rolesOf(tx, actor, actor.accountId, query);

export const listAccountRoles: Operation<typeof calls.listAccountRoles> = async (tx, actor, { query }) =>
  rolesOf(tx, actor, await reachableAccount(tx, actor, query.account), query);

function rolesOf(tx: Transaction, actor: Actor, account: string, query: QueryOf<typeof calls.listRoles>) {
  return answerRoles(actor, tx.selectFrom('roles').selectAll().where('account-id', '=', account), query);
}

/** Some roles as a list answers them: all, or those that a request asks for. */
export async function answerRoles(
  actor: Actor,
  some: SelectQueryBuilder<Database, 'roles', Selectable<RolesTable>>,
  query: QueryOf<typeof calls.listRoles>,
) {
  let roles = some;
  if (query.search) roles = roles.where(containsText(query.search, ['roles.name', 'roles.description']));
  const { rows, ...page } = await listPage(roles, roleSorts, query, 'name');
  return { items: rows.map((row) => roleResource(actor.installation, row)), ...page };
}

const id = sql.ref('roles.id');
const roleSorts = {
  name: [byName('roles.name'), id],
  'created-on': [sql.ref('roles.created-on'), id],
  'updated-on': [sql.ref('roles.updated-on'), id],
};
