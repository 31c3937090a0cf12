import { bulkLimit, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { reachableAccount, requirePermission } from '../../access/guards.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import type { Services } from '../../services.ts';
import { userResource } from '../resources.ts';
import { searchUsers } from '../users/search-users.ts';
import { addUserRole, removeUserRole } from '../users/user-roles.ts';
import { addUserTag, removeUserTag } from '../users/user-tags.ts';
import { findUser } from '../users/users.sql.ts';
import { deleteUser } from '../users/users.ts';
import { forEachSelected, type Selected } from './for-each.ts';
import { type LabelChange, requireLabels } from './require-labels.ts';

export const changeUserTags: Procedure<'changeUserTags'> = async (services, _, { body }, { authorize }) => {
  const authorizeBoth = alsoTo(body.remove.length > 0 ? 'iam:RemoveUserTag' : null, authorize);
  const selected = await selectedUsers(services, await authorizeBoth(), body, (tx, actor, account) =>
    requireLabels(tx, actor, account, 'tag', body),
  );
  return forEachSelected(services, authorizeBoth, selected, async (tx, actor, id) => {
    const { tags } = userResource(actor.installation, await findUser(tx, actor, id));
    for (const tag of body.add) await addUserTag(tx, actor, input({ id }, { tag }));
    for (const tag of carried(tags, body.remove)) {
      await removeUserTag(tx, actor, input({ id, tagId: resourceIdOf(tag) }, undefined));
    }
    return differs(tags, body);
  });
};

export const changeUserRoles: Procedure<'changeUserRoles'> = async (services, _, { body }, { authorize }) => {
  const authorizeBoth = alsoTo(body.remove.length > 0 ? 'iam:RemoveUserRole' : null, authorize);
  const selected = await selectedUsers(services, await authorizeBoth(), body, (tx, actor, account) =>
    requireLabels(tx, actor, account, 'role', body),
  );
  return forEachSelected(services, authorizeBoth, selected, async (tx, actor, id) => {
    const { roles } = userResource(actor.installation, await findUser(tx, actor, id));
    for (const role of body.add) await addUserRole(tx, actor, input({ id }, { role }));
    for (const role of carried(roles, body.remove)) {
      await removeUserRole(tx, actor, input({ id, roleId: resourceIdOf(role) }, undefined));
    }
    return differs(roles, body);
  });
};

export const deleteUsers: Procedure<'deleteUsers'> = async (services, _, { body }, { authorize }) =>
  forEachSelected(
    services,
    authorize,
    await selectedUsers(services, await authorize(), body),
    async (tx, actor, id) => {
      await deleteUser(tx, actor, input({ id }, undefined));
      return true;
    },
  );

/** Whatever `authorize` requires, and the permission, if there is one, that the call needs beside its own. */
function alsoTo(permission: string | null, authorize: () => Promise<Actor>): () => Promise<Actor> {
  return async () => {
    const actor = await authorize();
    if (permission !== null) requirePermission(actor, permission);
    return actor;
  };
}

/**
 * The users that a bulk call means. Ids that name nobody in the account are reported with the others' failures.
 *
 * @param require refuses what else the request names and is not there, once the account is known
 */
async function selectedUsers(
  services: Services,
  actor: Actor,
  body: Input<'deleteUsers'>['body'],
  require: (tx: Transaction, actor: Actor, account: string) => Promise<void> = async () => undefined,
): Promise<Selected[]> {
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    const account = await reachableAccount(tx, actor, body['account-id']);
    await require(tx, actor, account);
    return body.ids ? namedUsers(tx, account, body.ids) : foundUsers(tx, account, body);
  });
}

async function foundUsers(tx: Transaction, account: string, body: Input<'deleteUsers'>['body']): Promise<Selected[]> {
  const { users } = await searchUsers(tx, account, body);
  const found = await users
    .orderBy('users.id')
    .limit(bulkLimit + 1)
    .execute();
  return found.map(({ id, email }) => ({ id, name: email }));
}

async function namedUsers(tx: Transaction, account: string, ids: readonly string[]): Promise<Selected[]> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where('id', '=', sql<string>`any(${ids.filter((id) => isUuid(id))})`)
    .execute();
  const emails = new Map(found.map(({ id, email }) => [id, email]));
  return [...new Set(ids)].map((id) => {
    const email = emails.get(id.toLowerCase());
    return email === undefined ? { id, name: id, missing: true } : { id, name: email };
  });
}

/** The input of a call about one user, for the operation behind it. */
function input<Params, Body>(params: Params, body: Body) {
  return { params, body, query: {}, ifMatch: undefined };
}

function carried(before: readonly string[], remove: readonly string[]): string[] {
  return remove.filter((rn) => before.includes(rn));
}

function differs(before: readonly string[], change: LabelChange) {
  return change.add.some((rn) => !before.includes(rn)) || change.remove.some((rn) => before.includes(rn));
}
