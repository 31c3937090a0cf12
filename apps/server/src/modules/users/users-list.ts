import { planFor } from '@keyhold/pg-round-trip';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountOf, idInQuery } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { ListOperation } from '../../http/bind.ts';
import { byName, listPage } from '../../lists/page.ts';
import { notFound } from '../../problem.ts';
import { userResource } from '../../records/resources.ts';
import { rolesAndTagsByRn } from '../../records/users.sql.ts';
import { withoutFactor } from '../factors/without-factor.ts';
import { listedColumns, rolesAndTagsOfPage } from './listed-users.sql.ts';
import { searchUsers } from './search-users.ts';

export const listUsers: ListOperation<'listUsers' | 'listAccountUsers'> = async (tx, actor, { query }, { totals }) => {
  const account = await accountOf(tx, actor, query);
  const { exists, selectFrom } = expressionBuilder<Schema, 'users'>();
  const conditions: Expression<SqlBool>[] = [];
  if (query.role !== undefined) {
    const role = await knownInQuery(tx, actor, account, 'role', query.role);
    const assigned = selectFrom('user-roles').whereRef('user-id', '=', 'users.id');
    conditions.push(exists(assigned.where('role-id', '=', planFor(role))));
  }
  if (query.tag !== undefined) {
    const tag = await knownInQuery(tx, actor, account, 'tag', query.tag);
    const assigned = selectFrom('user-tags').whereRef('user-id', '=', 'users.id');
    conditions.push(exists(assigned.where('tag-id', '=', planFor(tag))));
  }
  const without = query['without-factor'];
  if (without !== undefined) conditions.push(...(await withoutFactor(tx, account, without)));
  const found = await searchUsers(tx, account, query, conditions);
  const users = found.users.clearSelect().select(listedColumns);
  const total = () => found.total ?? totals.read(tx, { kind: 'users', account });
  const listed = listPage(users, userSorts, query, 'name', total).then(({ rows, ...page }) => ({
    rows: rows.map((row) => ({ ...row, labels: row.labels === '{}' ? [] : row.labels.slice(1, -1).split(',') })),
    page,
  }));
  const assigned = listed.then(({ rows }) => [...new Set(rows.flatMap(({ labels }) => labels))]);
  const pending = rolesAndTagsOfPage(tx, account, assigned);
  // If the page fails, its own error is thrown; this one would be an unhandled rejection.
  pending.catch(() => undefined);
  const { rows, page } = await listed;
  const known = await pending;
  return {
    items: rows.map((row) =>
      userResource(actor.installation, {
        ...row,
        'role-ids': row.labels.filter((id) => known.roles.has(id)),
        'tag-ids': row.labels.filter((id) => known.tags.has(id)),
      }),
    ),
    resources:
      query.resolve === 'all'
        ? await rolesAndTagsByRn(tx, actor.installation, {
            roles: (await assigned).filter((id) => known.roles.has(id)),
            tags: (await assigned).filter((id) => known.tags.has(id)),
          })
        : {},
    ...page,
  };
};

/** The id of the role or tag that a query filters by; 404 if it does not exist. */
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
