import { resources, textsWith } from '@keyhold/contract';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountOf } from '../../access/guards.ts';
import type { RolesTable, Schema } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { roleResource } from '../../records/resources.ts';

export const listRoles: Operation<'listRoles' | 'listAccountRoles'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  return answerRoles(actor, tx.selectFrom('roles').selectAll().where('account-id', '=', account), query);
};

/** Lists some roles, with the search, sorting and paging of the query. */
export async function answerRoles(
  actor: Actor,
  some: SelectQueryBuilder<Schema, 'roles', Selectable<RolesTable>>,
  query: Input<'listRoles'>['query'],
) {
  let roles = some;
  if (query.search) roles = roles.where(containsText(query.search, textsWith(resources.role, 'searched')));
  const { rows, ...page } = await listPage(roles, roleSorts, query, 'name');
  return { items: rows.map((row) => roleResource(actor.installation, row)), ...page };
}

const id = sql.ref('roles.id');
const roleSorts = {
  ...textSorts(resources.role, 'roles', id),
  'created-on': [sql.ref('roles.created-on'), id],
  'updated-on': [sql.ref('roles.updated-on'), id],
};
