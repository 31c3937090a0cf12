import { type Actor, authorOf, fullName } from '../../../access/actor.ts';
import { addressLimit, countAttempt } from '../../../access/attempts.ts';
import { requireAuthorityOver } from '../../../access/rights.ts';
import { audit } from '../../../audit/audit.ts';
import { accountMayAct, condition } from '../../../db/conditions.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { clock, fromNow, now } from '../../../db/expressions.ts';
import type { Operation, PublicProcedure } from '../../../http/bind.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { confirmationDays, emailConfirmationMail } from '../../../mail/messages.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { conflict, invalid } from '../../../problem.ts';
import { findUser } from '../../../records/users.sql.ts';
import { hashOfSecret, randomSecret } from '../../../secrets/random-secret.ts';
import { countLinkMail } from './link-mails.ts';

/** A user who gets a link. */
interface Recipient {
  readonly id: string;
  readonly 'account-id': string;
  readonly email: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
}

/** Marks the present e-mail of a locked user as confirmed. */
export async function confirmEmail(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ 'email-confirmed-on': clock, 'confirmed-email': ref('email'), 'updated-on': clock }))
    .where('id', '=', userId)
    .execute();
  await endConfirmations(tx, userId);
}

/** Revokes the links that were mailed to confirm an e-mail of a user. */
export async function endConfirmations(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('email-confirmations')
    .set({ 'ended-on': clock })
    .where('user-id', '=', userId)
    .where('ended-on', 'is', null)
    .execute();
}

/** Mails a link that confirms the present e-mail of a locked user, unless the address had several links this hour. */
export async function mailConfirmation(tx: Transaction, installation: Installation, user: Recipient): Promise<void> {
  if (!(await countLinkMail(tx, user.email, 'invitation'))) return;
  await endConfirmations(tx, user.id);
  const key = randomSecret();
  await tx
    .insertInto('email-confirmations')
    .values({
      hash: hashOfSecret(key),
      'user-id': user.id,
      'account-id': user['account-id'],
      email: user.email,
      'expires-on': fromNow({ days: confirmationDays }),
    })
    .execute();
  const chosen = await tx.selectFrom('users').select('language').where('id', '=', user.id).executeTakeFirst();
  const addressee = { email: user.email, name: fullName(user), language: chosen?.language };
  await queueMail(tx, user['account-id'], emailConfirmationMail(installation, addressee, key));
}

/** Mails the link again. */
export const sendEmailConfirmation: Operation<'sendEmailConfirmation'> = async (tx, actor, { params }) => {
  const user = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, user);
  if (user.status === 'Inactive') {
    throw conflict('user-inactive', 'This user is inactive. Set them to Active first.');
  }
  if (user['email-confirmed-on'] !== null) throw conflict('email-confirmed', 'This email is confirmed already.');
  await mailConfirmation(tx, actor.installation, user);
  await audit(tx, actor, {
    action: 'iam:SendEmailConfirmation',
    resource: rnOf(actor.installation, user['account-id'], 'user', user.id),
    after: { email: user.email },
  });
  return {};
};

/** Confirms the e-mail to which a link was mailed. It signs nobody in. */
export const confirmEmailByKey: PublicProcedure<'confirmEmail'> = async ({ db }, caller, { body }) => {
  const hash = hashOfSecret(body.key);
  const confirmed = await inTransaction(db, 'every account', async (tx) => {
    const found = await tx
      .selectFrom('email-confirmations')
      .select(['user-id', 'account-id'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!found) return false;
    // The account is locked before its user, and the user before the key, as in every change.
    await tx.selectFrom('accounts').select('id').where('id', '=', found['account-id']).forKeyShare().execute();
    const user = await tx
      .selectFrom('users')
      .select(['id', 'account-id', 'email', 'first-name', 'last-name'])
      .where('id', '=', found['user-id'])
      .where('deleted-on', 'is', null)
      .where('status', '<>', 'Inactive')
      .forNoKeyUpdate()
      .executeTakeFirst();
    const key = await selectConfirmation(tx, hash).executeTakeFirst();
    if (!user || !key || key.email.toLowerCase() !== user.email.toLowerCase()) return false;
    await confirmEmail(tx, user.id);
    const who = { id: user.id, accountId: user['account-id'], name: fullName(user), email: user.email };
    await noteConfirmation(tx, authorOf(caller, who), user.email);
    return true;
  });
  if (confirmed) return {};
  // Only wrong keys count: what others tried from here does not stop the owner of a right one.
  await countAttempt(db, addressLimit, caller.origin.address);
  throw invalid('key', 'This link is not valid or has expired.');
};

/** Selects a key that confirms an e-mail, unless it is unknown, used, revoked or expired. */
export function selectConfirmation(tx: Transaction, hash: Buffer) {
  return tx
    .selectFrom('email-confirmations')
    .innerJoin('accounts', 'accounts.id', 'email-confirmations.account-id')
    .select('email-confirmations.email')
    .where('hash', '=', hash)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .where(condition(accountMayAct()));
}

/** Writes the confirmation of an e-mail by its own user to the audit log. */
export async function noteConfirmation(
  tx: Transaction,
  author: ReturnType<typeof authorOf> | Actor,
  email: string,
): Promise<void> {
  await audit(tx, author, { action: 'auth:ConfirmEmail', resource: author.rn, after: { email } });
}
