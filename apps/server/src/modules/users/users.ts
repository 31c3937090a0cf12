import { type User, warnings } from '@keyhold/contract';
import { sql, type UpdateObject } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import { requireManager } from '../../access/managed.ts';
import { requireAuthorityOver } from '../../access/rights.ts';
import { auditAll, auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { clock, now } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import type { Schema } from '../../db/schema.ts';
import { domainOf, storedEmail } from '../../email-address.ts';
import { type Operation, withWarnings } from '../../http/bind.ts';
import { accountUsing, usedIn } from '../../http/conflict-of.ts';
import { emailChangedMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { conflict, ProblemError } from '../../problem.ts';
import { auditLeftOwnership, leaveOwnership } from '../../records/accounts.sql.ts';
import { type UserRow, userResource } from '../../records/resources.ts';
import { changeUser, findUser, lockUser, rolesAndTagsByRn } from '../../records/users.sql.ts';
import { requireProof } from '../../tokens/proof.ts';
import { endActivationKeys } from '../auth/links/activation-keys.ts';
import { moveInvitation } from '../auth/links/activation-link.ts';
import { confirmEmail, endConfirmations, mailConfirmation } from '../auth/links/email-confirmation.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { hasProvenDomain, requireOwnDomain } from './email-domains.ts';
import { insertUserRow, insertUserRows, type NewUser } from './insert-users.sql.ts';
import { requireAnotherAdministrator } from './last-administrator.ts';
import { requireAnotherRoot } from './last-root.ts';
import { releaseHeldBy, userDeleted, withdrawUser } from './user-consequences.ts';

export const getUser: Operation<'getUser'> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  const item = userResource(actor.installation, user);
  if (query.resolve !== 'all') return { item };
  return {
    item,
    resources: await rolesAndTagsByRn(tx, actor.installation, { roles: user['role-ids'], tags: user['tag-ids'] }),
  };
};

export const createUser: Operation<'createUser'> = async (tx, actor, { body }) => {
  const { 'account-id': accountId, ...fields } = body;
  const account = await reachableAccount(tx, actor, accountId);
  return { resources: [await insertUser(tx, actor, { ...fields, 'account-id': account })] };
};

/** Inserts a user and writes an audit entry. */
export async function insertUser(tx: Transaction, actor: Actor, fields: NewUser): Promise<User> {
  const account = fields['account-id'];
  const [, row] = await Promise.all([requireOwnDomain(tx, account, fields.email), insertUserRow(tx, fields)]);
  const confirmed = row['directory-id'] !== null && (await hasProvenDomain(tx, account, row.email));
  if (confirmed) await confirmEmail(tx, row.id);
  const created = confirmed ? await findUser(tx, actor, row.id) : { ...row, 'role-ids': [], 'tag-ids': [], mail: null };
  const user = userResource(actor.installation, created);
  await auditItem(tx, actor, 'iam:CreateUser', null, user);
  return user;
}

/** Inserts users of one account, whom no directory manages, and writes their audit entries, in few statements. */
export async function insertUsers(
  tx: Transaction,
  actor: Actor,
  account: string,
  people: readonly NewUser[],
): Promise<User[]> {
  if (people.length === 0) return [];
  const ofEachDomain = new Map(people.map(({ email }) => [domainOf(email), email]));
  const [rows] = await Promise.all([
    insertUserRows(tx, account, people),
    ...[...ofEachDomain.values()].map((email) => requireOwnDomain(tx, account, email)),
  ]);
  const users = rows.map((row) =>
    userResource(actor.installation, { ...row, 'role-ids': [], 'tag-ids': [], mail: null }),
  );
  auditAll(
    tx,
    actor,
    users.map((user) => ({ action: 'iam:CreateUser', resource: user.rn, after: user })),
  );
  return users;
}

export const updateUser: Operation<'updateUser'> = async (tx, actor, { params, body, ifMatch }) => {
  const locked = await lockUser(tx, actor, params.id, ifMatch);
  requireManager(actor, locked.user, 'user');
  if (isOtherEmail(locked.user, body)) await requireProofForEmail(tx, actor, locked.user);
  const { item, invitedAnew } = await changeTexts(tx, actor, locked, body);
  return withWarnings(invitedAnew ? [warnings.linkSentAnew] : [], { item });
};

/**
 * Changes columns of a locked user. If the e-mail changes, the old address is notified, an invited user gets a new link at
 * the new one, and an active user a link that confirms it, unless a directory of the account that proved its domain makes
 * the change.
 */
export async function changeTexts(
  tx: Transaction,
  actor: Actor,
  { user, before }: Awaited<ReturnType<typeof lockUser>>,
  changes: UpdateObject<Schema, 'users'> & { readonly email: string },
): Promise<{ readonly item: User; readonly invitedAnew: boolean }> {
  const [account, email] = [user['account-id'], storedEmail(changes.email)];
  const other = isOtherEmail(user, changes);
  if (other) await requireOwnDomain(tx, account, email);
  const invitedAnew = other && (await moveInvitation(tx, actor, user, email));
  if (other) await notifyOldEmail(tx, actor, user);
  const byDirectory = changes['directory-id'] !== undefined && (await hasProvenDomain(tx, account, email));
  const confirmation =
    byDirectory && (other || user['email-confirmed-on'] === null)
      ? { 'email-confirmed-on': clock, 'confirmed-email': email }
      : other
        ? { 'email-confirmed-on': null }
        : {};
  const item = await changeUser(tx, actor, 'iam:UpdateUser', before, { ...changes, email, ...confirmation });
  if (other) await endConfirmations(tx, user.id);
  // A Pending user confirms it by their activation link.
  if (other && !byDirectory && user.status === 'Active') {
    await mailConfirmation(tx, actor.installation, { ...user, email });
  }
  return { item, invitedAnew };
}

function isOtherEmail(user: { readonly email: string }, changes: { readonly email: string }): boolean {
  return user.email.toLowerCase() !== storedEmail(changes.email).toLowerCase();
}

/** Requires a fresh proof to change the own e-mail, and any user's if their account requires second factors. */
async function requireProofForEmail(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('second-factor')
    .where('id', '=', user['account-id'])
    .executeTakeFirst();
  if (user.id === actor.userId || account?.['second-factor'] !== 'off') await requireProof(tx, actor);
}

async function notifyOldEmail(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  const preferences = await tx.selectFrom('users').select('language').where('id', '=', user.id).executeTakeFirst();
  const addressee = { email: user.email, language: preferences?.language };
  await queueMail(tx, user['account-id'], emailChangedMail(actor.installation, addressee));
}

export const updateUserStatus: Operation<'updateUserStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const { user, before } = await lockUser(tx, actor, params.id, ifMatch);
  requireManager(actor, user, 'user');
  // A user without a password becomes Pending.
  let status = sql<User['status']>`case when "password-hash" is null then 'Pending' else 'Active' end`;
  if (body.status === 'Inactive') {
    if (user.id === actor.userId) {
      throw conflict('deactivating-yourself', 'You cannot deactivate yourself. Ask another administrator to do it.');
    }
    await requireAnotherRoot(tx, actor, user);
    await requireAnotherAdministrator(tx, actor, user);
    const ending = { reason: 'user-inactive', message: 'Your user was deactivated.' };
    status = sql`'Inactive'`;
    const item = await changeUser(tx, actor, 'iam:UpdateUserStatus', before, { status });
    await endSessions(tx, actor, 'user-id', user.id, 'released by the caller');
    await endActivationKeys(tx, user.id);
    await releaseHeldBy(tx, actor, user, ending);
    return { item };
  }
  return { item: await changeUser(tx, actor, 'iam:UpdateUserStatus', before, { status }) };
};

