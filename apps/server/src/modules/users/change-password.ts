import { clearAttempts, countAttempt, oldPasswordLimit } from '../../access/attempts.ts';
import { scopeOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/database.ts';
import { clock, now } from '../../db/expressions.ts';
import { lockInAccount } from '../../db/locks.ts';
import type { Procedure } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { passwordChangedMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { requireGoodPassword } from '../../passwords/good-password.ts';
import { invalid } from '../../problem.ts';
import { userResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { endDeviceMarks } from '../auth/device-marks.ts';
import { endActivationKeys } from '../auth/links/activation-keys.ts';
import { endChallenges } from '../factors/challenges.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';

export const changePassword: Procedure<'changePassword'> = async (services, actor, { body, ifMatch }) => {
  const newPassword = body['new-password'];
  requireGoodPassword(newPassword, actor.email);
  const found = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    requireFresh(ifMatch, userResource(actor.installation, await findUser(tx, actor, actor.userId)));
    return tx
      .selectFrom('users')
      .select(['password-hash', 'language'])
      .where('id', '=', actor.userId)
      .executeTakeFirst();
  });
  const oldHash = found?.['password-hash'] ?? null;
  await countAttempt(services.db, oldPasswordLimit, actor.userId);
  if (!(await services.passwords.verify(oldHash, body['current-password']))) {
    throw invalid('current-password', 'The old password is not correct.');
  }
  const newHash = await services.passwords.hash(newPassword);
  await inTransaction(services.db, scopeOf(actor), async (tx) => {
    await lockInAccount(tx, 'users', actor.userId);
    const changed = await tx
      .updateTable('users')
      .set({ 'password-hash': newHash, 'last-password-change': now, 'updated-on': clock })
      .where('id', '=', actor.userId)
      // Optimistic concurrency: a password that was changed in the meantime stays.
      .where('password-hash', '=', oldHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw invalid('current-password', 'The old password is not correct.');
    await endSessions(tx, actor, 'user-id', actor.userId, signedOut);
    await endActivationKeys(tx, actor.userId);
    await endDeviceMarks(tx, actor.userId);
    clearAttempts(tx, oldPasswordLimit, actor.userId);
    await endChallenges(tx, actor.userId);
    await queueMail(
      tx,
      actor.accountId,
      passwordChangedMail(actor.installation, { email: actor.email, language: found?.language }),
    );
    await audit(tx, actor, { action: 'iam:ChangePassword', resource: actor.rn });
  });
  return {};
};
