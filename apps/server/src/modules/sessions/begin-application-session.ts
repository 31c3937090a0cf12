import type { Caller } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { invalidGrant } from '../oauth/oauth-error.ts';
import { type RenewableSession, signPair, type TokenReply } from '../oauth/tokens.ts';
import { startSession } from './begin-session.ts';
import { lockSession } from './open-session.ts';

/** A consent: which user allowed which application, in which session. */
export interface Consent {
  readonly application: string;
  readonly device: string | null;
  readonly user: string;
  readonly decider: string;
}

/** A new session; its tokens are signed after the transaction has committed. */
export interface BegunSession {
  readonly session: string;
  sign(): Promise<TokenReply>;
}

/**
 * Begins an application's session. It inherits the time of the last proof from the session in which its user consented,
 * and begins only while that session lasts, so that a later change of the password ends the consent, too.
 *
 * @throws {OAuthError} `invalid_grant` when the user may no longer sign in, or the session of the consent has ended
 */
export async function beginSession(
  tx: Transaction,
  { keys, sessionHours }: Pick<Services, 'keys' | 'sessionHours'>,
  caller: Caller,
  consent: Consent,
): Promise<BegunSession> {
  const user = await tx.selectFrom('users').select('account-id').where('id', '=', consent.user).executeTakeFirst();
  if (!user) throw invalidGrant();
  const who = { id: consent.user, accountId: user['account-id'], passwordHash: null };
  const started = await startSession(tx, caller, who, sessionHours);
  if (!started || !(await lockSession(tx, consent.decider))) throw invalidGrant();
  const { id, createdOn, expiresOn } = started.session;
  await tx
    .updateTable('sessions')
    .from('sessions as decider')
    .set(({ ref }) => ({
      'application-id': consent.application,
      device: consent.device,
      renewals: 0,
      'renewed-on': createdOn,
      'proven-on': ref('decider.proven-on'),
      // The end of the sign-in at an identity provider ends this session, too.
      'provider-session': ref('decider.provider-session'),
    }))
    .where('sessions.id', '=', id)
    .where('decider.id', '=', consent.decider)
    .execute();
  const session: RenewableSession = { id, expiresOn, renewals: 0, renewedOn: createdOn };
  return { session: id, sign: () => signPair(keys, session, started.user) };
}
