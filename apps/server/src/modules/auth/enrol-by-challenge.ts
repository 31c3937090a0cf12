import { type Author, authorOf, type Caller } from '../../access/actor.ts';
import { countAttempt, personLimit } from '../../access/attempts.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Cookies, PublicProcedure } from '../../http/bind.ts';
import { forbidden } from '../../problem.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { signToken } from '../../tokens/tokens.ts';
import type { AddedFactor } from '../factors/add-factor.ts';
import { beginAuthenticator, checkNewAuthenticator } from '../factors/authenticators.ts';
import { spendChallenge } from '../factors/challenges.ts';
import type { FactorOwner } from '../factors/factors.sql.ts';
import { beginPasskey, checkNewPasskey } from '../factors/new-passkeys.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { challengeEnded, findChallenged, lockForSignIn, tracesOfBothSteps } from './answer-challenge.ts';
import { markToLeave } from './device-marks.ts';

export const startChallengeAuthenticator: PublicProcedure<'startChallengeAuthenticator'> = async (
  services,
  caller,
  { params },
) => beginAuthenticator(services, caller, await findEnrolling(services, params.id));

export const confirmChallengeAuthenticator: PublicProcedure<'confirmChallengeAuthenticator'> = async (
  services,
  caller,
  { params, body },
  cookies,
) => {
  const who = await findFinishing(services, params.id);
  const add = await checkNewAuthenticator(services, who, body.code);
  return addAndSignIn(services, caller, cookies, { challenge: params.id, userId: who.id, add });
};

export const startChallengePasskey: PublicProcedure<'startChallengePasskey'> = async (
  services,
  _caller,
  { params },
) => ({
  options: await beginPasskey(services, await findEnrolling(services, params.id)),
});

export const addChallengePasskey: PublicProcedure<'addChallengePasskey'> = async (
  services,
  caller,
  { params, body },
  cookies,
) => {
  const who = await findFinishing(services, params.id);
  const add = await checkNewPasskey(services, who, body.name, body.response);
  return addAndSignIn(services, caller, cookies, { challenge: params.id, userId: who.id, add });
};

/**
 * The user who must add a factor before they are signed in.
 *
 * @throws {ProblemError} 401 when the challenge has ended, 403 when it requires an existing factor
 */
async function findEnrolling({ db }: Pick<Services, 'db'>, id: string) {
  const { userId, accountId, email, purpose } = await findChallenged(db, id);
  if (purpose !== 'enrolment') throw forbidden();
  return { id: userId, accountId, email };
}

/** Like {@link findEnrolling}, and counts the attempt for the user, which the session takes back. */
async function findFinishing(services: Services, id: string) {
  const who = await findEnrolling(services, id);
  await countAttempt(services.db, personLimit, who.id);
  return who;
}

interface Enrolment {
  readonly challenge: string;
  readonly userId: string;
  readonly add: (tx: Transaction, author: Author, owner: FactorOwner) => Promise<AddedFactor>;
}

/** Adds the factor, spends the challenge and begins the session in one transaction. */
async function addAndSignIn(
  services: Services,
  caller: Caller,
  cookies: Cookies,
  { challenge, userId, add }: Enrolment,
) {
  const mark = await markToLeave(services, cookies);
  const { added, started } = await inTransaction(services.db, 'every account', async (tx) => {
    const owner = await lockForSignIn(tx, userId);
    const spent = await spendChallenge(tx, hashOfSecret(challenge), { purpose: 'enrolment', userId });
    if (!spent) throw challengeEnded();
    const added = await add(tx, authorOf(caller, owner), owner);
    const started = await beginSession(
      tx,
      caller,
      { ...owner, ...spent, passwordHash: null },
      services.sessionHours,
      await tracesOfBothSteps(tx, owner, mark),
    );
    if (!started) throw challengeEnded();
    return { added, started };
  });
  mark.give();
  return { ...added, token: await signToken(services.keys, started.session, started.user) };
}
