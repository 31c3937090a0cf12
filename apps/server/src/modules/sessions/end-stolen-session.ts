import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { lockAccountsOfSessions } from '../../db/locks.ts';
import { rnOf } from '../../installation.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from './end-sessions.ts';

/** Ends a session whose code or refresh token was used twice: it was stolen, or the tokens issued for it were. */
export async function endStolenSession(
  tx: Transaction,
  caller: Caller,
  application: string,
  session: string,
): Promise<void> {
  await lockAccountsOfSessions(tx, 'id', session);
  const alive = await tx
    .selectFrom('sessions')
    .select(['user-id', 'account-id'])
    .where('id', '=', session)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!alive) return;
  await endSessions(tx, caller, 'id', session, signedOut);
  const resource = rnOf(caller.installation, alive['account-id'], 'user', alive['user-id']);
  await audit(tx, caller, { action: 'auth:EndStolenSession', resource, after: { application } });
}
