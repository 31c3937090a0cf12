import { resourceIdOf, type Warning } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount, requirePermission, scopeOf } from '../../access/guards.ts';
import { requireReferences } from '../../access/references.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { type Procedure, warningsOf } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { userResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import type { Services } from '../../services.ts';
import { inviteUser } from '../auth/links/activation-link.ts';
import { searchUsers } from '../users/search-users.ts';
import { addUserRole, addUserTag, removeUserRole, removeUserTag } from '../users/user-roles-and-tags.ts';
import { deleteUser, updateUserStatus } from '../users/users.ts';
import { forEachSelected, readLimit, requireCount, type Selected, withoutExcepted } from './for-each.ts';

export const changeUserTags: Procedure<'changeUserTags'> = (services, _, { body }, { authorize }) =>
  changeAssignments(services, body, authorize, {
    type: 'tag',
    removal: 'iam:RemoveUserTag',
    add: (tx, actor, id, tag) => addUserTag(tx, actor, input({ id }, { tag })),
    remove: (tx, actor, id, tagId) => removeUserTag(tx, actor, input({ id, tagId }, undefined)),
  });

export const changeUserRoles: Procedure<'changeUserRoles'> = (services, _, { body }, { authorize }) =>
  changeAssignments(services, body, authorize, {
    type: 'role',
    removal: 'iam:RemoveUserRole',
    add: (tx, actor, id, role) => addUserRole(tx, actor, input({ id }, { role })),
    remove: (tx, actor, id, roleId) => removeUserRole(tx, actor, input({ id, roleId }, undefined)),
  });

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

export const changeUserStatus: Procedure<'changeUserStatus'> = async (services, _, { body }, { authorize }) => {
  // The status is that to set, not one to select by.
  const { status, ...selection } = body;
  return forEachSelected(
    services,
    authorize,
    await selectedUsers(services, await authorize(), selection),
    async (tx, actor, id) => {
      const user = await findUser(tx, actor, id, { lock: true });
      if ((user.status === 'Inactive') === (status === 'Inactive')) return false;
      await updateUserStatus(tx, actor, input({ id }, { status }));
      return true;
    },
  );
};

export const sendActivationLinks: Procedure<'sendActivationLinks'> = async (services, _, { body }, { authorize }) =>
  forEachSelected(
    services,
    authorize,
    await selectedUsers(services, await authorize(), body),
    async (tx, actor, id) => {
      await inviteUser(tx, actor, await findUser(tx, actor, id, { lock: true }), body['valid-days']);
      return true;
    },
  );

/** Roles or tags, and the operations that add one to a user and remove it. */
interface Assignment {
  readonly type: 'role' | 'tag';
  /** The permission that a call needs in addition to its own if it removes any. */
  readonly removal: string;
  /** @param rn of the role or tag */
  readonly add: (tx: Transaction, actor: Actor, user: string, rn: string) => Promise<object>;
  readonly remove: (tx: Transaction, actor: Actor, user: string, id: string) => Promise<unknown>;
}

async function changeAssignments(
  services: Services,
  body: Input<'changeUserTags'>['body'],
  authorize: () => Promise<Actor>,
  { type, removal, ...assignment }: Assignment,
) {
  const authorizeBoth = async () => {
    const actor = await authorize();
    if (body.remove.length > 0) requirePermission(actor, removal);
    return actor;
  };
  const references = (['add', 'remove'] as const).flatMap((field) =>
    body[field].map((rn, index) => ({ rn, path: `${field}.${index}` })),
  );
  const selected = await selectedUsers(services, await authorizeBoth(), body, (tx, actor, account) =>
    requireReferences(tx, actor, account, type, references),
  );
  return forEachSelected(services, authorizeBoth, selected, async (tx, actor, id) => {
    const user = userResource(actor.installation, await findUser(tx, actor, id));
    const before = type === 'role' ? user.roles : user.tags;
    const removed = body.remove.filter((rn) => before.includes(rn));
    // By id, as every change locks rows of one kind.
    const warnings: Warning[] = [];
    for (const rn of body.add.toSorted()) warnings.push(...warningsOf(await assignment.add(tx, actor, id, rn)));
    for (const rn of removed) await assignment.remove(tx, actor, id, resourceIdOf(rn));
    return { changed: removed.length > 0 || body.add.some((rn) => !before.includes(rn)), warnings };
  });
}

/**
 * The users that a bulk call selects. Ids without a user in the account are reported among the failures.
 *
 * @param require checks the request's other references, once the account is known
 */
async function selectedUsers(
  services: Services,
  actor: Actor,
  body: Input<'deleteUsers'>['body'],
  require: (tx: Transaction, actor: Actor, account: string) => Promise<void> = async () => undefined,
): Promise<readonly Selected[]> {
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    const account = await reachableAccount(tx, actor, body['account-id']);
    await require(tx, actor, account);
    const meant = await (body.ids ? namedUsers(tx, account, body.ids) : foundUsers(tx, account, body));
    const selected = withoutExcepted(meant, body.except);
    requireCount(selected, body.count);
    return selected;
  });
}

async function foundUsers(tx: Transaction, account: string, body: Input<'deleteUsers'>['body']): Promise<Selected[]> {
  const { users } = await searchUsers(tx, account, body);
  const found = await users.orderBy('users.id').limit(readLimit(body.except)).execute();
  return found.map(({ id, email }) => ({ id, name: email }));
}

async function namedUsers(tx: Transaction, account: string, ids: readonly string[]): Promise<Selected[]> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where('id', '=', anyOf(ids.filter((id) => isUuid(id))))
    .execute();
  const emails = new Map(found.map(({ id, email }) => [id, email]));
  // An id in other letter case is the same one.
  return [...Map.groupBy(ids, (id) => id.toLowerCase())].map(([key, [id = key]]) => {
    const email = emails.get(key);
    return email === undefined ? { id, name: id, missing: true } : { id, name: email };
  });
}

/** The input of the operation for a single user. */
function input<Params, Body>(params: Params, body: Body) {
  return { params, body, query: {}, ifMatch: undefined };
}
