import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from './end-sessions.ts';

export const logout: Operation<'logout'> = async (tx, actor) => {
  await endSessions(tx, actor, 'id', actor.sessionId, signedOut);
  await audit(tx, actor, { action: 'auth:Logout', resource: actor.rn });
  return {};
};