export const deleteUser: Operation<'deleteUser'> = async (tx, actor, { params, ifMatch }) => {
  const left = await leaveOwnership(tx, params.id);
  const { user, before } = await lockUser(tx, actor, params.id, ifMatch);
  requireManager(actor, user, 'user');
  if (user.id === actor.userId) {
    throw conflict('deleting-yourself', 'You cannot delete yourself. Ask another administrator to do it.');
  }
  await requireAnotherRoot(tx, actor, user);
  await requireAnotherAdministrator(tx, actor, user);
  // If a deleted user of a directory is restored, the directory no longer manages them.
  await updateRow(tx, 'users', user.id, { 'deleted-on': now, 'directory-id': null }).execute();
  await auditItem(tx, actor, 'iam:DeleteUser', before, null);
  await auditLeftOwnership(tx, actor, left);
  await endSessions(tx, actor, 'user-id', user.id, 'released by the caller');
  await endActivationKeys(tx, user.id);
  await withdrawUser(tx, actor, user, before.rn, userDeleted);
  return {};
};

/** Restores a deleted user of an existing account with their roles and tags, but not their sessions and licenses. */
export const restoreUser: Operation<'restoreUser'> = async (tx, actor, { params }) => {
  const user = await findUser(tx, actor, params.id, { lock: true, deletedToo: true });
  await lockAccount(tx, user['account-id']);
  await requireAuthorityOver(tx, actor, user);
  if (!user['deleted-on']) return { item: userResource(actor.installation, user) };
  await requireOwnDomain(tx, user['account-id'], user.email);
  if (actor.crossesAccounts) await requireFreeEmail(tx, actor, user.email);
  await updateRow(tx, 'users', user.id, { 'deleted-on': null }).execute();
  const item = userResource(actor.installation, await findUser(tx, actor, user.id));
  await auditItem(tx, actor, 'iam:RestoreUser', null, item);
  return { item };
};

/** Refuses an e-mail that is taken meanwhile, with the account that uses it, which provider staff may know. */
async function requireFreeEmail(tx: Transaction, actor: Actor, email: string): Promise<void> {
  const account = await accountUsing(tx, email);
  if (!account) return;
  const taken = conflict('email-taken', 'This email already exists.', 'email').problems[0];
  throw new ProblemError(409, [usedIn(taken, actor, account)]);
}
