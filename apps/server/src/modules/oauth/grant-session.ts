import type { Caller } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { beginApplicationSession, type Consent } from '../sessions/begin-application-session.ts';
import { invalidGrant } from './oauth-error.ts';
import { signPair, type TokenReply } from './tokens.ts';

/** A new session; its tokens are signed after the transaction has committed. */
export interface GrantedSession {
  readonly session: string;
  sign(): Promise<TokenReply>;
}

/**
 * Begins the session of a grant.
 *
 * @throws {OAuthError} `invalid_grant` when the user may no longer sign in, or the session of the consent has ended
 */
export async function grantSession(
  tx: Transaction,
  { keys, sessionHours }: Pick<Services, 'keys' | 'sessionHours'>,
  caller: Caller,
  consent: Consent,
): Promise<GrantedSession> {
  const begun = await beginApplicationSession(tx, caller, consent, sessionHours);
  if (!begun) throw invalidGrant();
  const { id, createdOn, expiresOn } = begun.session;
  return { session: id, sign: () => signPair(keys, { id, expiresOn, renewals: 0, renewedOn: createdOn }, begun.user) };
}
