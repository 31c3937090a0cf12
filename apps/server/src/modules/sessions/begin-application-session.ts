import type { Caller } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { lockSession } from '../../db/locks.ts';
import { type BegunSession, beginSession } from './begin-session.ts';

/** A consent: which user allowed which application, in which session. */
export interface Consent {
  readonly application: string;
  readonly device: string | null;
  readonly user: string;
  readonly decider: string;
}

/**
 * Begins an application's session. It inherits the time of the last proof from the session in which its user consented,
 * and begins only while that session lasts, so that a later change of the password ends the consent, too.
 *
 * @returns null when the user may no longer sign in, or the session of the consent has ended: the caller must roll back
 */
export async function beginApplicationSession(
  tx: Transaction,
  caller: Caller,
  consent: Consent,
  hours: number,
): Promise<BegunSession | null> {
  const user = await tx.selectFrom('users').select('account-id').where('id', '=', consent.user).executeTakeFirst();
  if (!user) return null;
  const who = { id: consent.user, accountId: user['account-id'], passwordHash: null };
  const begun = await beginSession(tx, caller, who, hours);
  if (!begun || !(await lockSession(tx, consent.decider))) return null;
  await tx
    .updateTable('sessions')
    .from('sessions as decider')
    .set(({ ref }) => ({
      'application-id': consent.application,
      device: consent.device,
      renewals: 0,
      'renewed-on': begun.session.createdOn,
      'proven-on': ref('decider.proven-on'),
      // The end of the sign-in at an identity provider ends this session, too.
      'provider-session': ref('decider.provider-session'),
    }))
    .where('sessions.id', '=', begun.session.id)
    .where('decider.id', '=', consent.decider)
    .execute();
  return begun;
}
