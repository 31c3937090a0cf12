import { hash } from 'node:crypto';
import type { Caller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { endStolenSession } from '../sessions/end-stolen-session.ts';
import { requireClient } from './clients.ts';
import { grantSession } from './grant-session.ts';
import { invalidGrant } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import type { TokenReply } from './tokens.ts';

/**
 * Redeems an authorization code (RFC 6749, section 4.1.3; RFC 7636, section 4.6). When a code is used a second time,
 * one of the two uses is an attacker's, and the session of the first ends.
 */
export async function redeemCode(services: Services, caller: Caller, parameters: Parameters): Promise<TokenReply> {
  const code = requireParameter(parameters, 'code');
  const redirect = requireParameter(parameters, 'redirect_uri');
  const verifier = requireParameter(parameters, 'code_verifier');
  const sign = await inTransaction(services.db, 'every account', async (tx) => {
    const client = await requireClient(tx, parameters, { lock: true });
    const found = await tx
      .selectFrom('authorization-codes')
      .selectAll()
      .select((eb) => eb('expires-on', '>', now).as('alive'))
      .where('hash', '=', hashOfSecret(code))
      .where('application-id', '=', client.id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return null;
    if (found['used-on']) {
      if (found['session-id']) await endStolenSession(tx, caller, client.id, found['session-id']);
      return null;
    }
    if (!found.alive || found['redirect-uri'] !== redirect || found['code-challenge'] !== challengeOf(verifier))
      return null;
    const consent = {
      application: client.id,
      device: found.device,
      user: found['user-id'],
      decider: found['decider-id'],
    };
    const begun = await grantSession(tx, services, caller, consent);
    await tx
      .updateTable('authorization-codes')
      .set({ 'used-on': now, 'session-id': begun.session })
      .where('hash', '=', found.hash)
      .execute();
    return begun.sign;
  });
  if (!sign) throw invalidGrant();
  return sign();
}

/** The S256 challenge of a verifier; null when the verifier is malformed. */
function challengeOf(verifier: string): string | null {
  return /^[\w.~-]{43,128}$/.test(verifier) ? hash('sha256', verifier, 'base64url') : null;
}
