import { fullName, serverCaller } from '../../../access/actor.ts';
import { audit } from '../../../audit/audit.ts';
import { condition, userMayBegin } from '../../../db/conditions.ts';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import { ago, anyFolded, clock } from '../../../db/expressions.ts';
import { emailForms } from '../../../email-address.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { activationMail, resetDays, resetMail } from '../../../mail/messages.ts';
import { queueInvitation, queueMail } from '../../../mail/outbox.ts';
import { addJobs } from '../../../queue/add-jobs.ts';
import type { Services } from '../../../services.ts';
import { passwordRuleOf } from '../password-rule.ts';
import { activationDays, issueActivationKey } from './activation-keys.ts';
import { countLinkMail } from './link-mails.ts';

/**
 * Answers a request for a password reset with a mail to the user of that e-mail, if they may sign in. The caller does
 * not learn whether there is one: the reply was sent before.
 */
export async function answerReset(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  id: string,
): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    const request = await tx
      .selectFrom('reset-requests')
      .select('email')
      .where('id', '=', id)
      .where('handled-on', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!request) return;
    const mailed = await mailLink(tx, installation, request.email);
    await tx.updateTable('reset-requests').set({ 'handled-on': clock, mailed }).where('id', '=', id).execute();
  });
}

/**
 * Mails a link, unless there is no such user or the limit is reached; returns whether it did. It revokes no other link:
 * a stranger may have requested it.
 */
async function mailLink(tx: Transaction, installation: Installation, email: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select([
      'users.id',
      'users.account-id',
      'users.email',
      'users.first-name',
      'users.last-name',
      'users.status',
      'users.language',
      'users.email-confirmed-on',
      'users.confirmed-email',
    ])
    .where('users.folded-email', '=', anyFolded(emailForms(email)))
    .where(condition(userMayBegin()))
    .forKeyShare('accounts')
    .forUpdate('users')
    .executeTakeFirst();
  if (!user) return false;
  // A changed e-mail may be mistyped: until it is confirmed, the link goes to the last address that was.
  const recipient = user['email-confirmed-on'] === null ? (user['confirmed-email'] ?? user.email) : user.email;
  // A user whose password signs them in nowhere gets no link.
  const rule = await passwordRuleOf(tx, installation, { id: user.id, accountId: user['account-id'] });
  if (rule === 'refused' || !(await countLinkMail(tx, recipient, 'reset'))) return false;

  const pending = user.status === 'Pending';
  const validDays = pending ? activationDays : resetDays;
  const { language } = user;
  const addressee = { email: recipient, name: fullName(user), language };
  const key = await issueActivationKey(tx, {
    userId: user.id,
    accountId: user['account-id'],
    // A key of the purpose 'activation' confirms the present e-mail, so that it must have been mailed there.
    purpose: pending && recipient === user.email ? 'activation' : 'reset',
    validDays,
    mailed: true,
    issuedBy: null,
  });
  if (pending) await queueInvitation(tx, user, activationMail(installation, addressee, key, validDays));
  else await queueMail(tx, user['account-id'], resetMail(installation, addressee, key));
  await audit(tx, serverCaller(installation), {
    action: 'iam:RequestPasswordReset',
    resource: rnOf(installation, user['account-id'], 'user', user.id),
  });
  return true;
}

/**
 * Adds the jobs of requests whose job was lost with its node, and deletes those answered more than a day ago.
 *
 * @param most maximum number of requests at once
 */
export async function answerPendingResets(db: Database, most = 1_000): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await tx
      .deleteFrom('reset-requests')
      .where('handled-on', '<', ago({ days: 1 }))
      .execute();
    const waiting = await tx
      .selectFrom('reset-requests')
      .select('id')
      .where('handled-on', 'is', null)
      .orderBy('created-on')
      .limit(most)
      .execute();
    await addJobs(tx, 'reset-password', waiting);
  });
}
