import type { FactorKind } from '@keyhold/contract';
import { authorOf, type Caller } from '../../access/actor.ts';
import { attemptKey, countAttempt, personLimit } from '../../access/attempts.ts';
import { audit } from '../../audit/audit.ts';
import { type Database, inTransaction, readOnly, type Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { recoveryCodeUsedMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { ProblemError } from '../../problem.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';
import { signToken } from '../../tokens/tokens.ts';
import { spendChallenge } from '../factors/challenges.ts';
import { type FactorOwner, lockOwner } from '../factors/factors.sql.ts';
import { checkFactor, type UsedFactor } from '../factors/use-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { keyOfFirstStep, type MarkToLeave, markToLeave } from './device-marks.ts';

/** Finishes a sign-in with a second factor. Wrong factors count for the user, not with the e-mail's failed passwords. */
export const answerChallenge: PublicProcedure<'answerChallenge'> = async (services, caller, { body }, cookies) => {
  const who = await findChallenged(services.db, body.id);
  await countAttempt(services.db, personLimit, who.userId);
  // A user without a factor must enrol one instead.
  const use = who.purpose === 'sign-in' ? await checkFactor(services, who.userId, body, body.id) : null;
  if (!use) throw wrongFactor(body.method);
  const mark = await markToLeave(services, cookies);
  const started = await inTransaction(services.db, { account: who.accountId }, async (tx) => {
    const owner = await lockForSignIn(tx, who.userId);
    const given = { purpose: 'sign-in', userId: owner.id } as const;
    const spent = await spendChallenge(tx, hashOfSecret(body.id), given);
    if (!spent) throw challengeEnded();
    const used = await use(tx);
    if (!used) throw wrongFactor(body.method);
    await noteUse(tx, caller, owner, used);
    const session = await beginSession(
      tx,
      caller,
      { ...owner, ...spent, passwordHash: null },
      services.sessionHours,
      await tracesOfBothSteps(tx, owner, mark),
    );
    if (!session) throw challengeEnded();
    return session;
  });
  mark.give();
  return { token: await signToken(services.keys, started.session, started.user) };
};

/** What a sign-in that finished with a second factor leaves and clears. */
export async function tracesOfBothSteps(tx: Transaction, owner: FactorOwner, mark: MarkToLeave) {
  const cleared = [attemptKey(personLimit, owner.id), await keyOfFirstStep(tx, owner, mark)];
  return { mark, attempt: { cleared, keys: cleared } };
}

/** The user of a sign-in challenge that has not ended. */
interface Challenged {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly purpose: 'sign-in' | 'enrolment';
}

/** @throws {ProblemError} 401 when the challenge has ended or is unknown */
export async function findChallenged(db: Database, id: string): Promise<Challenged> {
  const found = await readOnly(db, 'every account', (tx) =>
    tx
      .selectFrom('challenges')
      .innerJoin('users', 'users.id', 'challenges.user-id')
      .select(['users.id', 'users.account-id', 'users.email', 'challenges.purpose'])
      .where('challenges.hash', '=', hashOfSecret(id))
      .where('challenges.expires-on', '>', now)
      .executeTakeFirst(),
  );
  if (found?.purpose !== 'sign-in' && found?.purpose !== 'enrolment') throw challengeEnded();
  return { userId: found.id, accountId: found['account-id'], email: found.email, purpose: found.purpose };
}

/** Locks the user of a sign-in. */
export async function lockForSignIn(tx: Transaction, userId: string): Promise<FactorOwner> {
  const owner = await lockOwner(tx, userId);
  if (!owner) throw challengeEnded();
  return owner;
}

/** Records the use of a recovery code, and mails its owner: one less is left, and another person may have used it. */
export async function noteUse(tx: Transaction, caller: Caller, owner: FactorOwner, used: UsedFactor): Promise<void> {
  if (used.left === undefined) return;
  await queueMail(tx, owner.accountId, recoveryCodeUsedMail(caller.installation, owner, used.left));
  const author = authorOf(caller, owner);
  await audit(tx, author, { action: 'auth:UseRecoveryCode', resource: author.rn, after: { left: used.left } });
}

/** 401: the sign-in of this challenge has ended. */
export function challengeEnded(): ProblemError {
  return new ProblemError(401, [{ code: 'challenge-ended', message: 'This sign-in has ended. Sign in again.' }]);
}

/** 401, or another status for a signed-in caller: a code or a passkey is wrong. */
export function wrongFactor(method: FactorKind, status = 401): ProblemError {
  if (method === 'passkey') {
    return new ProblemError(status, [
      { code: 'wrong-passkey', path: 'response', message: 'This passkey was not accepted.' },
    ]);
  }
  return new ProblemError(status, [{ code: 'wrong-code', path: 'code', message: 'This code is not correct.' }]);
}
