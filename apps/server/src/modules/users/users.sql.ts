import {
  type AuditAction,
  type BodyOf,
  type calls,
  foldName,
  type Role,
  resourceIdOf,
  type Tag,
  type User,
} from '@keyhold/contract';
import { compileOnce, loadById, type ParametersFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountFilter, uuidOf } from '../../access/guards.ts';
import { liveDirectory } from '../../access/managed.ts';
import { requireAuthorityOver } from '../../access/rights.ts';
import { auditItem } from '../../audit/audit.ts';
import { inAccount } from '../../db/conditions.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lockAccount, lockInAccount } from '../../db/locks.ts';
import type { Schema } from '../../db/schema.ts';
import { storedEmail } from '../../email-address.ts';
import { requireFresh } from '../../http/reply.ts';
import type { Installation } from '../../installation.ts';
import { byRn } from '../../lists/by-rn.ts';
import { notFound } from '../../problem.ts';
import { type InvitationMail, roleResource, tagResource, type UserRow, userResource } from '../resources.ts';
import { selectTags } from '../tags/tags.sql.ts';

/** Selects the users that are not deleted, with the ids of their roles and tags, without the password hash. */
export function selectUsers(tx: Transaction) {
  return selectUsersEver(tx).where('users.deleted-on', 'is', null);
}

const plainColumns = [
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

/** The last invitation of a user, if there was one. Times are texts, as in {@link listedColumns}. */
const lastInvitation = sql<InvitationMail | null>`(select json_build_object(
    'status', case when "given-up-on" is not null then 'refused' when "sent-on" is not null then 'sent' else 'waiting' end,
    'on', coalesce("given-up-on", "sent-on", outbox."created-on")::text,
    'reason', "last-error")
  from outbox where outbox."user-id" = users.id)`.as('mail');

/**
 * The columns of a listed user; roles and tags are read for the whole page (`rolesAndTagsOfPage`). Times and ids stay texts,
 * because the driver's parsing into Dates and arrays would dominate the cost of a long list.
 */
export const listedColumns = [
  ...plainColumns,
  sql<string | null>`users."last-login"::text`.as('last-login'),
  sql<string | null>`users."last-password-change"::text`.as('last-password-change'),
  sql<string | null>`users."email-confirmed-on"::text`.as('email-confirmed-on'),
  sql<string>`users."created-on"::text`.as('created-on'),
  sql<string>`users."updated-on"::text`.as('updated-on'),
  sql<string>`users.labels::text`.as('labels'),
  lastInvitation,
  liveDirectory('users'),
] as const;

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

const newUserDefaults = { description: '', status: 'Pending', 'external-id': null, 'directory-id': null } as const;

type UserValues = Required<BodyOf<typeof calls.createUser>> & {
  readonly 'account-id': string;
  readonly status: User['status'];
  readonly 'external-id': string | null;
  readonly 'directory-id': string | null;
};
/** The values of a user to insert; optional ones have a default. */
export type NewUser = Omit<UserValues, keyof typeof newUserDefaults> & Partial<UserValues>;

const insertValues = compileOnce((tx: Transaction, user: ParametersFor<UserValues>) =>
  tx
    .insertInto('users')
    .values({
      'account-id': user['account-id'],
      email: user.email,
      'first-name': user['first-name'],
      'last-name': user['last-name'],
      title: user.title,
      description: user.description,
      status: user.status,
      'external-id': user['external-id'],
      'directory-id': user['directory-id'],
    } satisfies Record<keyof UserValues, unknown>)
    .returning([...userColumns, liveDirectory('users')]),
);

export async function insertUserRow(tx: Transaction, fields: NewUser) {
  const [{ rows }] = await Promise.all([
    insertValues({ ...newUserDefaults, ...fields, email: storedEmail(fields.email) }).execute(tx),
    lockAccount(tx, fields['account-id']),
  ]);
  const [row] = rows;
  if (!row) throw new Error('The inserted user was not returned.');
  return row;
}

/** Inserts users of one account by one statement, in the order of their e-mails: two calls wait for each other, in turn. */
export async function insertUserRows(tx: Transaction, account: string, users: readonly NewUser[]) {
  const values = users
    .map((user) => ({ ...newUserDefaults, ...user, email: storedEmail(user.email) }))
    .toSorted((one, other) => (foldName(one.email) < foldName(other.email) ? -1 : 1));
  const [rows] = await Promise.all([
    tx
      .insertInto('users')
      .values(values)
      .returning([...userColumns, liveDirectory('users')])
      .execute(),
    lockAccount(tx, account),
  ]);
  return rows;
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

/** Ids of roles, and of tags that are not deleted. */
interface RolesAndTags {
  readonly roles: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

/** Maximum roles and tags of an account that are prefetched before the page's own are known. */
const fewRolesAndTags = 500;

/**
 * The roles and tags of a page of users. If the account has few, they are read in the same round trip as the page;
 * otherwise by the ids in the page.
 *
 * @param assigned the ids of roles and tags, deleted ones included, in the columns `labels` of the page
 */
export async function rolesAndTagsOfPage(
  tx: Transaction,
  account: string,
  assigned: Promise<readonly string[]>,
): Promise<RolesAndTags> {
  const [few, ids] = await Promise.all([readRolesAndTags(tx, sql`"account-id" = ${account}`), assigned]);
  return (
    few ?? (await readRolesAndTags(tx, sql`id = ${anyOf(ids)}`, ids.length)) ?? { roles: new Set(), tags: new Set() }
  );
}

/** @returns null if there are more than `most` */
async function readRolesAndTags(
  tx: Transaction,
  which: RawBuilder<unknown>,
  most = fewRolesAndTags,
): Promise<RolesAndTags | null> {
  const { rows } = await sql<{ id: string; tag: boolean }>`
    select id, false as tag from roles where ${which}
    union all select id, true from tags where "deleted-on" is null and ${which} limit ${sql.lit(most + 1)}`.execute(tx);
  if (rows.length > most) return null;
  const ids = (tag: boolean) => new Set(rows.filter((row) => row.tag === tag).map(({ id }) => id));
  return { roles: ids(false), tags: ids(true) };
}

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
