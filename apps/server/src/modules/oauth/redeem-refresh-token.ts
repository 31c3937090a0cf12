import { validate as isUuid } from 'uuid';
import type { Caller } from '../../access/actor.ts';
import type { Services } from '../../services.ts';
import { renewSession } from '../sessions/renew-session.ts';
import { cloudUserOf } from '../sessions/session-user.ts';
import { requireClient, requireClientId } from './clients.ts';
import { invalidGrant } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { readRefreshToken, signPair, type TokenReply } from './tokens.ts';

/** Redeems a refresh token for the next pair of tokens (RFC 6749, section 6). */
export async function redeemRefreshToken(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenReply> {
  const read = await readRefreshToken(keys, requireParameter(parameters, 'refresh_token'));
  const client = requireClientId(parameters);
  const token = read && isUuid(read.session) ? { ...read, client } : null;
  const renewed = await renewSession(db, caller, token, (tx) => requireClient(tx, parameters));
  if (!renewed) throw invalidGrant();
  const session = {
    id: renewed.session,
    expiresOn: renewed['ends-on'],
    renewals: renewed.renewals,
    renewedOn: renewed['renewed-on'],
  };
  return signPair(keys, session, cloudUserOf(caller.installation, renewed));
}
