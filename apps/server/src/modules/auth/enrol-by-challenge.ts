import { type Author, authorOf, type Caller } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { forbidden } from '../../problem.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { signToken } from '../../sessions/tokens.ts';
import type { AddedFactor } from '../factors/add-factor.ts';
import { beginAuthenticator, checkNewAuthenticator } from '../factors/authenticators.ts';
import { spendChallenge } from '../factors/challenges.ts';
import type { FactorOwner } from '../factors/factors.sql.ts';
import { beginPasskey, checkNewPasskey } from '../factors/new-passkeys.ts';
import { challengeEnded, findChallenged, lockForSignIn } from './answer-challenge.ts';
import { addressLimit, countAttempt, emailLimit } from './attempts.ts';
import { startSession } from './start-session.ts';

export const startChallengeAuthenticator: PublicProcedure<'startChallengeAuthenticator'> = async (
  services,
  caller,
  { params },
) => beginAuthenticator(services, caller, await findEnrolling(services, params.id));

export const confirmChallengeAuthenticator: PublicProcedure<'confirmChallengeAuthenticator'> = async (
  services,
  caller,
  { params, body },
) => {
  const who = await findFinishing(services, caller, params.id);
  return addAndSignIn(services, caller, params.id, who.id, await checkNewAuthenticator(services, who, body.code));
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
) => {
  const who = await findFinishing(services, caller, params.id);
  const add = await checkNewPasskey(services, who, body.name, body.response);
  return addAndSignIn(services, caller, params.id, who.id, add);
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

/** Like {@link findEnrolling}, and counts the attempt, which the session takes back: wrong codes count as passwords do. */
async function findFinishing(services: Services, caller: Caller, id: string) {
  const who = await findEnrolling(services, id);
  await countAttempt(services.db, addressLimit, caller.origin.address);
  await countAttempt(services.db, emailLimit, who.email);
  return who;
}

/** Adds the factor, spends the challenge and begins the session in one transaction. */
async function addAndSignIn(
  services: Services,
  caller: Caller,
  challenge: string,
  userId: string,
  add: (tx: Transaction, author: Author, owner: FactorOwner) => Promise<AddedFactor>,
) {
  const { added, started } = await inTransaction(services.db, 'every account', async (tx) => {
    const owner = await lockForSignIn(tx, userId);
    const spent = await spendChallenge(tx, hashOfSecret(challenge), { purpose: 'enrolment', userId });
    if (!spent) throw challengeEnded();
    const added = await add(tx, authorOf(caller, owner), owner);
    const started = await startSession(
      tx,
      caller,
      { ...owner, ...spent, passwordHash: null },
      services.sessionHours,
      owner.email,
    );
    if (!started) throw challengeEnded();
    return { added, started };
  });
  return { ...added, token: await signToken(services.keys, started.session, started.user) };
}
