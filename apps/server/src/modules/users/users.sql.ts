import { appName, type Policy, type ResourceType, type Role, type Tag } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { coversPermissions, reach, uuidOf } from '../../access/guards.ts';
import { anyOf, foundById } from '../../db/built-once.ts';
import type { Transaction } from '../../db/database.ts';
import type { RolesTable, TagsTable } from '../../db/schema.ts';
import type { Installation } from '../../installation.ts';
import { jsonTime } from '../../lists/json.ts';
import { byRn } from '../../lists/resources.ts';
import { forbidden, notFound } from '../../problem.ts';
import { roleResource } from '../roles/role-resource.ts';
import { tagResource } from '../tags/tag-resource.ts';
import type { UserRow } from './user-resource.ts';

/** The users that are there, with the ids of their roles and tags, and never their password hash. */
export function selectUsers(tx: Transaction) {
  return selectUsersEver(tx).where('users.deleted-on', 'is', null);
}

/**
 * A user as `userResource` shows them, as JSON text: a long list is never taken apart on its way. Their roles
 * and tags are found by the ids that stand with the user, which is less to look at for each of them.
 */
export function userItem({ region }: Installation) {
  const rn = (type: ResourceType, id: string) =>
    sql`${sql.lit(`${appName}:${region}:`)} || users."account-id" || ${sql.lit(`:${type}:`)} || ${sql.raw(id)}`;
  return sql<string>`json_build_object(
    'rn', ${rn('user', 'users.id')},
    'email', users.email, 'first-name', users."first-name", 'last-name', users."last-name",
    'title', users.title, 'description', users.description, 'status', users.status,
    'last-login', ${jsonTime('users.last-login')}, 'last-password-change', ${jsonTime('users.last-password-change')},
    'created-on', ${jsonTime('users.created-on')}, 'updated-on', ${jsonTime('users.updated-on')},
    'roles', array(select ${rn('role', 'roles.id')} from roles where roles.id = any(users.labels) order by roles.id),
    'tags', array(select ${rn('tag', 'tags.id')} from tags
      where tags.id = any(users.labels) and tags."deleted-on" is null order by tags.id),
    'policies', users.policies)::text`;
}

/** All columns of a user but the password hash. */
export const userColumns = [
  'users.id',
  'users.account-id',
  'users.email',
  'users.first-name',
  'users.last-name',
  'users.title',
  'users.description',
  'users.status',
  'users.last-login',
  'users.last-password-change',
  'users.policies',
  'users.created-on',
  'users.updated-on',
  'users.deleted-on',
] as const;

/** As {@link selectUsers}, with those that are deleted. */
function selectUsersEver(tx: Transaction) {
  return tx
    .selectFrom('users')
    .select(userColumns)
    .select([
      sql<string[]>`array(select "role-id"::text from "user-roles" where "user-id" = users.id)`.as('role-ids'),
      sql<string[]>`array(select tags.id::text from tags
        where tags.id = any(users.labels) and tags."deleted-on" is null)`.as('tag-ids'),
    ]);
}

/** A user within the actor's reach; locked when they are about to change. */
export async function findUser(
  tx: Transaction,
  actor: Actor,
  userId: string,
  { lock = false, deletedToo = false } = {},
): Promise<UserRow> {
  const { account } = reach(actor);
  const id = uuidOf(userId);
  if (lock) await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const user = await (deletedToo ? userEverById : userById)(tx, id);
  if (!user || (account && user['account-id'] !== account)) throw notFound();
  return user;
}

const userById = foundById((tx, ids) => selectUsers(tx).where('users.id', '=', anyOf(ids)));
const userEverById = foundById((tx, ids) => selectUsersEver(tx).where('users.id', '=', anyOf(ids)));

/** The roles and tags that some users refer to, by rn. */
export async function resourcesOfUsers(
  tx: Transaction,
  installation: Installation,
  users: readonly UserRow[],
): Promise<Record<string, Role | Tag>> {
  const roleIds = [...new Set(users.flatMap((user) => user['role-ids']))];
  const tagIds = [...new Set(users.flatMap((user) => user['tag-ids']))];
  const roles = roleIds.length > 0 ? await tx.selectFrom('roles').selectAll().where('id', 'in', roleIds).execute() : [];
  const tags = tagIds.length > 0 ? await tx.selectFrom('tags').selectAll().where('id', 'in', tagIds).execute() : [];
  return resourcesOf(installation, roles, tags);
}

/** As {@link resourcesOfUsers}, for users who are known by their ids only. */
export async function resourcesOfUserIds(
  tx: Transaction,
  installation: Installation,
  ids: readonly string[],
): Promise<Record<string, Role | Tag>> {
  const roles = await tx
    .selectFrom('roles')
    .selectAll()
    .where(sql<boolean>`id in (select "role-id" from "user-roles" where "user-id" = any(${ids}::uuid[]))`)
    .execute();
  const tags = await tx
    .selectFrom('tags')
    .selectAll()
    .where('deleted-on', 'is', null)
    .where(sql<boolean>`id in (select "tag-id" from "user-tags" where "user-id" = any(${ids}::uuid[]))`)
    .execute();
  return resourcesOf(installation, roles, tags);
}

function resourcesOf(
  installation: Installation,
  roles: readonly Selectable<RolesTable>[],
  tags: readonly Selectable<TagsTable>[],
): Record<string, Role | Tag> {
  return byRn<Role | Tag>([
    ...roles.map((row) => roleResource(installation, row)),
    ...tags.map((row) => tagResource(installation, row)),
  ]);
}

/** A user's own policies and those of their roles. */
async function policiesOfUser(tx: Transaction, user: Pick<UserRow, 'policies' | 'role-ids'>): Promise<Policy[]> {
  if (user['role-ids'].length === 0) return user.policies;
  const roles = await tx
    .selectFrom('roles')
    .select('policies')
    .where('id', 'in', [...user['role-ids']])
    .execute();
  return [...user.policies, ...roles.flatMap((role) => role.policies)];
}

/** Refuses to act on somebody who may do more than the actor (decisions, section 3). */
export async function requireAuthorityOver(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  if (user.id === actor.userId) return;
  if (!coversPermissions(actor.policies, await policiesOfUser(tx, user))) throw forbidden();
}
