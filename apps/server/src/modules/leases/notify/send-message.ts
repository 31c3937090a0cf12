import { audit } from '../../../audit/audit.ts';
import type { Operation } from '../../../http/bind.ts';
import { conflict } from '../../../problem.ts';
import { lockLicense } from '../../../records/licenses.sql.ts';
import { announce } from '../../../streams/announce.ts';
import { keepMessage, maxMessages } from './lease-messages.sql.ts';

/** Sends a message to the user of a license. It is kept until their client acknowledges it, or the lease ends. */
export const sendLicenseMessage: Operation<'sendLicenseMessage'> = async (tx, actor, { params, body }) => {
  const { license, before } = await lockLicense(tx, actor, params.id);
  const { 'account-id': account, 'lease-id': lease } = license;
  if (!license.held || !lease) {
    throw conflict('not-in-use', 'This license is not used right now.');
  }
  if (license['lease-state'] === 'offline') {
    throw conflict('offline', 'This license is in offline use: its user cannot be reached until it is back.');
  }
  if (!(await keepMessage(tx, { account, lease, message: body.message, by: actor.rn }))) {
    throw conflict(
      'too-many-messages',
      `${maxMessages} messages wait for this device already. Send more once it has shown them.`,
    );
  }
  await announce(tx, { event: 'lease-message', account, rn: before.rn, lease });
  await audit(tx, actor, {
    action: 'license:SendMessage',
    resource: before.rn,
    after: { user: before.state.user, message: body.message },
  });
  return {};
};
