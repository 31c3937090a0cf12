import { parseRn } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import { fullName } from '../../access/actor.ts';
import { idInBody, unknownReference } from '../../access/guards.ts';
import { requireAuthorityOver } from '../../access/rights.ts';
import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { activationMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { conflict, ProblemError } from '../../problem.ts';
import { findUser } from '../users/users.sql.ts';
import { issueActivationKey } from './activation-keys.ts';

export const sendActivationLink: Operation<'sendActivationLink'> = async (tx, actor, { body }) => {
  const account = parseRn(body.user).accountId;
  if (!isUuid(account) || (account !== actor.accountId && !actor.crossesAccounts)) throw unknownReference('user');
  const id = idInBody(actor, account, 'user', body.user, 'user');
  const user = await findUser(tx, actor, id, { lock: true }).catch((error: unknown) => {
    throw error instanceof ProblemError && error.status === 404 ? unknownReference('user') : error;
  });
  if (user['account-id'] !== account) throw unknownReference('user');
  await requireAuthorityOver(tx, actor, user);
  if (user.status === 'Inactive') {
    throw conflict('user-inactive', 'This user is inactive. Set them to Active first.');
  }
  if (user.status !== 'Pending') {
    throw conflict('already-activated', 'This user has activated already. They can reset their password themselves.');
  }
  const key = await issueActivationKey(tx, {
    userId: id,
    accountId: account,
    purpose: 'activation',
    validDays: body.validDays,
  });
  const name = fullName(user);
  if (body.sendEmail) {
    await queueMail(tx, account, activationMail(actor.installation, { email: user.email, name }, key, body.validDays));
  }
  await audit(tx, actor, {
    action: 'iam:SendActivationLink',
    resource: rnOf(actor.installation, account, 'user', id),
    after: { sendEmail: body.sendEmail, validDays: body.validDays },
  });
  return { activationKey: key };
};
