import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { conflict } from '../../problem.ts';
import { endSessions } from '../../sessions/sessions.ts';
import { requireAnotherRoot } from './last-root.ts';
import { releaseHeldBy } from './user-consequences.ts';
import { userResource } from './user-resource.ts';
import { findUser, requireAuthorityOver } from './users.sql.ts';

export const updateUserStatus: Operation<'updateUserStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const row = await findUser(tx, actor, params.id, { lock: true });
  await requireAuthorityOver(tx, actor, row);
  const before = userResource(actor.installation, row);
  requireFresh(ifMatch, before);
  if (body.status === 'Inactive') {
    if (row.id === actor.userId) {
      throw conflict('deactivating-yourself', 'You cannot deactivate yourself. Ask another administrator to do it.');
    }
    await requireAnotherRoot(tx, actor, row);
    await endSessions(tx, row.id);
    await releaseHeldBy(tx, actor, row['account-id'], row.id, 'user-inactive', 'Your user was deactivated.');
  }
  await tx
    .updateTable('users')
    // Somebody without a password goes back to waiting for one.
    .set({
      status:
        body.status === 'Inactive'
          ? 'Inactive'
          : sql`case when "password-hash" is null then 'Pending' else 'Active' end`,
      'updated-on': sql`clock_timestamp()`,
    })
    .where('id', '=', row.id)
    .execute();
  const item = userResource(actor.installation, await findUser(tx, actor, row.id));
  await audit(tx, actor, {
    account: row['account-id'],
    action: 'iam:UpdateUserStatus',
    resource: item.rn,
    before,
    after: item,
  });
  return { item };
};
