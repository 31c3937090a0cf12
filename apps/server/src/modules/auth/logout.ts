import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';

export const logout: Operation<'logout'> = async (tx, actor) => {
  await tx.updateTable('sessions').set({ 'ended-on': sql`now()` }).where('id', '=', actor.sessionId).execute();
  await audit(tx, actor, { account: actor.accountId, action: 'auth:Logout', resource: actor.rn });
  return {};
};
