import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { rnOf } from '../../installation.ts';
import { emailChangedMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { conflict } from '../../problem.ts';
import { endSessions } from '../../sessions/sessions.ts';
import { endActivationKeys } from '../auth/activation-keys.ts';
import { requireAnotherRoot } from './last-root.ts';
import { withdrawUser } from './user-consequences.ts';
import { type UserRow, userResource } from './user-resource.ts';
import { findUser, requireAuthorityOver, resourcesCarried, userColumns } from './users.sql.ts';

export const getUser: Operation<'getUser'> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  const item = userResource(actor.installation, user);
  if (query.resolve !== 'all') return { item };
  return {
    item,
    resources: await resourcesCarried(tx, actor.installation, { roles: user['role-ids'], tags: user['tag-ids'] }),
  };
};

export const createUser: Operation<'createUser'> = async (tx, actor, { body }) => {
  const { 'account-id': accountId, ...fields } = body;
  const account = await reachableAccount(tx, actor, accountId);
  const row = await tx
    .insertInto('users')
    .values({ ...fields, 'account-id': account })
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  const user = userResource(actor.installation, { ...row, 'role-ids': [], 'tag-ids': [] });
  await audit(tx, actor, { account, action: 'iam:CreateUser', resource: user.rn, after: user });
  return { resources: [user] };
};

export const updateUser: Operation<'updateUser'> = async (tx, actor, { params, body, ifMatch }) => {
  const row = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, row);
  const before = userResource(actor.installation, row);
  requireFresh(ifMatch, before);
  await tx
    .updateTable('users')
    .set({ ...body, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', row.id)
    .execute();
  const item = userResource(actor.installation, await findUser(tx, actor, row.id));
  await leaveOldEmail(tx, actor, row, item.email);
  await audit(tx, actor, {
    account: row['account-id'],
    action: 'iam:UpdateUser',
    resource: item.rn,
    before,
    after: item,
  });
  return { item };
};

/** Whoever reads the old address is told, and cannot open the account any more with a link that was mailed there. */
async function leaveOldEmail(tx: Transaction, actor: Actor, user: UserRow, email: string): Promise<void> {
  if (user.email.toLowerCase() === email.toLowerCase()) return;
  await endActivationKeys(tx, user.id);
  const preferences = await tx.selectFrom('users').select('language').where('id', '=', user.id).executeTakeFirst();
  const addressee = { email: user.email, language: preferences?.language };
  await queueMail(tx, user['account-id'], emailChangedMail(actor.installation, addressee));
}

export const deleteUser: Operation<'deleteUser'> = async (tx, actor, { params, ifMatch }) => {
  const row = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, row);
  const before = userResource(actor.installation, row);
  requireFresh(ifMatch, before);
  if (row.id === actor.userId) {
    throw conflict('deleting-yourself', 'You cannot delete yourself. Ask another administrator to do it.');
  }
  await requireAnotherRoot(tx, actor, row);
  const account = row['account-id'];
  await tx.updateTable('users').set({ 'deleted-on': sql`now()` }).where('id', '=', row.id).execute();
  await tx.updateTable('accounts').set({ 'owner-id': null }).where('owner-id', '=', row.id).execute();
  await endSessions(tx, row.id);
  await withdrawUser(tx, actor, account, rnOf(actor.installation, account, 'user', row.id), row.id);
  await audit(tx, actor, { account, action: 'iam:DeleteUser', resource: before.rn, before });
  return {};
};
