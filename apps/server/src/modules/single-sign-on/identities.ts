import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { lockUser } from '../../records/users.sql.ts';

/**
 * Unlinks a user from the person at the provider: their next sign-in there links them again, by a verified e-mail of a
 * proven domain. Sessions continue.
 */
export const unlinkIdentity: Operation<'unlinkIdentity'> = async (tx, actor, { params }) => {
  const { user, before } = await lockUser(tx, actor, params.id);
  const ended = await tx
    .deleteFrom('identities')
    .where('user-id', '=', user.id)
    .returning(['issuer', 'subject'])
    .executeTakeFirst();
  if (ended) await audit(tx, actor, { action: 'iam:UnlinkUser', resource: before.rn, before: ended });
  return {};
};
