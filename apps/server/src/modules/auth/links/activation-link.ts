import { parseRn } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import { type Actor, fullName } from '../../../access/actor.ts';
import { idInBody, unknownReference } from '../../../access/guards.ts';
import { requireAuthorityOver } from '../../../access/rights.ts';
import { audit } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Operation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { activationMail } from '../../../mail/messages.ts';
import { queueInvitation } from '../../../mail/outbox.ts';
import { conflict, ProblemError } from '../../../problem.ts';
import type { UserRow } from '../../../records/resources.ts';
import { findUser } from '../../../records/users.sql.ts';
import { activationDays, endActivationKeys, endIssuedKeys, isInvited, issueActivationKey } from './activation-keys.ts';
import { countLinkMail } from './link-mails.ts';

export const sendActivationLink: Operation<'sendActivationLink'> = async (tx, actor, { body }) => {
  const account = parseRn(body.user).accountId;
  if (!isUuid(account) || (account !== actor.accountId && !actor.crossesAccounts)) throw unknownReference('user');
  const id = idInBody(actor, account, 'user', body.user, 'user');
  const user = await findUser(tx, actor, id, { lock: true }).catch((error: unknown) => {
    throw error instanceof ProblemError && error.status === 404 ? unknownReference('user') : error;
  });
  if (user['account-id'] !== account) throw unknownReference('user');
  await replaceLinks(tx, actor, user, body);
  const keyOf = { userId: id, accountId: account, purpose: 'activation', validDays: body.validDays } as const;
  return { activationKey: await issueActivationKey(tx, { ...keyOf, mailed: false, issuedBy: actor.userId }) };
};

/**
 * Mails a new activation link to a user, whose row is locked. The earlier ones end.
 *
 * @throws {ProblemError} 403 for a user with more rights, 409 for one who is not Pending
 */
export async function inviteUser(tx: Transaction, actor: Actor, user: UserRow, validDays: number): Promise<void> {
  await replaceLinks(tx, actor, user, { sendEmail: true, validDays });
}

/** Revokes the links of a Pending user, and mails a new one if it is to be sent. */
async function replaceLinks(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  { sendEmail, validDays }: { readonly sendEmail: boolean; readonly validDays: number },
): Promise<void> {
  await requireAuthorityOver(tx, actor, user);
  if (user.status === 'Inactive') {
    throw conflict('user-inactive', 'This user is inactive. Set them to Active first.');
  }
  if (user.status !== 'Pending') {
    throw conflict('already-activated', 'This user has activated already. They can reset their password themselves.');
  }
  const mailed = sendEmail && (await countLinkMail(tx, user.email, 'invitation'));
  // If a mail is not sent because of the limit, the link of the last one still works.
  await endIssuedKeys(tx, user.id, { keepMailed: sendEmail && !mailed });
  if (mailed) await mailKey(tx, actor, user, validDays);
  await audit(tx, actor, {
    action: 'iam:SendActivationLink',
    resource: rnOf(actor.installation, user['account-id'], 'user', user.id),
    after: { sendEmail, validDays },
  });
}

/**
 * Revokes every link of a user whose e-mail changes, and mails a new one to the new address, if the user was invited and
 * the address has not had too many.
 *
 * @param user as before the change, and locked
 * @returns whether the user was invited
 */
export async function moveInvitation(tx: Transaction, actor: Actor, user: UserRow, email: string): Promise<boolean> {
  const invited = user.status === 'Pending' && (await isInvited(tx, user.id));
  await endActivationKeys(tx, user.id);
  if (!invited) return false;
  if (await countLinkMail(tx, email, 'invitation')) await mailKey(tx, actor, { ...user, email }, activationDays);
  return true;
}

/** Mails a separate key: knowing the key of the reply does not prove that the mail has arrived. */
async function mailKey(tx: Transaction, actor: Actor, user: UserRow, validDays: number): Promise<void> {
  const { id: userId, 'account-id': accountId, email } = user;
  const key = await issueActivationKey(tx, {
    userId,
    accountId,
    purpose: 'activation',
    validDays,
    mailed: true,
    issuedBy: actor.userId,
  });
  const chosen = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const addressee = { email, name: fullName(user), language: chosen?.language };
  await queueInvitation(tx, user, activationMail(actor.installation, addressee, key, validDays));
}
