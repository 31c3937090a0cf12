import { validate as isUuid } from 'uuid';
import { authorOf, type Caller, fullName } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { SigningKeys } from '../../tokens/signing-keys.ts';
import { verifyToken } from '../../tokens/tokens.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { requireClient } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { readRefreshToken } from './tokens.ts';

/**
 * Ends the session of an access or refresh token (RFC 7009). An unknown token is ignored without an error.
 *
 * @throws {OAuthError} `invalid_grant` when it belongs to another application
 */
export async function revokeToken(services: Services, caller: Caller, parameters: Parameters): Promise<void> {
  const session = await sessionOf(services.keys, requireParameterOfAnyLength(parameters));
  await inTransaction(services.db, 'every account', async (tx) => {
    const client = await requireClient(tx, parameters);
    if (session === null || !isUuid(session)) return;
    const found = await tx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user-id')
      .select(['sessions.id', 'sessions.application-id', 'users.id as user', 'users.account-id'])
      .select(['users.email', 'users.first-name', 'users.last-name'])
      .where('sessions.id', '=', session)
      .where('sessions.ended-on', 'is', null)
      .where('sessions.expires-on', '>', now)
      .executeTakeFirst();
    if (!found) return;
    if (found['application-id'] !== client.id) {
      throw new OAuthError('invalid_grant', 'This token is not of this application.');
    }
    const user = { id: found.user, accountId: found['account-id'], name: fullName(found), email: found.email };
    const author = authorOf(caller, user);
    await endSessions(tx, author, 'id', found.id, signedOut);
    await audit(tx, author, { action: 'auth:Logout', resource: author.rn });
  });
}

async function sessionOf(keys: SigningKeys, token: string): Promise<string | null> {
  const refresh = await readRefreshToken(keys, token);
  if (refresh) return refresh.session;
  try {
    return (await verifyToken(keys, token)).session;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** An access token carries its user, and has no fixed length. */
function requireParameterOfAnyLength(parameters: Parameters): string {
  return parameters.get('token') || requireParameter(parameters, 'token');
}
