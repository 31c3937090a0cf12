import { type AuditAction, type Role, resourceIdOf, type Tag, type User } from '@keyhold/contract';
import { loadById } from '@keyhold/pg-round-trip';
import { sql, type UpdateObject } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { accountFilter, uuidOf } from '../access/guards.ts';
import { liveDirectory } from '../access/managed.ts';
import { requireAuthorityOver } from '../access/rights.ts';
import { auditItem } from '../audit/audit.ts';
import { inAccount } from '../db/conditions.ts';
import { type Transaction, updateRow } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { lockInAccount } from '../db/locks.ts';
import type { Schema } from '../db/schema.ts';
import { requireFresh } from '../http/reply.ts';
import type { Installation } from '../installation.ts';
import { byRn } from '../lists/by-rn.ts';
import { notFound } from '../problem.ts';
import { type InvitationMail, roleResource, tagResource, type UserRow, userResource } from './resources.ts';
import { selectTags } from './tags.sql.ts';

/** Selects the users that are not deleted, with the ids of their roles and tags, without the password hash. */
export function selectUsers(tx: Transaction) {
  return selectUsersEver(tx).where('users.deleted-on', 'is', null);
}

/** The columns of a user whose texts lists and replies share. */
export const plainColumns = [
  'users.id',
  'users.account-id',
  'users.email',
  'users.first-name',
  'users.last-name',
  'users.title',
  'users.description',
  'users.status',
  'users.policies',
  'users.external-id',
] as const;

/** All columns of a user except the password hash and the directory, which {@link liveDirectory} selects. */
export const userColumns = [
  ...plainColumns,
  'users.last-login',
  'users.last-password-change',
  'users.email-confirmed-on',
  'users.created-on',
  'users.updated-on',
  'users.deleted-on',
] as const;

/** The last invitation of a user, if there was one. Times are texts, as the database formats them. */
export const lastInvitation = sql<InvitationMail | null>`(select json_build_object(
    'status', case when "given-up-on" is not null then 'refused' when "sent-on" is not null then 'sent' else 'waiting' end,
    'on', coalesce("given-up-on", "sent-on", outbox."created-on")::text,
    'reason', "last-error")
  from outbox where outbox."user-id" = users.id)`.as('mail');

/** Like {@link selectUsers}, including deleted users. */
export function selectUsersEver(tx: Transaction) {
  return tx
    .selectFrom('users')
    .select(userColumns)
    .select([
      sql<string[]>`array(select "role-id"::text from "user-roles" where "user-id" = users.id)`.as('role-ids'),
      sql<string[]>`array(select tags.id::text from tags
        where tags.id = any(users.labels) and tags."deleted-on" is null)`.as('tag-ids'),
      lastInvitation,
      liveDirectory('users'),
    ]);
}

/** Finds a user within the actor's reach; `lock` locks the row for a change. */
export async function findUser(
  tx: Transaction,
  actor: Actor,
  userId: string,
  { lock = false, deletedToo = false } = {},
): Promise<UserRow> {
  const { account } = accountFilter(actor);
  const id = uuidOf(userId);
  if (lock) await lockInAccount(tx, 'users', id);
  const user = await (deletedToo ? loadUserEver : loadUser)(tx, id);
  if (!user || (account && user['account-id'] !== account)) throw notFound();
  return user;
}

const loadUser = loadById((tx: Transaction, ids) =>
  selectUsers(tx).where('users.id', '=', anyOf(ids)).where(inAccount('users')),
);
const loadUserEver = loadById((tx: Transaction, ids) => selectUsersEver(tx).where('users.id', '=', anyOf(ids)));

/** Roles and tags as a reply's `resources`, by rn. */
export async function rolesAndTagsByRn(
  tx: Transaction,
  installation: Installation,
  assigned: { readonly roles: Iterable<string>; readonly tags: Iterable<string> },
): Promise<Record<string, Role | Tag>> {
  const [roles, tags] = await Promise.all([
    tx
      .selectFrom('roles')
      .selectAll()
      .where('id', '=', anyOf([...assigned.roles]))
      .execute(),
    selectTags(tx)
      .where('id', '=', anyOf([...assigned.tags]))
      .execute(),
  ]);
  return byRn<Role | Tag>([
    ...roles.map((row) => roleResource(installation, row)),
    ...tags.map((row) => tagResource(installation, row)),
  ]);
}

/**
 * Locks a user for a change. Returns the row and the resource.
 *
 * @throws {ProblemError} 403 when the user has more rights than the actor, 412 when the change is based on an older
 *   state
 */
export async function lockUser(tx: Transaction, actor: Actor, userId: string, ifMatch?: string) {
  const user = await findUser(tx, actor, userId, { lock: true });
  await requireAuthorityOver(tx, actor, user);
  const before = userResource(actor.installation, user);
  requireFresh(ifMatch, before);
  return { user, before };
}

/** Changes a user's row and its date, and writes an audit entry; returns the changed user. */
export async function changeUser(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  before: User,
  changes: UpdateObject<Schema, 'users'> = {},
): Promise<User> {
  const id = resourceIdOf(before.rn);
  await updateRow(tx, 'users', id, changes).execute();
  const after = userResource(actor.installation, await findUser(tx, actor, id));
  await auditItem(tx, actor, action, before, after);
  return after;
}
